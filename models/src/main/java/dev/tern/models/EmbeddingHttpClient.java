package dev.tern.models;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import dev.tern.model.TokenEstimator;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends embedding requests in the {@linkplain EmbeddingDialect dialect} of a provider. A response
 * that is not JSON is retried by {@link ServedModel#call}; JSON of another structure fails at once.
 * Thread-safe.
 */
final class EmbeddingHttpClient {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient wire;
    private final ServedModel servedModel;
    private final KnownProvider provider;
    private final String model;
    private final @Nullable Integer dimensions;
    private final ModelEndpoint endpoint;
    private final EmbeddingDialect dialect;

    EmbeddingHttpClient(HttpClient wire, ServedModel servedModel, EmbeddingModelSettings settings) {
        this.wire = wire;
        this.servedModel = servedModel;
        this.provider = settings.provider();
        this.model = TextPrefixes.plainName(settings.modelName());
        this.dimensions = settings.dimensions();
        this.endpoint = settings.endpoint();
        this.dialect = settings.dialect();
    }

    EmbeddingDialect dialect() {
        return dialect;
    }

    /**
     * Requests the vectors of texts.
     *
     * @return the vectors in the order of the texts, perhaps too few or too many; and the tokens
     *     sent, estimated if the response does not report them
     */
    Response<List<Embedding>> embed(List<String> texts, boolean questions) {
        String answer = wire.execute(request(body(texts, questions))).body();
        long tokens = UsageReader.tokens(answer.getBytes(StandardCharsets.UTF_8));
        if (tokens < 0) {
            tokens = texts.stream().mapToLong(TokenEstimator::estimate).sum();
        }
        return Response.from(vectors(answer, texts.size()), new TokenUsage((int) Math.min(tokens, Integer.MAX_VALUE)));
    }

    private HttpRequest request(ObjectNode body) {
        HttpRequest.Builder request = HttpRequest.builder()
                .method(HttpMethod.POST)
                .url(endpoint.baseUrlFor(provider) + dialect.path())
                .addHeader("Content-Type", "application/json")
                .body(body.toString());
        if (endpoint.key() != null) {
            switch (provider) {
                case AZURE -> request.addHeader("api-key", endpoint.key());
                case GEMINI -> request.addHeader("x-goog-api-key", endpoint.key());
                default -> request.addHeader("Authorization", "Bearer " + endpoint.key());
            }
        }
        return request.build();
    }

    private ObjectNode body(List<String> texts, boolean questions) {
        ObjectNode body = JSON.createObjectNode();
        if (provider == KnownProvider.GEMINI) {
            // Each text is a request of its own, which repeats the common fields.
            ArrayNode requests = body.putArray(dialect.texts());
            for (String text : texts) {
                ObjectNode one = requests.addObject().put("model", "models/" + EmbeddingDialect.withoutPrefix(model));
                one.putObject("content").putArray("parts").addObject().put("text", text);
                particulars(one, questions);
            }
            return body;
        }
        body.put("model", model);
        texts.forEach(body.putArray(dialect.texts())::add);
        if (provider == KnownProvider.COHERE) {
            body.putArray("embedding_types").add("float");
        }
        particulars(body, questions);
        return body;
    }

    private void particulars(ObjectNode request, boolean questions) {
        EmbeddingDialect.InputTypeField types = dialect.types();
        if (types != null) {
            request.put(types.field(), questions ? types.question() : types.passage());
        }
        if (dimensions != null) {
            request.put(dialect.dimensions(), dimensions);
        }
    }

    private List<Embedding> vectors(String answer, int texts) {
        JsonNode found = read(answer).at(dialect.vectors());
        if (!found.isArray()) {
            throw unreadable("a part of it is missing");
        }
        int[] places = textIndexes(found, texts);
        @Nullable Embedding[] ordered = new Embedding[places.length];
        for (int i = 0; i < places.length; i++) {
            ordered[places[i]] = vector(found.get(i));
        }
        return Arrays.stream(ordered).map(Objects::requireNonNull).toList();
    }

    /**
     * Returns for each vector the index of its text. Some servers count from 1. Some give all
     * vectors the same index, and send them in the order of the texts.
     */
    private int[] textIndexes(JsonNode found, int texts) {
        int[] inOrder = IntStream.range(0, found.size()).toArray();
        if (found.size() != texts) {
            // The caller rejects a wrong number of vectors.
            return inOrder;
        }
        int[] places = Arrays.stream(inOrder)
                .map(i -> found.get(i).path("index").asInt(i))
                .toArray();
        int[] distinct = Arrays.stream(places).sorted().distinct().toArray();
        if (distinct.length == 1) {
            return inOrder;
        }
        int first = distinct.length == texts ? distinct[0] : -1;
        if (first < 0 || first > 1 || distinct[texts - 1] != first + texts - 1) {
            throw unreadable("its vectors do not match the texts that were sent");
        }
        return Arrays.stream(places).map(place -> place - first).toArray();
    }

    private static JsonNode read(String answer) {
        try {
            return JSON.readTree(answer);
        } catch (JsonProcessingException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    /** Parses a vector; values that are not numbers become NaN. */
    private Embedding vector(JsonNode found) {
        JsonNode parts = found.isArray() ? found : found.path(found.has("values") ? "values" : "embedding");
        if (!parts.isArray()) {
            throw unreadable("a part of it is missing");
        }
        float[] vector = new float[parts.size()];
        for (int i = 0; i < vector.length; i++) {
            vector[i] = parts.get(i).isNumber() ? parts.get(i).floatValue() : Float.NaN;
        }
        return Embedding.from(vector);
    }

    /** Returns the exception for unexpected JSON, which is not retried. */
    private TernException unreadable(String why) {
        return servedModel.unreadable(why);
    }
}
