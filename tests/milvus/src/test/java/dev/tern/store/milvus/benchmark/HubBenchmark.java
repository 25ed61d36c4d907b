package dev.tern.store.milvus.benchmark;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a question about an entity with many thousands of relations costs beside one about an entity with ten. */
final class HubBenchmark {
    private static final int WARM_UP = 20;
    private static final int QUESTIONS = 60;
    private static final int STATEMENTS = 20;

    private HubBenchmark() {}

    static void run(int relations) {
        EmbeddingModel embeddings = new WordEmbeddingModel();
        System.out.printf(Locale.ROOT, "a hub of %,d relations beside an entity of ten%n", relations);
        Servers.each((name, uri) -> {
            try (MilvusGraphCatalog catalog =
                            MilvusGraphCatalog.connect(MilvusSettings.at(uri).build());
                    GraphRag rag = GraphRag.builder()
                            .ownedStore(catalog.open("hub"))
                            .embeddingModel(embeddings)
                            .build()) {
                rag.add(documents(relations), IngestListener.NONE);
                Timings small = new Timings();
                Timings large = new Timings();
                for (int i = 0; i < WARM_UP + QUESTIONS; i++) {
                    Question ofSmall = question("Tiny Village", i);
                    Question ofLarge = question("Great Harbour", i);
                    if (i < WARM_UP) {
                        rag.retrieve(ofSmall);
                        rag.retrieve(ofLarge);
                    } else {
                        small.measure(() -> rag.retrieve(ofSmall));
                        large.measure(() -> rag.retrieve(ofLarge));
                    }
                }
                System.out.printf(Locale.ROOT, "%-16s ten  %s%n", name, small);
                System.out.printf(
                        Locale.ROOT,
                        "%-16s hub  %s   ratio of p50 %.2f%n",
                        name,
                        large,
                        large.percentile(0.5) / small.percentile(0.5));
            }
        });
    }

    private static Question question(String name, int number) {
        return Question.of("Which cargo did ship number " + number + " bring to " + name + "?", Mode.LOCAL);
    }

    private static List<SourceDocument> documents(int relations) {
        List<SourceDocument> documents = new ArrayList<>(documents("Great Harbour", relations));
        documents.addAll(documents("Tiny Village", 10));
        return documents;
    }

    /** Documents of up to twenty statements about one place. */
    static List<SourceDocument> documents(String place, int relations) {
        List<SourceDocument> documents = new ArrayList<>();
        for (int first = 0; first < relations; first += STATEMENTS) {
            List<Statement> statements = new ArrayList<>();
            for (int i = first; i < Math.min(first + STATEMENTS, relations); i++) {
                statements.add(Statement.of(
                        "ship " + MadeUpCorpus.name(i) + " of " + place, "brought cargo " + i + " to", place));
            }
            documents.add(SourceDocument.of(place + " " + first, "Arrivals of week " + first)
                    .withStatements(statements));
        }
        return documents;
    }
}
