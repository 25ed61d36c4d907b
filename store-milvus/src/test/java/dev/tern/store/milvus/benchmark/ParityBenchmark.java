package dev.tern.store.milvus.benchmark;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.copy.CopyListener;
import dev.tern.copy.GraphCopy;
import dev.tern.eval.questions.BeirDataset;
import dev.tern.eval.questions.Corpus;
import dev.tern.eval.questions.Query;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.ingest.IngestListener;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.Models;
import dev.tern.models.Provider;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.store.milvus.IndexKind;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Real questions on a real corpus, asked of every store: how many of the same passages each finds. */
final class ParityBenchmark {
    private static final int QUESTIONS = 50;

    private ParityBenchmark() {}

    static void run(Path data) throws IOException {
        QuestionSet dataset = BeirDataset.read(data);
        List<String> questions =
                dataset.queries().stream().limit(QUESTIONS).map(Query::text).toList();
        try (CloseableEmbeddingModel model = Models.embeddingModel(EmbeddingModelSettings.builder()
                        .provider(Provider.IN_PROCESS)
                        .build());
                GraphStore reference = new InMemoryGraphStore()) {
            try (Corpus.Reading documents = dataset.corpus().open()) {
                GraphRag.builder()
                        .store(reference)
                        .embeddingModel(model)
                        .build()
                        .add(documents, IngestListener.NONE);
            }
            List<List<String>> expected = Parity.found(reference, model, questions);
            System.out.println(dataset.name() + ": the five passages of " + questions.size()
                    + " questions, naive and local, beside the exact reference");
            try (GraphStore store = LuceneGraphStore.open(Files.createTempDirectory("tern-parity"), "parity")) {
                compare("Lucene", reference, expected, store, model, questions);
            }
            Servers.each((name, uri) -> {
                for (IndexKind index : List.of(IndexKind.FLAT, IndexKind.AUTOINDEX)) {
                    try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
                                    MilvusSettings.at(uri).index(index).build());
                            GraphStore store =
                                    catalog.open("parity_" + index.name().toLowerCase(Locale.ROOT))) {
                        compare(name + " " + index, reference, expected, store, model, questions);
                    }
                }
            });
        }
    }

    private static void compare(
            String name,
            GraphStore reference,
            List<List<String>> expected,
            GraphStore store,
            EmbeddingModel model,
            List<String> questions) {
        GraphCopy.copy(reference, store, CopyListener.NONE).requireSame();
        Parity parity = Parity.of(expected, store, model, questions);
        System.out.printf(
                Locale.ROOT,
                "%-28s %6.2f %% of %d passages the same, %d of %d lists identical%n",
                name,
                parity.percent(),
                parity.passages(),
                parity.identical(),
                2 * parity.questions());
    }
}
