package example.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.spring.ai.GraphDocumentRetriever;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class BernoullisApplicationTest {
    private static final String QUESTION = "What contribution did the son of Euler's teacher make?";

    @TempDir
    static Path folder;

    @Value("${local.server.port}")
    int port;

    @Autowired
    GraphDocumentRetriever retriever;

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) {
        registry.add("tern.store", () -> folder.resolve("store").toString());
    }

    @Test
    void questionThatNeedsTwoDocumentsIsAnswered() throws Exception {
        assertThat(body("/ask?question=" + URLEncoder.encode(QUESTION, StandardCharsets.UTF_8)))
                .contains("the pressure of a moving fluid falls", "leonhard-euler", "daniel-bernoulli");
    }

    @Test
    void retrieverOfSpringAiFindsBothDocuments() {
        assertThat(retriever.retrieve(new Query(QUESTION)))
                .extracting(document -> document.getMetadata().get("documentId"))
                .contains("leonhard-euler", "daniel-bernoulli");
    }

    @Test
    void healthTellsAboutTheGraph() throws Exception {
        assertThat(body("/actuator/health")).contains("\"tern\":{", "\"passages\":4", "\"status\":\"UP\"");
    }

    @Test
    void vectorStoreIsSynchronisedWithoutAGraph() throws Exception {
        Files.writeString(Files.createDirectory(folder.resolve("docs")).resolve("lena.md"), "Lena built a bridge.");
        for (int start = 0; start < 2; start++) {
            assertThat(synchronised()).extracting(Document::getText).containsExactly("Lena built a bridge.");
        }
    }

    private static List<Document> synchronised() throws Exception {
        List<Document> added = new ArrayList<>();
        VectorStore store = new VectorStore() {
            @Override
            public void add(List<Document> documents) {
                added.addAll(documents);
            }

            @Override
            public void delete(List<String> ids) {}

            @Override
            public void delete(Filter.Expression filter) {}

            @Override
            public List<Document> similaritySearch(SearchRequest request) {
                return added;
            }
        };
        new SyncedVectorStore()
                .synchronise(store, folder.resolve("docs").toString(), folder.resolve("docs.ledger"))
                .run(new DefaultApplicationArguments());
        return added;
    }

    private String body(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
