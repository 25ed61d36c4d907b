package dev.tern.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.ModelEndpoint;
import dev.tern.models.ProviderKey;
import dev.tern.models.money.PriceTable;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphDescription;
import dev.tern.store.StoreOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AppSettingsTest {
    private static final ModelEndpoint KEYED =
            ModelEndpoint.builder().apiKey(ProviderKey.of("f00dfeedcafe")).build();
    private static final Path HERE = Path.of("store");

    private static AppSettings settings(
            KnownProvider provider, @Nullable String url, boolean named, Map<KnownProvider, ModelEndpoint> others) {
        return settings(provider, url, named, others, null);
    }

    private static AppSettings settings(
            KnownProvider provider,
            @Nullable String url,
            boolean named,
            Map<KnownProvider, ModelEndpoint> others,
            @Nullable String model) {
        return new AppSettings(
                new StoreSettings(HERE.toString(), StoreOptions.NONE),
                EmbeddingModelSettings.builder()
                        .provider(provider)
                        .modelName(model)
                        .endpoint(ModelEndpoint.builder().baseUrl(url).build())
                        .build(),
                named,
                others,
                ChatSettings.NONE,
                new ExtractionSettings(ExtractionSettings.Method.RULES, false, List.of(), List.of(), Optional.empty()),
                new SpendingSettings(HERE, 1, PriceTable.EMPTY, Optional.empty()),
                Parameters.DEFAULT);
    }

    private static EmbeddingModelSettings asked(AppSettings settings, String model) {
        return settings.forGraph(Optional.of(new GraphDescription(model, 8))).embedding();
    }

    @Test
    void aGraphIsAskedWithItsOwnModelWhereThereIsAKeyToIt() {
        Map<KnownProvider, ModelEndpoint> voyage = Map.of(KnownProvider.VOYAGE, KEYED);
        for (KnownProvider configured : List.of(KnownProvider.IN_PROCESS, KnownProvider.OPENAI)) {
            EmbeddingModelSettings its = asked(settings(configured, null, false, voyage), "voyage-4");
            assertThat(its.provider()).isEqualTo(KnownProvider.VOYAGE);
            assertThat(its.modelName()).isEqualTo("voyage-4");
            assertThat(its.endpoint()).isEqualTo(KEYED);
            assertThat(its.dimensions()).as("the graph's").isEqualTo(8);
        }
        assertThat(asked(settings(KnownProvider.OPENAI, null, false, voyage), "all-MiniLM-L6-v2")
                        .provider())
                .isEqualTo(KnownProvider.IN_PROCESS);
        assertThat(asked(settings(KnownProvider.OPENAI, null, true, voyage), "voyage-4")
                        .provider())
                .isEqualTo(KnownProvider.OPENAI);
    }

    @Test
    void aModelThatHasOneLengthIsNotAskedForOne() {
        Map<KnownProvider, ModelEndpoint> keys = Map.of(KnownProvider.MISTRAL, KEYED, KnownProvider.COHERE, KEYED);
        AppSettings settings = settings(KnownProvider.IN_PROCESS, null, false, keys);
        assertThat(asked(settings, "mistral-embed").dimensions()).isNull();
        assertThat(asked(settings, "embed-english-v3.0").dimensions()).isNull();
        assertThat(asked(settings, "embed-v4.0").dimensions()).isEqualTo(8);
    }

    @Test
    void aServerOfOnesOwnIsAskedForAnyModel() {
        AppSettings own =
                settings(KnownProvider.OPENAI, "http://localhost:1/v1", false, Map.of(KnownProvider.JINA, KEYED));
        EmbeddingModelSettings its = asked(own, "jina-embeddings-v3");
        assertThat(its.provider()).isEqualTo(KnownProvider.OPENAI);
        assertThat(its.dimensions()).isNull();
    }

    @Test
    void aProvidersOwnAddressIsNoServerOfOnesOwn() {
        AppSettings openAi =
                settings(KnownProvider.OPENAI, "https://api.openai.com/v1", false, Map.of(KnownProvider.VOYAGE, KEYED));
        assertThat(asked(openAi, "voyage-4").provider()).isEqualTo(KnownProvider.VOYAGE);
        AppSettings azure = settings(
                KnownProvider.AZURE,
                "https://mine.openai.azure.com",
                false,
                Map.of(KnownProvider.VOYAGE, KEYED),
                "deployed");
        assertThat(asked(azure, "voyage-4").provider()).isEqualTo(KnownProvider.AZURE);
    }

    @Test
    void aGraphOfTheConfiguredModelIsAskedForItsOwnLength() {
        AppSettings settings = settings(KnownProvider.OPENAI, null, false, Map.of());
        assertThat(asked(settings, "text-embedding-3-small").dimensions()).isEqualTo(8);
        GraphDescription usual = new GraphDescription("text-embedding-3-small", 1536);
        assertThat(settings.forGraph(Optional.of(usual))).as("as it was kept").isSameAs(settings);
    }

    @Test
    void aKeyThatIsMissingIsNamed() {
        for (KnownProvider configured : List.of(KnownProvider.IN_PROCESS, KnownProvider.OPENAI)) {
            assertThatThrownBy(() -> asked(settings(configured, null, false, Map.of()), "embed-v4.0"))
                    .hasMessage("the graph was made with the embedding model \"embed-v4.0\", and no provider of it is"
                            + " configured: set COHERE_API_KEY, or embedding.provider, or embedding.model to the folder"
                            + " of a model, or index into another store or graph");
        }
        assertThatThrownBy(() -> asked(settings(KnownProvider.IN_PROCESS, null, false, Map.of()), "mine"))
                .hasMessageContaining("set OPENAI_API_KEY, or embedding.provider");
        assertThat(asked(settings(KnownProvider.OPENAI, null, false, Map.of()), "mine")
                        .provider())
                .isEqualTo(KnownProvider.OPENAI);
    }
}
