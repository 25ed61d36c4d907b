package dev.tern.quarkus;

import dev.tern.GraphRag;
import dev.tern.documents.sync.BackgroundSync;
import dev.tern.documents.sync.SyncProgress;
import dev.tern.store.GraphStatistics;
import jakarta.inject.Inject;
import java.util.Locale;

/** What the Dev UI's page shows and asks, by its JSON-RPC. A bean of dev mode only. */
public class DevQuestions {
    @Inject
    GraphRag rag;

    @Inject
    BackgroundSync documents;

    /** Quarkus makes the one instance. */
    public DevQuestions() {}

    /** Counts, and how far the documents are read, in lines. */
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
        for (SyncProgress.Place place : documents.progress().places()) {
            lines.append(place.place())
                    .append(": ")
                    .append(place.error().isEmpty() ? place.state().name().toLowerCase(Locale.ROOT) : place.error())
                    .append('\n');
        }
        return lines.toString();
    }

    /** The answer to a question. */
    public String ask(String question) {
        return rag.ask(question).text();
    }

    /** Reads the documents again, unless that is under way. */
    public boolean readDocuments() {
        return documents.start();
    }
}
