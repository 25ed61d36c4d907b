package dev.tern.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A provider with OpenAI's protocol on a free local port: vectors of words, and, for a passage that
 * holds a code such as {@code Code17}, a reply of three triplets about that code. It counts its
 * calls, and tokens at four characters each.
 */
final class ModelStub implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern CODE = Pattern.compile("Code[0-9]+");
    /** The name of the embedding model; not OpenAI's, as its vectors are shorter. */
    static final String EMBEDDING_MODEL = "stub-embedding";

    private static final int DIMENSION = 64;

    private final ProviderStub server = new ProviderStub(call -> {
        if (call.path().endsWith("/embeddings")) {
            embed(call);
        } else {
            chat(call);
        }
    });
    private final Map<String, AtomicInteger> answered = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong inputTokens = new AtomicLong();
    private volatile Duration latency = Duration.ZERO;
    private volatile IntFunction<Outcome> outcomes = call -> Outcome.ANSWER;

    /** The outcome of a call of the chat model. */
    enum Outcome {
        ANSWER,
        TOO_MANY,
        BROKEN,
        CUT,
        NONSENSE
    }

    String url() {
        return server.url();
    }

    /** Returns the variables that select this provider. */
    Map<String, String> environment() {
        return Map.of(
                "OPENAI_API_KEY",
                "sk-not-a-real-key",
                "OPENAI_BASE_URL",
                url(),
                "TERN_EMBEDDING_MODEL",
                EMBEDDING_MODEL);
    }

    /** Sets the latency of the chat model. */
    void latency(Duration value) {
        latency = value;
    }

    /** Sets the outcomes of the chat model's calls, by their number from 0. */
    void outcomes(IntFunction<Outcome> value) {
        outcomes = value;
    }

    /** Returns the number of chat model calls so far. */
    int calls() {
        return calls.get();
    }

    /** Returns the number of complete replies for each passage's code. */
    Map<String, Integer> answered() {
        Map<String, Integer> counts = new TreeMap<>();
        answered.forEach((code, count) -> counts.put(code, count.get()));
        return counts;
    }

    long inputTokens() {
        return inputTokens.get();
    }

    @Override
    public void close() {
        server.close();
    }

    private static void embed(ProviderStub.Call call) throws IOException {
        long characters = 0;
        for (JsonNode text : call.request().path("input")) {
            characters += text.asText().length();
        }
        call.embed(ModelStub::vector, ProviderStub.tokens(characters));
    }

    private static float[] vector(String text) {
        Random random = new Random(text.hashCode());
        float[] vector = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return vector;
    }

    private void chat(ProviderStub.Call call) throws IOException, InterruptedException {
        String asked = "";
        long characters = 0;
        for (JsonNode message : call.request().path("messages")) {
            String content = message.path("content").isTextual()
                    ? message.path("content").asText()
                    : message.path("content").path(0).path("text").asText();
            characters += content.length();
            if (message.path("role").asText().equals("user")) {
                asked = content;
            }
        }
        Outcome outcome = outcomes.apply(calls.getAndIncrement());
        Thread.sleep(latency);
        switch (outcome) {
            case TOO_MANY -> {
                call.exchange().getResponseHeaders().set("Retry-After", "0");
                call.fail(429, "slow down");
            }
            case BROKEN -> call.fail(500, "oops");
            case CUT -> call.exchange().close();
            case NONSENSE -> say(call, "I am sorry, I can not do that.", characters);
            case ANSWER -> {
                String code = lastCode(asked);
                answered.computeIfAbsent(code, any -> new AtomicInteger()).incrementAndGet();
                say(call, triplets(code), characters);
            }
        }
    }

    private void say(ProviderStub.Call call, String content, long characters) throws IOException {
        long sent = ProviderStub.tokens(characters);
        inputTokens.addAndGet(sent);
        call.say(content, sent, ProviderStub.tokens(content.length()));
    }

    private static String lastCode(String asked) {
        Matcher codes = CODE.matcher(asked);
        String last = "Code0";
        while (codes.find()) {
            last = codes.group();
        }
        return last;
    }

    private static String triplets(String code) {
        ObjectNode reply = JSON.createObjectNode();
        ArrayNode triplets = reply.putArray("triplets");
        for (String[] triplet : new String[][] {
            {code, "is written in", "the archive"},
            {code, "comes before", "Code" + (Integer.parseInt(code.substring(4)) + 1)},
            {"the keeper", "knows", code}
        }) {
            triplets.addObject()
                    .put("subject", triplet[0])
                    .put("predicate", triplet[1])
                    .put("object", triplet[2]);
        }
        return reply.toString();
    }
}
