package dev.tern.ingest;

import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import java.util.List;
import java.util.ServiceLoader;
import org.slf4j.LoggerFactory;

/** Applies the edits that a killed process left pending; a plug-in provides it as a service. */
public interface PendingEdits {
    /**
     * Rewrites the passages that pending edits affect.
     *
     * @param ingestion the ingestion of the graph
     */
    void apply(GraphStore graph, Ingestion ingestion);

    /**
     * Completes the removals of a killed process and, if a plug-in applies edits, its edits.
     *
     * @throws dev.tern.error.TernException as {@link Ingestion#rewrite} does
     */
    static void complete(GraphStore graph, Ingestion ingestion) {
        Notes notes = graph.latest().notes();
        if (!notes.removals().isEmpty()) {
            DocumentRemoval.complete(graph);
            notes = graph.latest().notes();
        }
        if (!notes.pending().isEmpty()) {
            List<PendingEdits> plugins =
                    ServiceLoader.load(PendingEdits.class, PendingEdits.class.getClassLoader()).stream()
                            .map(ServiceLoader.Provider::get)
                            .toList();
            plugins.forEach(plugin -> plugin.apply(graph, ingestion));
            if (plugins.isEmpty()) {
                LoggerFactory.getLogger(PendingEdits.class)
                        .warn("an interrupted edit waits; dev.tern:tern-curation completes it");
            }
        }
    }
}
