package example.quarkus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import dev.tern.documents.sync.BackgroundSync;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@QuarkusTest
@TestProfile(QuestionsTest.InTarget.class)
class QuestionsTest {
    @Inject
    BackgroundSync documents;

    @TestHTTPResource
    URI address;

    /** A store in the build folder, and any free port. */
    public static final class InTarget implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("tern.store", "target/store", "quarkus.http.test-port", "0");
        }
    }

    @BeforeEach
    void documentsAreRead() throws InterruptedException {
        while (documents.progress().isUnderWay()) {
            Thread.sleep(50);
        }
        assertFalse(documents.progress().hasFailed());
    }

    @Test
    void questionThatNeedsTwoDocumentsIsAnswered() throws Exception {
        String question = "What contribution did the son of Euler's teacher make?";
        assertTrue(body("ask?question=" + URLEncoder.encode(question, StandardCharsets.UTF_8))
                .contains("the pressure of a moving fluid falls"));
    }

    @Test
    void readinessTellsAboutTheGraph() throws Exception {
        assertTrue(body("q/health/ready").contains("\"passages\": 3"));
    }

    @Test
    void embeddingStoreIsSynchronisedWithoutAGraph(@TempDir Path folder) {
        var settings = EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .build();
        try (var model = Models.embeddingModel(settings)) {
            var nearest = EmbeddingSearchRequest.builder()
                    .queryEmbedding(model.embed("bridges").content())
                    .maxResults(3)
                    .build();
            for (int start = 0; start < 2; start++) {
                var store = new InMemoryEmbeddingStore<TextSegment>();
                new SyncedEmbeddingStore()
                        .synchronise(new StartupEvent(), store, model, "documents", folder.resolve("ledger"));
                assertEquals(3, store.search(nearest).matches().size());
            }
        }
    }

    private String body(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(address.resolve("/" + path)).build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
