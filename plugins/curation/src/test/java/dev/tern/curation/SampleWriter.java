package dev.tern.curation;

import static dev.tern.store.contract.Samples.batch;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.note.NamingRules;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Writes the passages that edits change, with the vectors of {@link dev.tern.store.contract.Samples}. */
record SampleWriter(GraphStore store) implements EditWriter {
    @Override
    public void add(SourceDocument document) {
        NamingRules rules = store.latest().notes().rules();
        store.write(batch(rules.canonicalise(Passage.of(document, 0, document.text(), document.statements()))));
    }

    @Override
    public void remove(String documentId) {
        store.removeDocuments(List.of(documentId));
    }

    @Override
    public void changeNotes(UnaryOperator<Notes> change) {
        store.changeNotes(change);
    }

    @Override
    public void rewrite(Collection<String> passageIds) {
        NamingRules rules = store.latest().notes().rules();
        List<Passage> changed = store.latest().passages(PassagesBy.ID, passageIds).stream()
                .map(Embedded::value)
                .filter(passage -> !rules.canonicalise(passage).equals(passage))
                .map(rules::canonicalise)
                .toList();
        Set<String> entities = changed.stream()
                .flatMap(passage -> passage.statements().stream())
                .flatMap(statement -> statement.entities().stream())
                .map(ContentId::ofEntity)
                .collect(Collectors.toSet());
        if (!changed.isEmpty()) {
            store.write(batch(changed).replacing(entities));
        }
    }
}
