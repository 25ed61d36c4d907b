package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.cli.ScriptedBackend;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A graph that was made with another embedding model than the one that is configured now. */
final class OtherModelTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";

    @TempDir
    private Path folder;

    @BeforeEach
    void fill() {
        ScriptedBackend large = new ScriptedBackend(null).with("TERN_EMBEDDING_MODEL", "text-embedding-3-large");
        try (Running server = Running.over(large, folder)) {
            server.add("bridges", Running.EMIL);
        }
    }

    /** Returns a backend without settings of embedding models. */
    private static ScriptedBackend usual() {
        return new ScriptedBackend(null)
                .with("TERN_EMBEDDING_PROVIDER", "")
                .with("TERN_EMBEDDING_MODEL", "")
                .with("TERN_EMBEDDING_API_KEY", "");
    }

    @Test
    void withoutAKeyToItTheGraphIsReadAndItsDocumentsAreRemoved() {
        try (Running server = Running.over(usual(), folder)) {
            assertThat(server.get(GRAPH + "/documents").statusCode()).isEqualTo(200);
            HttpResponse<String> asked = server.post(GRAPH + "/retrieve", Running.BRIDGE);
            assertThat(asked.statusCode()).isEqualTo(503);
            assertThat(asked.body()).contains("the graph was made with the embedding model");
            HttpResponse<String> estimated = server.post(GRAPH + "/estimate", Running.EMIL);
            assertThat(estimated.statusCode()).isEqualTo(503);
            assertThat(server.get(GRAPH + "/documents").body()).contains("lena", "emil");
            assertThat(server.ended(Running.json(server.delete(GRAPH + "/documents?id=emil")))
                            .path("state")
                            .asText())
                    .isEqualTo("done");
            assertThat(server.get(GRAPH + "/documents").body()).contains("lena").doesNotContain("emil\"");
        }
    }

    @Test
    void graphThatAnotherServerMakesAnewIsOpenedAgain() {
        ScriptedBackend keyed = usual().with("OPENAI_API_KEY", "no-key-of-anybody");
        ScriptedBackend small = new ScriptedBackend(null).with("TERN_EMBEDDING_MODEL", "text-embedding-3-small");
        try (Running server = Running.over(keyed, folder);
                Running other = Running.over(small, folder, usual -> usual.folder(folder.resolve("other")))) {
            assertThat(server.post(GRAPH + "/retrieve", Running.BRIDGE).statusCode())
                    .isEqualTo(200);
            assertThat(other.delete(GRAPH).statusCode()).isEqualTo(204);
            other.add("bridges", Running.EMIL);

            Running.eventually(
                    "the graph is asked with its own model",
                    () -> server.post(GRAPH + "/retrieve", Running.BRIDGE).statusCode() == 200
                            && server.get(GRAPH).body().contains("text-embedding-3-small"));
        }
    }

    @Test
    void itsQuestionsCostWhatItsOwnModelCosts() {
        ScriptedBackend backend = usual().with("OPENAI_API_KEY", "no-key-of-anybody")
                .with("TERN_PRICES", "text-embedding-3-large=1000/0,text-embedding-3-small=1/0")
                .withEmbeddingTokens(500);
        try (Running server = Running.over(backend, folder)) {
            assertThat(server.post(GRAPH + "/retrieve", Running.BRIDGE).statusCode())
                    .isEqualTo(200);
            assertThat(server.get("/metrics").body())
                    .containsPattern("tern_model_cost_total\\{task=\"embed\"} [0-9.]*5");
        }
    }
}
