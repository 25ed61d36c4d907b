package dev.tern.models;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * How a provider is asked for vectors, and how much it takes at once.
 *
 * @param path what follows the base URL
 * @param texts the field of the texts
 * @param vectors where the vectors stand in an answer, as a JSON pointer
 * @param dimensions the field that asks for vectors of another length
 * @param types how a request says whether texts are questions or passages; null where it does not
 * @param prefixes what the model was trained to read before texts, where types do not say it
 * @param mostTexts the most texts of a request
 * @param mostTokens the most tokens of a request
 * @param readTokens the most tokens of a text that count for its vector
 */
record EmbeddingDialect(
        String path,
        String texts,
        String vectors,
        String dimensions,
        @Nullable Types types,
        Prefixes prefixes,
        int mostTexts,
        int mostTokens,
        int readTokens) {
    private static final int UNBOUNDED = Integer.MAX_VALUE;
    /** What OpenAI's models read, and no less than most others do. */
    private static final int READ = 8191;

    private static final Prefixes GEMINI_2 = new Prefixes("task: search result | query: ", "title: none | text: ");

    /**
     * How a request says whether its texts are questions or passages.
     *
     * @param field the field that says it
     * @param question what it holds for questions
     * @param passage what it holds for passages, entities and relations
     */
    record Types(String field, String question, String passage) {}

    /** How a model of a provider is asked; not for models in process. */
    static EmbeddingDialect of(Provider provider, String model) {
        return switch (provider) {
            case COHERE ->
                new EmbeddingDialect(
                        "/embed",
                        "texts",
                        "/embeddings/float",
                        "output_dimension",
                        new Types("input_type", "search_query", "search_document"),
                        Prefixes.NONE,
                        96,
                        UNBOUNDED,
                        model.contains("-v3") ? 512 : READ);
            case VOYAGE ->
                likeOpenAi(
                        "output_dimension",
                        new Types("input_type", "query", "document"),
                        1_000,
                        // Of the larger models; the smaller ones take more.
                        120_000);
            case JINA ->
                likeOpenAi(
                        "dimensions",
                        model.startsWith("jina-embeddings-v2")
                                ? null
                                : new Types("task", "retrieval.query", "retrieval.passage"),
                        512,
                        UNBOUNDED);
            case MISTRAL -> likeOpenAi("output_dimension", null, 256, 16_000);
            case GEMINI -> ofGemini(ofGoogle(model), ofGoogle(model).startsWith("gemini-embedding-2"));
            case OLLAMA ->
                new EmbeddingDialect(
                        "/api/embed",
                        "input",
                        "/embeddings",
                        "dimensions",
                        null,
                        Prefixes.NONE,
                        2_048,
                        UNBOUNDED,
                        READ);
            default -> likeOpenAi("dimensions", null, 2_048, 300_000);
        };
    }

    private static EmbeddingDialect likeOpenAi(
            String dimensions, @Nullable Types types, int mostTexts, int mostTokens) {
        return new EmbeddingDialect(
                "/embeddings", "input", "/data", dimensions, types, Prefixes.NONE, mostTexts, mostTokens, READ);
    }

    /** Gemini's name of a model, without the path that may stand before it. */
    static String ofGoogle(String model) {
        return model.startsWith("models/") ? model.substring("models/".length()) : model;
    }

    /** The second generation reads the task from the text, and ignores the field of the type. */
    private static EmbeddingDialect ofGemini(String model, boolean second) {
        return new EmbeddingDialect(
                "/models/" + URLEncoder.encode(model, StandardCharsets.UTF_8).replace("+", "%20")
                        + ":batchEmbedContents",
                "requests",
                "/embeddings",
                "outputDimensionality",
                second ? null : new Types("taskType", "RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT"),
                second ? GEMINI_2 : Prefixes.NONE,
                100,
                UNBOUNDED,
                second ? READ : 2_048);
    }
}
