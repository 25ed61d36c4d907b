package dev.tern.models;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModelName;
import dev.tern.error.TernException;
import dev.tern.ingest.split.SentenceSplitter;
import dev.tern.ingest.split.Splitter;
import dev.tern.models.kept.VectorCache;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Creates models from settings. Nothing is sent, and no model is loaded, before a model's first
 * use.
 *
 * <p>A model throws {@link TernException} with a sentence for the user if a call fails, and {@link
 * java.util.concurrent.CancellationException} if the calling thread is interrupted. {@link
 * EmbeddingModel#modelName} is the name to store in a graph. Vectors have unit length.
 */
public final class Models {
    /** The initially assumed tokens, answers included, per estimated token of a request. */
    private static final double TOKENS_FOR_ESTIMATED_IN_CHAT = 2.0;

    private static final double TOKENS_FOR_ESTIMATED_IN_EMBEDDING = 1.25;

    private Models() {}

    /**
     * Returns a chat model.
     *
     * @throws TernException if a required key or URL is missing, or the key is another provider's
     */
    public static CloseableChatModel chatModel(ChatModelSettings settings) {
        return chatModel(settings, null);
    }

    /**
     * Returns a chat model that shares its rate limit with other processes.
     *
     * @param pace the shared limit, which replaces the limits per minute of the settings; null to
     *     use these
     * @throws TernException if a required key or URL is missing, or the key is another provider's
     */
    public static CloseableChatModel chatModel(ChatModelSettings settings, @Nullable SharedRateLimit pace) {
        ServedModel servedModel = new ServedModel(settings.provider(), settings.modelName(), settings.endpoint());
        settings.endpoint().requireKey(settings.provider());
        ModelHttpClient modelHttpClient = wire(settings.endpoint(), TOKENS_FOR_ESTIMATED_IN_CHAT, pace);
        ChatHttpClient negotiation = new ChatHttpClient(modelHttpClient, settings);
        ChatModels models = new ChatModels(settings, modelHttpClient.asBuilder(negotiation));
        return new ServedChatModel(
                models.blocking(),
                models.streaming(),
                servedModel,
                settings.maxReplyTokens(),
                negotiation,
                modelHttpClient);
    }

    /**
     * Returns an embedding model. A model that distinguishes questions from passages, by prefixes
     * or types, supports LangChain4j's parameter {@code INPUT_TYPE}; texts without a type count as
     * passages.
     *
     * @throws TernException if a required key or URL is missing, the key is another provider's, or
     *     a folder is not a sentence encoder
     */
    public static CloseableEmbeddingModel embeddingModel(EmbeddingModelSettings settings) {
        return settings.provider() == KnownProvider.IN_PROCESS
                ? inProcess(settings)
                : prefixed(settings, settings.dialect().prefixes(), served(settings, null));
    }

    /**
     * Returns an embedding model that shares its rate limit with other processes.
     *
     * @param pace the shared limit, which replaces the limits per minute of the settings; a model
     *     in process ignores it
     * @throws TernException as {@link #embeddingModel(EmbeddingModelSettings)}
     */
    public static CloseableEmbeddingModel embeddingModel(EmbeddingModelSettings settings, SharedRateLimit pace) {
        return settings.provider() == KnownProvider.IN_PROCESS
                ? inProcess(settings)
                : prefixed(settings, settings.dialect().prefixes(), served(settings, pace));
    }

    /**
     * Returns an embedding model with a cache. A model in process has its own cache in memory
     * instead.
     *
     * @param cache the cache, which stays open when the model is closed
     * @throws TernException if a required key or URL is missing, the key is another provider's, or
     *     a folder is not a sentence encoder
     */
    public static CloseableEmbeddingModel embeddingModel(EmbeddingModelSettings settings, VectorCache cache) {
        if (settings.provider() == KnownProvider.IN_PROCESS) {
            return inProcess(settings);
        }
        // The scope includes the address: servers reuse the names of other models, and a wrong
        // vector is worse than paying twice.
        String scope = String.join(
                "\n",
                settings.provider().toString(),
                settings.endpoint().baseUrlFor(settings.provider()),
                TextPrefixes.plainName(settings.modelName()),
                String.valueOf(settings.dimensions()));
        return prefixed(
                settings,
                settings.dialect().prefixes(),
                new CachedEmbeddingModel(served(settings, null), cache, scope));
    }

    private static CloseableEmbeddingModel served(EmbeddingModelSettings settings, @Nullable SharedRateLimit pace) {
        settings.endpoint().requireKey(settings.provider());
        ServedModel servedModel =
                new ServedModel(settings.provider(), TextPrefixes.plainName(settings.modelName()), settings.endpoint());
        ModelHttpClient modelHttpClient = wire(settings.endpoint(), TOKENS_FOR_ESTIMATED_IN_EMBEDDING, pace);
        return new ServedEmbeddingModel(
                new EmbeddingHttpClient(modelHttpClient, servedModel, settings),
                servedModel,
                modelHttpClient,
                settings.textsOfARequest(),
                knownDimension(settings));
    }

    private static CloseableEmbeddingModel inProcess(EmbeddingModelSettings settings) {
        SentenceEncoder encoder = encoder(settings);
        int cores = Runtime.getRuntime().availableProcessors();
        InProcessEmbeddingModel model = new InProcessEmbeddingModel(
                encoder, Math.min(cores, settings.endpoint().parallelRequests()), settings.rememberedBytes());
        return prefixed(settings, encoder.prefixes(), model);
    }

    private static SentenceEncoder encoder(EmbeddingModelSettings settings) {
        return settings.isFolder()
                ? EncoderFolder.open(settings)
                : BundledEncoders.of(TextPrefixes.plainName(settings.modelName()));
    }

    private static CloseableEmbeddingModel prefixed(
            EmbeddingModelSettings settings, TextPrefixes own, CloseableEmbeddingModel model) {
        TextPrefixes prefixes = prefixes(settings, own);
        return prefixes.equals(TextPrefixes.NONE) && own.equals(TextPrefixes.NONE)
                ? model
                : new PrefixedEmbeddingModel(model, prefixes, name(model.modelName(), prefixes, own));
    }

    private static TextPrefixes prefixes(EmbeddingModelSettings settings, TextPrefixes own) {
        return TextPrefixes.in(settings.modelName(), own).with(settings.questionPrefix(), settings.passagePrefix());
    }

    private static String name(String model, TextPrefixes prefixes, TextPrefixes own) {
        return prefixes.equals(own) ? model : prefixes.modelName(model);
    }

    /** Returns true for a name of an in-process model, unless the model is loaded from a folder. */
    public static boolean isInProcess(String modelName) {
        return BundledEncoders.find(TextPrefixes.plainName(modelName)).isPresent();
    }

    /**
     * Returns the name that graphs store for a model, without creating the model. The name of a
     * model from a folder contains a digest of the folder's files, which this call reads.
     *
     * @throws TernException if a folder is not a sentence encoder
     */
    public static String modelName(EmbeddingModelSettings settings) {
        if (settings.provider() == KnownProvider.IN_PROCESS) {
            SentenceEncoder encoder = encoder(settings);
            return name(encoder.modelName(), prefixes(settings, encoder.prefixes()), encoder.prefixes());
        }
        TextPrefixes own = settings.dialect().prefixes();
        return name(TextPrefixes.plainName(settings.modelName()), prefixes(settings, own), own);
    }

    /**
     * Returns a graph's parameters adapted to an embedding model. For a served model, the embedding
     * batch becomes as large as all concurrent requests together: the texts of a request times
     * {@code parallelRequests}, but at most {@link Parameter#MAX_EMBED_BATCH}. For a model in
     * process, nothing changes.
     */
    public static Parameters parameters(EmbeddingModelSettings settings, Parameters parameters) {
        if (settings.provider() == KnownProvider.IN_PROCESS) {
            return parameters;
        }
        int texts = settings.textsOfARequest() * settings.endpoint().parallelRequests();
        return parameters.with(Parameter.EMBED_BATCH, Math.min(Parameter.MAX_EMBED_BATCH, texts));
    }

    /**
     * Returns a splitter into passages of at most {@code passageTokens} tokens, with an overlap of
     * at most {@code overlapTokens} and at most half a passage. A {@link CloseableEmbeddingModel}
     * counts tokens, and its maximum also limits a passage; for another model, tokens are
     * estimated. A model in process is loaded when the first document is split.
     */
    public static Splitter splitter(EmbeddingModel model, Parameters parameters) {
        return model instanceof CloseableEmbeddingModel own
                ? Splitter.lazy(() -> SentenceSplitter.of(
                        parameters,
                        Math.min(parameters.get(Parameter.PASSAGE_TOKENS), own.maxTokens()),
                        own.tokenCounter()))
                : SentenceSplitter.of(parameters);
    }

    /**
     * Unpacks SQLite's library and, if all-MiniLM-L6-v2 is present, this model and its libraries
     * (56 MB) into a directory. Processes with {@code -Dtern.natives=DIRECTORY} then start faster.
     *
     * @throws TernException if the directory cannot be written, or libraries are missing
     */
    public static void prepareNatives(Path directory) {
        ReadyEncoder usual = ReadyEncoder.MINILM;
        NativeFiles.prepare(
                directory, usual.isPresent() ? List.of(usual.modelFile(), usual.tokenizerFile()) : List.of());
    }

    /** Returns a name of the default in-process model: all-MiniLM-L6-v2 if present, else static. */
    public static String defaultInProcess() {
        return ReadyEncoder.MINILM.isPresent() ? ReadyEncoder.MINILM.modelName() : StaticEncoder.DESCRIPTION.label();
    }

    private static int knownDimension(EmbeddingModelSettings settings) {
        if (settings.dimensions() != null) {
            return settings.dimensions();
        }
        Integer known = settings.provider() == KnownProvider.OPENAI
                ? OpenAiEmbeddingModelName.knownDimension(TextPrefixes.plainName(settings.modelName()))
                : null;
        return known == null ? 0 : known;
    }

    private static ModelHttpClient wire(
            ModelEndpoint endpoint, double tokensForEstimated, @Nullable SharedRateLimit pace) {
        RetryPolicy backOff =
                new RetryPolicy(endpoint.backOffBase(), endpoint.maxBackOff(), Clock.systemUTC(), new Random());
        return new ModelHttpClient(
                endpoint, backOff, new RateLimit(endpoint, tokensForEstimated, RateLimit.Timer.SYSTEM, pace));
    }
}
