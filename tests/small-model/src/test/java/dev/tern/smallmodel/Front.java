package dev.tern.smallmodel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.CloseableChatModel;
import dev.tern.models.ModelEndpoint;
import dev.tern.models.Models;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Stands before the small model: passes everything on, records requests and token counts, and can refuse JSON schemas.
 */
final class Front implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final String EVENT = "data: ";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final URI model;
    private final boolean knowsSchemas;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /**
     * A completed request.
     *
     * @param request its body
     * @param status of the answer
     * @param read the tokens of the prompt, as the server counted them; 0 if it did not say
     * @param written the tokens of the reply, likewise
     */
    record Asked(ObjectNode request, int status, long read, long written) {
        /** Returns the requested type of reply: json_schema, json_object or text. */
        String format() {
            return request.path("response_format").path("type").asText("text");
        }
    }

    Front(SmallModel model, boolean knowsSchemas) throws IOException {
        this.model = model.url();
        this.knowsSchemas = knowsSchemas;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Returns Tern's client of the small model. */
    CloseableChatModel chatModel() {
        return Models.chatModel(ChatModelSettings.builder()
                .modelName("smollm2-135m")
                .maxReplyTokens(SmallModel.REPLY)
                .endpoint(ModelEndpoint.builder()
                        .baseUrl("http://localhost:" + server.getAddress().getPort() + "/v1")
                        .requestTimeout(PATIENCE)
                        .maxRetries(0)
                        .parallelRequests(1)
                        .build())
                .build());
    }

    /** Returns the requests so far, without aborted ones. */
    List<Asked> asked() {
        return asked;
    }

    long tokensRead() {
        return asked.stream().mapToLong(Asked::read).sum();
    }

    long tokensWritten() {
        return asked.stream().mapToLong(Asked::written).sum();
    }

    /** Returns the text of the reply to a request without streaming. */
    String whole(ObjectNode request) throws IOException, InterruptedException {
        ObjectNode body = request.deepCopy();
        body.remove(List.of("stream", "stream_options"));
        try (InputStream reply = forward(JSON.writeValueAsBytes(body)).body()) {
            return JSON.readTree(reply)
                    .path("choices")
                    .path(0)
                    .path("message")
                    .path("content")
                    .asText();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        client.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            ObjectNode request = JSON.readValue(body, ObjectNode.class);
            boolean schema = "json_schema"
                    .equals(request.path("response_format").path("type").asText());
            if (schema && !knowsSchemas) {
                byte[] refusal = "{\"error\":{\"message\":\"response_format json_schema is not supported\"}}"
                        .getBytes(StandardCharsets.UTF_8);
                asked.add(new Asked(request, 400, 0, 0));
                exchange.sendResponseHeaders(400, refusal.length);
                exchange.getResponseBody().write(refusal);
                return;
            }
            HttpResponse<InputStream> response = forward(body);
            try (InputStream reply = response.body()) {
                exchange.getResponseHeaders()
                        .set(
                                "Content-Type",
                                response.headers().firstValue("Content-Type").orElse("application/json"));
                exchange.sendResponseHeaders(response.statusCode(), 0);
                passOn(request, response.statusCode(), reply, exchange.getResponseBody());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Passes lines on as they arrive; if the client has left, this fails, which ends the connection to the model. */
    private void passOn(ObjectNode request, int status, InputStream reply, OutputStream out) throws IOException {
        JsonNode usage = JSON.createObjectNode();
        BufferedReader lines = new BufferedReader(new InputStreamReader(reply, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String said = line.startsWith(EVENT) ? line.substring(EVENT.length()) : line;
            boolean json = said.startsWith("{");
            JsonNode counted = json ? JSON.readTree(said).path("usage") : usage;
            usage = counted.isObject() ? counted : usage;
            if (said.equals("[DONE]") || (json && !line.startsWith(EVENT))) {
                asked.add(new Asked(
                        request,
                        status,
                        usage.path("prompt_tokens").asLong(),
                        usage.path("completion_tokens").asLong()));
            }
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    private HttpResponse<InputStream> forward(byte[] body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(model + "/chat/completions"))
                        .header("Content-Type", "application/json")
                        .timeout(PATIENCE)
                        .POST(BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofInputStream());
    }
}
