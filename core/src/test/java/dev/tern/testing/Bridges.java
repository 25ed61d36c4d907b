package dev.tern.testing;

import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import java.util.List;
import java.util.Map;

/** A small graph in two documents: the builders of bridges, and their family. */
public final class Bridges {
    /** A question that needs both documents. */
    public static final String QUESTION = "Which bridge did Emil Marr's daughter build?";

    private Bridges() {}

    /** Returns an empty graph that collects two passages, fewer than will be added. */
    public static GraphRag empty() {
        return GraphRag.builder()
                .store(new InMemoryGraphStore())
                .embeddingModel(new HashingEmbeddingModel(256))
                .parameters(Parameters.of(Parameter.FINAL_TOP_K, 2))
                .build();
    }

    /** Returns the graph, without a chat model. */
    public static GraphRag built() {
        GraphRag rag = empty();
        rag.add(
                SourceDocument.of("family", "Lena Marr is the daughter of Emil Marr.")
                        .withTitle("The Marr family")
                        .withStatements(List.of(Statement.of("Lena Marr", "is the daughter of", "Emil Marr")))
                        .withMetadata(SourceMetadata.of(Map.of("archive", "Vale"))),
                SourceDocument.of("bridge", "The Vale bridge, of stone, was built by Lena Marr.")
                        .withStatements(List.of(Statement.of("Lena Marr", "built", "the Vale bridge"))),
                SourceDocument.of("mill", "Orla Finn grinds rye at the mill.")
                        .withStatements(List.of(Statement.of("Orla Finn", "grinds", "rye"))));
        return rag;
    }
}
