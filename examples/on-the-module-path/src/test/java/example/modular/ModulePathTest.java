package example.modular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.langchain4j.rag.query.Query;
import dev.tern.GraphRag;
import dev.tern.documents.LoadListener;
import dev.tern.documents.SourceLoader;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.langchain4j.GraphContentRetriever;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.store.GraphStore;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import dev.tern.transfer.ExportFormat;
import dev.tern.transfer.ExportSettings;
import dev.tern.transfer.GraphExport;
import dev.tern.transfer.TransferListener;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tern's modules work on the module path, and do not export their internals. */
class ModulePathTest {
    private static final String QUESTION = "Which bridge did Emil Marr's daughter build?";
    private static final SourceDocument LENA =
            SourceDocument.of("lena", "Lena Marr, Emil's daughter, built the Vale bridge.");

    @TempDir
    Path folder;

    /** Runs an action on a graph over a store, and closes the store. */
    private static void with(GraphStore store, Consumer<GraphRag> use) {
        var settings = EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .build();
        try (var embeddings = Models.embeddingModel(settings);
                var rag = GraphRag.builder()
                        .ownedStore(store)
                        .embeddingModel(embeddings)
                        .build()) {
            use.accept(rag);
        }
    }

    @Test
    void librariesAreModulesWithDescriptors() {
        assertTrue(getClass().getModule().isNamed());
        for (Class<?> library : List.of(
                GraphRag.class,
                LuceneGraphStore.class,
                MilvusGraphCatalog.class,
                Models.class,
                SourceLoader.class,
                GraphContentRetriever.class,
                GraphExport.class)) {
            Module module = library.getModule();
            assertTrue(module.isNamed(), library.getName());
            assertFalse(module.getDescriptor().isAutomatic(), module.getName());
        }
    }

    @Test
    void packagesOfStepsAreNotExported() {
        Module core = GraphRag.class.getModule();
        List<String> hidden = core.getPackages().stream()
                .filter(name -> !core.isExported(name, getClass().getModule()))
                .sorted()
                .toList();

        assertEquals(
                List.of(
                        "dev.tern.files",
                        "dev.tern.ingest.index",
                        "dev.tern.query.answer",
                        "dev.tern.query.choose",
                        "dev.tern.query.collect",
                        "dev.tern.query.expand",
                        "dev.tern.query.rank",
                        "dev.tern.query.recognise",
                        "dev.tern.query.seed",
                        "dev.tern.store.shared",
                        "dev.tern.text"),
                hidden);
    }

    @Test
    void embeddedGraphAnswersAlsoThroughLangChain4j() {
        with(LuceneGraphStore.open(folder, "default"), rag -> {
            rag.add(LENA);
            assertEquals(
                    "“Lena Marr, Emil's daughter, built the Vale bridge.” [1]",
                    rag.ask(QUESTION).text());
            assertEquals(
                    1,
                    GraphContentRetriever.of(rag).retrieve(Query.from(QUESTION)).size());
        });
    }

    @Test
    void graphIsExported() {
        with(LuceneGraphStore.open(folder, "default"), rag -> rag.add(LENA));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (var store = LuceneGraphStore.open(folder, "default")) {
            GraphExport.write(store, new ExportSettings(ExportFormat.JSONL, false), file, TransferListener.NONE);
        }
        assertTrue(file.toString().contains("Lena Marr"), file.toString());
    }

    @Test
    void filesAreReadByAProcessOfTheirOwn() throws Exception {
        Files.writeString(folder.resolve("lena.html"), "<html><body><p>Lena built a bridge.</p></body></html>");
        List<SourceDocument> read = new ArrayList<>();
        try (var documents = SourceLoader.builder()
                .build()
                .load(List.of("lena.html"), folder, InputStream.nullInputStream(), LoadListener.NONE)) {
            documents.forEach(read::add);
        }
        assertEquals(1, read.size());
        assertTrue(read.get(0).text().contains("Lena built a bridge."));
    }

    @Test
    void clientOfMilvusGetsAsFarAsTheSocket() {
        MilvusSettings nobody = MilvusSettings.at("http://127.0.0.1:1")
                .connectTimeout(Duration.ofSeconds(1))
                .build();

        TernException failure = assertThrows(
                TernException.class, () -> MilvusGraphCatalog.connect(nobody).graphs());

        assertEquals(TernException.Fault.STORE, failure.fault());
        assertTrue(failure.getMessage().contains("127.0.0.1:1"), failure.getMessage());
    }
}
