package dev.tern.models;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModelName;
import dev.tern.error.TernException;
import dev.tern.ingest.split.SentenceSplitter;
import dev.tern.ingest.split.Splitter;
import dev.tern.model.TokenCounter;
import dev.tern.models.kept.VectorCache;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Makes models from settings. Nothing is sent or loaded before a model's first use.
 *
 * <p>A failing model throws {@link TernException} with a sentence for the user, and {@link
 * java.util.concurrent.CancellationException} if the thread is interrupted. {@link EmbeddingModel#modelName} is the name
 * to write into a graph; vectors have unit length.
 */
public final class Models {
    /** First guesses, before a server has reported how many tokens its requests take; answers count too. */
    private static final double TOKENS_FOR_ESTIMATED_IN_CHAT = 2.0;

    private static final double TOKENS_FOR_ESTIMATED_IN_EMBEDDING = 1.25;

    private Models() {}

    /**
     * Connects to a chat model.
     *
     * @throws TernException if a provider itself is asked for without a key, or with that of another provider
     */
    public static CloseableChatModel chatModel(ChatModelSettings settings) {
        return chatModel(settings, null);
    }

    /**
     * A chat model whose requests go no faster than those of all processes together may.
     *
     * @param pace hands out turns in place of the limits of the settings; null where there is only this process
     * @throws TernException if a provider itself is asked for without a key, or with that of another provider
     */
    public static CloseableChatModel chatModel(ChatModelSettings settings, @Nullable Pace pace) {
        Served served = new Served(settings.provider(), settings.modelName(), settings.endpoint());
        settings.endpoint().requireKey(settings.provider());
        Wire wire = wire(settings.endpoint(), TOKENS_FOR_ESTIMATED_IN_CHAT, pace);
        ChatWire negotiation = new ChatWire(wire, settings);
        ChatModels models = new ChatModels(settings, wire.asBuilder(negotiation));
        return new ServedChatModel(
                models.whole(), models.streaming(), served, settings.maxReplyTokens(), negotiation, wire);
    }

    /**
     * An embedding model. One that tells questions from passages, by prefixes or because its provider does, takes LangChain4j's type of
     * input, and a text of no type for a passage.
     *
     * @throws TernException if a provider itself is asked for without a key, or with that of another provider, or a folder is not that of a
     *     sentence encoder
     */
    public static CloseableEmbeddingModel embeddingModel(EmbeddingModelSettings settings) {
        return settings.provider() == Provider.IN_PROCESS
                ? inProcess(settings)
                : prefixed(settings, settings.dialect().prefixes(), served(settings, null));
    }

    /**
     * An embedding model whose requests go no faster than those of all processes together may.
     *
     * @param pace hands out turns in place of the limits of the settings
     * @throws TernException as {@link #embeddingModel(EmbeddingModelSettings)}
     */
    public static CloseableEmbeddingModel embeddingModel(EmbeddingModelSettings settings, Pace pace) {
        return settings.provider() == Provider.IN_PROCESS
                ? inProcess(settings)
                : prefixed(settings, settings.dialect().prefixes(), served(settings, pace));
    }

    /**
     * An embedding model that asks only for vectors that are not kept. The model in process remembers
     * its last texts by itself, and is made without the cache.
     *
     * @param cache is not closed with the model
     * @throws TernException if a provider itself is asked for without a key, or with that of another provider, or a folder is not that of a
     *     sentence encoder
     */
    public static CloseableEmbeddingModel embeddingModel(EmbeddingModelSettings settings, VectorCache cache) {
        if (settings.provider() == Provider.IN_PROCESS) {
            return inProcess(settings);
        }
        // Servers give their own models the names of others: a wrong vector is worse than one that is paid twice.
        String scope = String.join(
                "\n",
                settings.provider().toString(),
                settings.endpoint().baseUrlFor(settings.provider()),
                Prefixes.without(settings.modelName()),
                String.valueOf(settings.dimensions()));
        return prefixed(
                settings,
                settings.dialect().prefixes(),
                new CachedEmbeddingModel(served(settings, null), cache, scope));
    }

    private static CloseableEmbeddingModel served(EmbeddingModelSettings settings, @Nullable Pace pace) {
        settings.endpoint().requireKey(settings.provider());
        Served served = new Served(settings.provider(), Prefixes.without(settings.modelName()), settings.endpoint());
        Wire wire = wire(settings.endpoint(), TOKENS_FOR_ESTIMATED_IN_EMBEDDING, pace);
        return new ServedEmbeddingModel(
                new EmbeddingWire(wire, served, settings),
                served,
                wire,
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
                : ReadyEncoder.of(Prefixes.without(settings.modelName()));
    }

    private static CloseableEmbeddingModel prefixed(
            EmbeddingModelSettings settings, Prefixes own, CloseableEmbeddingModel model) {
        Prefixes prefixes = prefixes(settings, own);
        return prefixes.equals(Prefixes.NONE) && own.equals(Prefixes.NONE)
                ? model
                : new PrefixedEmbeddingModel(model, prefixes, name(model.modelName(), prefixes, own));
    }

    private static Prefixes prefixes(EmbeddingModelSettings settings, Prefixes own) {
        return Prefixes.in(settings.modelName(), own).with(settings.questionPrefix(), settings.passagePrefix());
    }

    private static String name(String model, Prefixes prefixes, Prefixes own) {
        return prefixes.equals(own) ? model : prefixes.named(model);
    }

    /** Whether a name, such as a graph remembers, is that of an embedding model which comes with Tern. */
    public static boolean isInProcess(String modelName) {
        return ReadyEncoder.find(Prefixes.without(modelName)).isPresent();
    }

    /**
     * The name that graphs remember of the model that settings describe. No model is made; of a folder the files are read.
     *
     * @throws TernException if a folder is not that of a sentence encoder
     */
    public static String modelName(EmbeddingModelSettings settings) {
        if (settings.provider() == Provider.IN_PROCESS) {
            SentenceEncoder encoder = encoder(settings);
            return name(encoder.modelName(), prefixes(settings, encoder.prefixes()), encoder.prefixes());
        }
        Prefixes own = settings.dialect().prefixes();
        return name(Prefixes.without(settings.modelName()), prefixes(settings, own), own);
    }

    /**
     * The parameters of a graph with an embedding model: a served one cuts into requests of {@code batchSize} texts, or as many as the
     * provider takes, what it is handed, and keeps {@code parallelRequests} of them in flight, so it is handed that many at once.
     */
    public static Parameters parameters(EmbeddingModelSettings settings, Parameters parameters) {
        if (settings.provider() == Provider.IN_PROCESS) {
            return parameters;
        }
        int texts = settings.textsOfARequest() * settings.endpoint().parallelRequests();
        return parameters.with(Parameter.EMBED_BATCH, Math.min(Parameter.MAX_EMBED_BATCH, texts));
    }

    /**
     * Cuts documents into passages of whole sentences: {@code passageTokens} with an overlap of {@code overlapTokens}, counted as the
     * embedding model counts and no more than it reads, where it is one of Tern's, and estimated otherwise. A model in process is loaded
     * for the first document.
     */
    public static Splitter splitter(EmbeddingModel model, Parameters parameters) {
        return model instanceof CloseableEmbeddingModel own
                ? Splitter.lazy(() -> splitter(
                        Math.min(parameters.get(Parameter.PASSAGE_TOKENS), own.maxTokens()),
                        own.tokenCounter(),
                        parameters))
                : splitter(parameters.get(Parameter.PASSAGE_TOKENS), TokenCounter.estimated(), parameters);
    }

    private static Splitter splitter(int tokens, TokenCounter counter, Parameters parameters) {
        return SentenceSplitter.builder()
                .tokenLimit(tokens)
                .overlap(Math.min(parameters.get(Parameter.OVERLAP_TOKENS), tokens / 2))
                .counter(counter)
                .build();
    }

    /**
     * Unpacks what the usual model in process and the caches need into a directory (about 56 MB), so that later processes start faster: they
     * are given {@code -Dtern.natives=DIRECTORY}.
     *
     * @throws TernException if the directory cannot be written, or there are no libraries for this machine
     */
    public static void prepareNatives(Path directory) {
        ReadyEncoder usual = ReadyEncoder.MINILM;
        NativeFiles.prepare(directory, List.of(usual.modelFile(), usual.tokenizerFile()));
    }

    private static int knownDimension(EmbeddingModelSettings settings) {
        if (settings.dimensions() != null) {
            return settings.dimensions();
        }
        Integer known = settings.provider() == Provider.OPENAI
                ? OpenAiEmbeddingModelName.knownDimension(Prefixes.without(settings.modelName()))
                : null;
        return known == null ? 0 : known;
    }

    private static Wire wire(Endpoint endpoint, double tokensForEstimated, @Nullable Pace pace) {
        BackOff backOff = new BackOff(endpoint.backOffBase(), endpoint.backOffCap(), Clock.systemUTC(), new Random());
        return new Wire(endpoint, backOff, new RateLimit(endpoint, tokensForEstimated, RateLimit.Timer.SYSTEM, pace));
    }
}
