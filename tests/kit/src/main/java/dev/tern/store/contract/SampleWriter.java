package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;

import dev.tern.edit.EditWriter;
import dev.tern.graph.ContentId;
import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.note.NamingRules;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.RowKind;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;

/** Writes edits with the vectors of {@link Samples}. */
record SampleWriter(GraphStore store) implements EditWriter {
    @Override
    public void add(Document document) {
        NamingRules rules = store.notes().rules();
        store.write(batch(rules.named(Passage.of(document, 0, document.text(), document.statements()))));
    }

    @Override
    public void remove(String documentId) {
        store.removeDocuments(List.of(documentId));
    }

    @Override
    public void note(UnaryOperator<Notes> change) {
        store.notes(change);
    }

    @Override
    public void rewrite(Collection<String> passageIds) {
        NamingRules rules = store.notes().rules();
        List<Passage> changed = store.passages(PassagesBy.ID, passageIds).stream()
                .map(Embedded::value)
                .filter(passage -> !rules.named(passage).equals(passage))
                .map(rules::named)
                .toList();
        List<String> entities = changed.stream()
                .flatMap(passage -> passage.statements().stream())
                .flatMap(statement -> statement.entities().stream())
                .map(ContentId::ofEntity)
                .toList();
        if (!changed.isEmpty()) {
            store.removeRows(RowKind.ENTITY, entities);
            store.write(batch(changed));
        }
    }
}
