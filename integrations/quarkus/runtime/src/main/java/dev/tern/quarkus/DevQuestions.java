package dev.tern.quarkus;

import dev.tern.GraphRag;
import dev.tern.documents.sync.BackgroundSync;
import dev.tern.documents.sync.SyncProgress;
import dev.tern.store.GraphStatistics;
import jakarta.inject.Inject;
import java.util.Locale;

/** The JSON-RPC service of the Dev UI's page, which is a bean in dev mode only. */
public class DevQuestions {
    @Inject
    GraphRag rag;

    @Inject
    BackgroundSync documents;

    public DevQuestions() {}

    /** Returns the counts of the graph, and the state or the error of each place of documents. */
    public String summary() {
        GraphStatistics graph = rag.statistics();
        StringBuilder lines = new StringBuilder()
                .append(graph.documents())
                .append(" documents, ")
                .append(graph.passages())
                .append(" passages, ")
                .append(graph.entities())
                .append(" entities, ")
                .append(graph.relations())
                .append(" relations\n");
        for (SyncProgress.PlaceProgress place : documents.progress().places()) {
            lines.append(place.place())
                    .append(": ")
                    .append(place.error().isEmpty() ? place.state().name().toLowerCase(Locale.ROOT) : place.error())
                    .append('\n');
        }
        return lines.toString();
    }

    public String ask(String question) {
        return rag.ask(question).text();
    }

    /** Starts reading the documents again; returns false if they are being read, or at shutdown. */
    public boolean readDocuments() {
        return documents.start();
    }
}
