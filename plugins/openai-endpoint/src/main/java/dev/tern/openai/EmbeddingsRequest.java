package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.openai.ChatCompletion.TokensUsed;
import dev.tern.server.front.Problem;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request for the vectors of texts. Other fields are accepted and ignored.
 *
 * @param model a {@link ModelName}, whose graph's embedding model is used
 * @param input a text, or an array of texts
 * @param format float or base64
 * @param dimensions the requested length of the vectors, which must be the model's
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record EmbeddingsRequest(
        String model,
        JsonNode input,
        @JsonProperty("encoding_format") @Nullable String format,
        @Nullable Integer dimensions) {
    static final int MAX_TEXTS = 1_000;

    /** The maximum number of UTF-16 units of one text. */
    private static final int MAX_CHARACTERS = 32_768;

    /** Vectors in OpenAI's format; {@code object} is always {@code list}. */
    record Embeddings(String object, List<TextVector> data, String model, TokensUsed usage) {}

    /**
     * The vector of a text.
     *
     * @param object always {@code embedding}
     * @param embedding the numbers of the vector, or their little-endian bytes in base64
     */
    record TextVector(String object, int index, Object embedding) {}

    /**
     * Returns the texts in order.
     *
     * @throws Problem if the format is unknown, a value is not a text, a text is blank or too long,
     *     or the number of texts is out of range
     */
    List<String> texts() {
        if (format != null && !format.equals("float") && !format.equals("base64")) {
            throw Problem.badRequest("\"encoding_format\" must be float or base64");
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode text : input.isArray() ? input : List.of(input)) {
            if (!text.isTextual()) {
                throw Problem.badRequest("\"input\" must be a text or a list of texts; tokens are not supported");
            }
            if (text.textValue().isBlank() || text.textValue().length() > MAX_CHARACTERS) {
                throw Problem.badRequest("\"input[" + texts.size() + "]\" must have 1 to " + MAX_CHARACTERS
                        + " characters, and has " + text.textValue().strip().length());
            }
            texts.add(text.textValue());
        }
        if (texts.isEmpty() || texts.size() > MAX_TEXTS) {
            throw Problem.badRequest("\"input\" has " + texts.size() + " texts; it must have 1 to " + MAX_TEXTS);
        }
        return texts;
    }

    /**
     * Returns the response with the vectors.
     *
     * @param vectors the vectors by text
     * @param tokens the tokens that the model has read
     * @throws Problem if vectors of another length are requested
     */
    Embeddings answer(List<String> texts, Map<String, float[]> vectors, long tokens) {
        List<TextVector> data = new ArrayList<>();
        for (String text : texts) {
            float[] vector = vectors.getOrDefault(text, new float[0]);
            if (dimensions != null && dimensions != vector.length) {
                throw Problem.badRequest(
                        "\"dimensions\" is " + dimensions + "; the vectors of this model have " + vector.length);
            }
            data.add(new TextVector("embedding", data.size(), "base64".equals(format) ? base64(vector) : vector));
        }
        return new Embeddings("list", data, model, new TokensUsed(tokens, 0, tokens));
    }

    private static String base64(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * vector.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(vector);
        return Base64.getEncoder().encodeToString(bytes.array());
    }
}
