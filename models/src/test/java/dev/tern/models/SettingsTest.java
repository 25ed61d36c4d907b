package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private static void assertRefused(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(TernException.Fault.USER))
                .hasMessage(message);
    }

    @Test
    void defaultsAreTheDocumentedOnes() {
        assertThat(ChatModelSettings.builder().build())
                .extracting(ChatModelSettings::provider, ChatModelSettings::modelName, ChatModelSettings::temperature)
                .containsExactly(KnownProvider.OPENAI, "gpt-6-luna", 0.0);
        EmbeddingModelSettings embedding = EmbeddingModelSettings.builder().build();
        assertThat(embedding.modelName()).isEqualTo("text-embedding-3-small");
        assertThat(embedding.batchSize()).isEqualTo(512);
        assertThat(EmbeddingModelSettings.builder()
                        .provider(KnownProvider.of("In-Process"))
                        .build()
                        .modelName())
                .isEqualTo("all-MiniLM-L6-v2");
    }

    @Test
    void outOfRangeIsRefusedWithTheRange() {
        assertRefused(
                "temperature is 3.0 and must be from 0.0 to 2.0",
                () -> ChatModelSettings.builder().temperature(3).build());
        assertRefused(
                "temperature is NaN and must be from 0.0 to 2.0",
                () -> ChatModelSettings.builder().temperature(Double.NaN).build());
        assertRefused(
                "batchSize is 0 and must be from 1 to 2048",
                () -> EmbeddingModelSettings.builder().batchSize(0).build());
        assertRefused(
                "dimensions is 0 and must be from 1 to 65536",
                () -> EmbeddingModelSettings.builder().dimensions(0).build());
        assertRefused(
                "requestTimeout is 0 ms and must be from 100 ms to 3600000 ms",
                () -> ModelEndpoint.builder().requestTimeout(Duration.ZERO).build());
        assertRefused(
                "maxRetries is -1 and must be from 0 to 20",
                () -> ModelEndpoint.builder().maxRetries(-1).build());
        assertRefused(
                "parallelRequests is 0 and must be from 1 to 256",
                () -> ModelEndpoint.builder().parallelRequests(0).build());
        assertRefused(
                "maxBackOff is 1 ms and must be from 500 ms to 600000 ms",
                () -> ModelEndpoint.builder().maxBackOff(Duration.ofMillis(1)).build());
    }

    @Test
    void unknownProvidersAndModelsAreRefusedWithTheChoice() {
        assertRefused(
                "there is no model provider \"acme\": choose one of openai, anthropic, gemini, mistral, azure, bedrock,"
                        + " cohere, voyage, jina, ollama, in-process",
                () -> KnownProvider.of("acme"));
        assertRefused(
                "there is no in-process embedding model \"bge\": choose one of all-MiniLM-L6-v2, bge-small-en-v1.5,"
                        + " e5-small-v2, static",
                () -> EmbeddingModelSettings.builder()
                        .provider(KnownProvider.IN_PROCESS)
                        .modelName("bge")
                        .build());
        assertRefused(
                "there is no chat model of in-process: choose one of openai, anthropic, gemini, mistral, azure,"
                        + " bedrock, ollama, or query without one",
                () -> ChatModelSettings.builder()
                        .provider(KnownProvider.IN_PROCESS)
                        .build());
        assertRefused(
                "there is no embedding model of bedrock: choose one of openai, gemini, mistral, azure, cohere, voyage,"
                        + " jina, ollama, in-process",
                () -> EmbeddingModelSettings.builder()
                        .provider(KnownProvider.BEDROCK)
                        .modelName("m")
                        .build());
    }

    @Test
    void baseUrlsAreCheckedAndTrimmed() {
        assertThat(ModelEndpoint.builder().baseUrl(" https://host/v1/ ").build().baseUrl())
                .isEqualTo("https://host/v1");
        assertRefused(
                "the base URL \"host:80\" is not of the form http://host:port/path or https://host/path",
                () -> ModelEndpoint.builder().baseUrl("host:80").build());
        assertRefused(
                "the base URL holds a user or password: leave it out, and set the key instead",
                () -> ModelEndpoint.builder().baseUrl("https://me:secret@host").build());
        assertRefused(
                "the base URL \"https://ho st?key=...\" is not a URL: Illegal character in authority",
                () -> ModelEndpoint.builder().baseUrl("https://ho st?key=abc").build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://me:p#ss@host/v1",
                "https://me:p%ss@host/v1",
                "https://me:p/ss@host/v1",
                "https://me:12345#ss@host/v1",
                "me:p@ss@host"
            })
    void noPasswordOfABaseUrlIsQuoted(String url) {
        assertThatThrownBy(() -> ModelEndpoint.builder().baseUrl(url).build())
                .hasMessage("the base URL holds a user or password: leave it out, and set the key instead")
                .hasNoCause();
    }

    @Test
    void openAiNeedsAKey() {
        assertRefused(
                "OpenAI needs a key: set OPENAI_API_KEY, or name the base URL of another server,"
                        + " or choose another provider (ollama; in-process for embedding)",
                () -> Models.chatModel(ChatModelSettings.builder().build()));
    }

    @Test
    void theKeyNeverShows() {
        ProviderKey key = ProviderKey.of(" very-secret ");
        ModelEndpoint endpoint = ModelEndpoint.builder().apiKey(key).build();
        assertThat(ChatModelSettings.builder().endpoint(endpoint).build().toString())
                .contains("(key hidden)")
                .doesNotContain("secret");
        assertThat(ProviderKey.redact(key, "wrong: very-secret or sk-ab***yz"))
                .isEqualTo("wrong: (key hidden) or (key hidden)");
        assertThat(ProviderKey.redact(null, "wrong: ABSKabcd+ef/gh= and bedrock-api-key-YmVk+cm9j/aw=="))
                .isEqualTo("wrong: (key hidden) and (key hidden)");
        assertRefused("the API key is blank: set it to a key, or leave it unset", () -> ProviderKey.of(" "));
        assertThatThrownBy(() -> ProviderKey.of("sk-secret\nmore"))
                .isInstanceOf(TernException.class)
                .hasMessage("the API key has a space, a line break or another invalid character: copy it again");
    }
}
