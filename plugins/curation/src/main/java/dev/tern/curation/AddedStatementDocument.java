package dev.tern.curation;

import dev.tern.graph.MetadataValue;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Missing;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Creates the document that contains a statement added by a person. The source of the document is
 * the person, as in {@code edit/ada}, so {@linkplain dev.tern.note.SourceRules rules about sources}
 * apply. The document takes the metadata of the passage beside which the statement was added, so
 * that filters select both, but not its source and {@link SourceDocument#PARENT}.
 */
final class AddedStatementDocument {
    private AddedStatementDocument() {}

    /** Returns the document of an edit, with the metadata of a passage if there is one. */
    static SourceDocument document(Edit edit, Missing missing, Optional<Passage> beside) {
        TreeMap<String, MetadataValue> metadata = new TreeMap<>();
        beside.ifPresent(passage -> metadata.putAll(passage.metadata().values()));
        metadata.remove(SourceDocument.PARENT);
        return SourceDocument.of(edit.document(), missing.text())
                .withStatements(List.of(Statement.of(missing.triplet())))
                .withMetadata(new SourceMetadata(metadata)
                        .with(Passage.SOURCE, Edit.DOCUMENTS + edit.made().by()));
    }
}
