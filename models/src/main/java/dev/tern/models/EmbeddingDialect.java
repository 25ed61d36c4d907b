package dev.tern.models;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The request format and limits of a provider's embeddings.
 *
 * @param path the path of the request, appended to the base URL
 * @param texts the request field for the texts
 * @param vectors the JSON pointer to the vectors in a response
 * @param dimensions the request field for the vector length
 * @param types the request field that separates questions from passages; null if there is none
 * @param prefixes the prefixes of questions and passages; empty if none are known
 * @param maxTexts the maximum number of texts of a request
 * @param maxTokens the maximum tokens of a request; {@link Integer#MAX_VALUE} for no limit
 * @param readTokens the maximum number of tokens of a text that affect its vector
 */
record EmbeddingDialect(
        String path,
        String texts,
        String vectors,
        String dimensions,
        @Nullable InputTypeField types,
        TextPrefixes prefixes,
        int maxTexts,
        int maxTokens,
        int readTokens) {
    private static final int UNBOUNDED = Integer.MAX_VALUE;
    /** The input limit of OpenAI's models in tokens, also assumed for models of unknown limit. */
    private static final int INPUT_TOKENS = 8191;

    private static final TextPrefixes GEMINI_2 =
            new TextPrefixes("task: search result | query: ", "title: none | text: ");

    /**
     * The request field that separates questions from passages, with its two values.
     *
     * @param field the name of the field
     * @param question the value for questions
     * @param passage the value for passages, entities and relations
     */
    record InputTypeField(String field, String question, String passage) {}

    /** Returns the dialect of a provider's model; models in process have none. */
    static EmbeddingDialect of(KnownProvider provider, String model) {
        return switch (provider) {
            case COHERE ->
                new EmbeddingDialect(
                        "/embed",
                        "texts",
                        "/embeddings/float",
                        "output_dimension",
                        new InputTypeField("input_type", "search_query", "search_document"),
                        TextPrefixes.NONE,
                        96,
                        UNBOUNDED,
                        model.contains("-v3") ? 512 : INPUT_TOKENS);
            case VOYAGE ->
                likeOpenAi(
                        "output_dimension",
                        new InputTypeField("input_type", "query", "document"),
                        1_000,
                        // The lowest limit, which the largest models have.
                        120_000);
            case JINA ->
                likeOpenAi(
                        "dimensions",
                        model.startsWith("jina-embeddings-v2")
                                ? null
                                : new InputTypeField("task", "retrieval.query", "retrieval.passage"),
                        512,
                        UNBOUNDED);
            case MISTRAL -> likeOpenAi("output_dimension", null, 256, 16_000);
            case GEMINI -> ofGemini(withoutPrefix(model), withoutPrefix(model).startsWith("gemini-embedding-2"));
            case OLLAMA ->
                new EmbeddingDialect(
                        "/api/embed",
                        "input",
                        "/embeddings",
                        "dimensions",
                        null,
                        TextPrefixes.NONE,
                        2_048,
                        UNBOUNDED,
                        INPUT_TOKENS);
            default -> likeOpenAi("dimensions", null, 2_048, 300_000);
        };
    }

    private static EmbeddingDialect likeOpenAi(
            String dimensions, @Nullable InputTypeField types, int maxTexts, int maxTokens) {
        return new EmbeddingDialect(
                "/embeddings",
                "input",
                "/data",
                dimensions,
                types,
                TextPrefixes.NONE,
                maxTexts,
                maxTokens,
                INPUT_TOKENS);
    }

    /** Returns the name of a Gemini model without the prefix {@code models/}. */
    static String withoutPrefix(String model) {
        return model.startsWith("models/") ? model.substring("models/".length()) : model;
    }

    /** Returns Gemini's dialect; the second generation reads the task from a prefix of the text. */
    private static EmbeddingDialect ofGemini(String model, boolean second) {
        return new EmbeddingDialect(
                "/models/" + URLEncoder.encode(model, StandardCharsets.UTF_8).replace("+", "%20")
                        + ":batchEmbedContents",
                "requests",
                "/embeddings",
                "outputDimensionality",
                second ? null : new InputTypeField("taskType", "RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT"),
                second ? GEMINI_2 : TextPrefixes.NONE,
                100,
                UNBOUNDED,
                second ? INPUT_TOKENS : 2_048);
    }
}
