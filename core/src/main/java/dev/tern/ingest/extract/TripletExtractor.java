package dev.tern.ingest.extract;

import dev.tern.graph.Document;
import dev.tern.graph.Statement;
import java.util.List;

/** The door to extraction: which statements a passage of a document makes. Thread-safe. */
@FunctionalInterface
public interface TripletExtractor {
    /** The statements that a passage makes; may be none. */
    List<Statement> extract(Document document, String passageText);

    /** The statements that came with the document, and no others. */
    static TripletExtractor given() {
        return (document, passageText) -> document.statements();
    }
}
