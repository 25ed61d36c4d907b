package dev.tern.ingest.split;

import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.model.Tokens;
import java.util.List;

/** The door to splitting: how a document becomes the texts of its passages. Thread-safe. */
@FunctionalInterface
public interface Splitter {
    /**
     * The texts of a document's passages, in order, none of them blank.
     *
     * @throws TernException if the document cannot be cut into passages that the embedding model can read
     */
    List<String> split(Document document);

    /**
     * A document is one passage, as where the user has cut the texts already.
     *
     * @param tokenLimit the most tokens of a passage, {@linkplain Tokens#estimate estimated}
     */
    static Splitter whole(int tokenLimit) {
        return document -> {
            int tokens = Tokens.estimate(document.title()) + Tokens.estimate(document.text());
            if (tokens > tokenLimit) {
                throw TernException.user("document \"" + document.id() + "\" has about " + tokens
                        + " tokens; a passage may have " + tokenLimit + " (passageTokenLimit): split it first");
            }
            return List.of(document.text());
        };
    }
}
