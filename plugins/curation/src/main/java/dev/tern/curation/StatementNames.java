package dev.tern.curation;

import dev.tern.graph.Embedded;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the names in the statements of documents. Reads a few documents at a time, since their
 * passages come with vectors.
 */
final class StatementNames {
    static final int DOCUMENTS = 16;

    private StatementNames() {}

    /** Returns the normalised names in the extracted statements of each document found, by id. */
    static Map<String, Set<String>> of(GraphView view, Collection<String> documents) {
        Map<String, Set<String>> stated = new HashMap<>();
        List<String> ids = List.copyOf(documents);
        for (int from = 0; from < ids.size(); from += DOCUMENTS) {
            for (Embedded<Passage> passage :
                    view.passages(PassagesBy.DOCUMENT, ids.subList(from, Math.min(from + DOCUMENTS, ids.size())))) {
                Set<String> names = stated.computeIfAbsent(passage.value().documentId(), absent -> new HashSet<>());
                passage.value().extractedStatements().stream()
                        .flatMap(statement -> statement.entities().stream())
                        .forEach(name -> names.add(EntityName.normalise(name)));
            }
        }
        return stated;
    }
}
