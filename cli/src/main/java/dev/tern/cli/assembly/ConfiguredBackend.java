package dev.tern.cli.assembly;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.cli.config.Configuration;
import dev.tern.cli.config.MilvusChoice;
import dev.tern.cli.config.ModelChoice;
import dev.tern.cli.config.Setting;
import dev.tern.cli.config.StoreLocation;
import dev.tern.models.ApiKey;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.Endpoint;
import dev.tern.models.Models;
import dev.tern.models.Pooling;
import dev.tern.models.Provider;
import dev.tern.models.kept.VectorCache;
import dev.tern.settings.Parameter;
import dev.tern.store.GraphCatalog;
import dev.tern.store.lucene.LuceneGraphCatalog;
import dev.tern.store.lucene.LuceneOptions;
import dev.tern.store.milvus.IndexKind;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** The stores and models that Tern comes with. The models live as long as the process. */
public final class ConfiguredBackend implements Backend {
    /** Whoever ends a server wants it to end. */
    private static final Duration SERVER_MERGE_WAIT = Duration.ofSeconds(5);

    @Override
    public GraphCatalog catalog(Configuration configuration) {
        return switch (configuration.store()) {
            case StoreLocation.Folder folder -> LuceneGraphCatalog.open(folder.directory(), options(configuration));
            case StoreLocation.Server server -> MilvusGraphCatalog.connect(settings(server.milvus()));
        };
    }

    @Override
    public GraphCatalog catalogToServe(Configuration configuration) {
        return configuration.store() instanceof StoreLocation.Folder(Path directory)
                ? LuceneGraphCatalog.open(directory, options(configuration).withMergeWait(SERVER_MERGE_WAIT))
                : catalog(configuration);
    }

    private static LuceneOptions options(Configuration configuration) {
        return LuceneOptions.DEFAULTS.withCheckMegabytes(configuration.whole(Setting.CHECK_MEGABYTES));
    }

    private static MilvusSettings settings(MilvusChoice choice) {
        MilvusSettings.Builder settings = MilvusSettings.at(choice.uri().toString())
                .timeout(choice.timeout())
                .loadTimeout(choice.loadTimeout())
                .connectTimeout(choice.connectTimeout())
                .writeBatchRows(choice.writeBatchRows())
                .parallelRequests(choice.parallelRequests())
                .index(IndexKind.valueOf(choice.indexType()))
                .shards(choice.shards())
                .consistency(choice.consistency());
        choice.token().ifPresent(settings::token);
        choice.user().ifPresent(user -> settings.user(user, choice.password().orElse("")));
        choice.database().ifPresent(settings::database);
        choice.caFile().ifPresent(settings::caFile);
        return settings.build();
    }

    @Override
    public EmbeddingModel embeddingModel(Configuration configuration) {
        return Models.embeddingModel(embeddingSettings(configuration));
    }

    @Override
    public String embeddingModelName(Configuration configuration) {
        return Models.modelName(embeddingSettings(configuration));
    }

    @Override
    public EmbeddingModel embeddingModel(Configuration configuration, VectorCache cache) {
        return Models.embeddingModel(embeddingSettings(configuration), cache);
    }

    private static EmbeddingModelSettings embeddingSettings(Configuration configuration) {
        ModelChoice choice = configuration.embedding();
        EmbeddingModelSettings.Builder settings = EmbeddingModelSettings.builder()
                .provider(Provider.of(choice.provider()))
                .modelName(choice.model())
                .batchSize(configuration.parameters().get(Parameter.EMBED_BATCH))
                .endpoint(endpoint(
                        choice,
                        configuration,
                        Setting.EMBEDDING_REQUESTS_PER_MINUTE,
                        Setting.EMBEDDING_TOKENS_PER_MINUTE));
        // What is said of the configured model is not meant for the one that a graph remembers instead.
        if (configuration
                .text(Setting.EMBEDDING_MODEL)
                .filter(choice.model()::equals)
                .isPresent()) {
            prefix(configuration, Setting.EMBEDDING_QUESTION_PREFIX).ifPresent(settings::questionPrefix);
            prefix(configuration, Setting.EMBEDDING_PASSAGE_PREFIX).ifPresent(settings::passagePrefix);
            configuration
                    .text(Setting.EMBEDDING_POOLING)
                    .map(name -> Pooling.valueOf(name.toUpperCase(Locale.ROOT)))
                    .ifPresent(settings::pooling);
            whole(configuration, Setting.EMBEDDING_MAX_TOKENS).ifPresent(settings::maxTokens);
            whole(configuration, Setting.EMBEDDING_DIMENSIONS).ifPresent(settings::dimensions);
        }
        return settings.build();
    }

    /** A prefix, which is "none" where nothing is to be put before texts: a blank value is a slip. */
    private static Optional<String> prefix(Configuration configuration, Setting setting) {
        return configuration.text(setting).map(text -> text.equalsIgnoreCase("none") ? "" : text);
    }

    private static Optional<Integer> whole(Configuration configuration, Setting setting) {
        return configuration.text(setting).map(Integer::valueOf);
    }

    @Override
    public Optional<ChatModel> chatModel(Configuration configuration) {
        ModelChoice choice = configuration.chat();
        if (choice.provider().equals("none")) {
            return Optional.empty();
        }
        return Optional.of(Models.chatModel(ChatModelSettings.builder()
                .provider(Provider.of(choice.provider()))
                .modelName(choice.model())
                .temperature(configuration.parameters().get(Parameter.TEMPERATURE))
                .endpoint(endpoint(
                        choice, configuration, Setting.CHAT_REQUESTS_PER_MINUTE, Setting.CHAT_TOKENS_PER_MINUTE))
                .build()));
    }

    private static Endpoint endpoint(
            ModelChoice choice, Configuration configuration, Setting requestsPerMinute, Setting tokensPerMinute) {
        Endpoint.Builder endpoint = Endpoint.builder()
                .requestTimeout(Duration.ofSeconds(configuration.whole(Setting.REQUEST_TIMEOUT_SECONDS)))
                .maxRetries(configuration.whole(Setting.MAX_RETRIES))
                .parallelRequests(configuration.whole(Setting.PARALLEL_REQUESTS));
        configuration.text(requestsPerMinute).map(Integer::valueOf).ifPresent(endpoint::requestsPerMinute);
        configuration.text(tokensPerMinute).map(Integer::valueOf).ifPresent(endpoint::tokensPerMinute);
        choice.baseUrl().ifPresent(endpoint::baseUrl);
        choice.apiKey().ifPresent(key -> endpoint.apiKey(ApiKey.of(key)));
        choice.organization().ifPresent(endpoint::organisation);
        return endpoint.build();
    }
}
