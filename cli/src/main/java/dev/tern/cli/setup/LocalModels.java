package dev.tern.cli.setup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.models.KnownProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Finds the chat models of servers on this machine, by the model list of OpenAI's protocol. */
final class LocalModels {
    private static final Duration PATIENCE = Duration.ofMillis(800);
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_MODELS = 5;
    private static final JsonMapper JSON = new JsonMapper();

    private LocalModels() {}

    /**
     * A model that a server offers.
     *
     * @param place the server's host and port
     * @param answer the answer in {@code tern init} that chooses the model
     */
    record OfferedModel(String name, String place, String answer) {
        static OfferedModel of(String address, String name) {
            return new OfferedModel(
                    name,
                    URI.create(address).getAuthority(),
                    address.equals(KnownProvider.OLLAMA.defaultBaseUrl())
                            ? KnownProvider.OLLAMA + "/" + name
                            : address + "/v1=" + name);
        }
    }

    /**
     * Asks all servers concurrently, and returns at most {@value #MAX_MODELS} models of each, in
     * the order of the addresses. A server without a valid answer in time offers none.
     */
    static List<OfferedModel> askServers(List<String> addresses) {
        HttpClient client = HttpClient.newBuilder()
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(PATIENCE)
                .build();
        try {
            List<CompletableFuture<List<OfferedModel>>> asked = addresses.stream()
                    .map(address -> client.sendAsync(
                                    HttpRequest.newBuilder(URI.create(address + "/v1/models"))
                                            .build(),
                                    BodyHandlers.ofInputStream())
                            .thenApply(response -> offered(address, response))
                            .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                            .exceptionally(failure -> List.of()))
                    .toList();
            return asked.stream().flatMap(one -> one.join().stream()).toList();
        } finally {
            client.shutdownNow();
        }
    }

    private static List<OfferedModel> offered(String address, HttpResponse<InputStream> response) {
        try (InputStream body = response.body()) {
            JsonNode models = JSON.readTree(body.readNBytes(MAX_BYTES)).path("data");
            Stream<String> names = StreamSupport.stream(models.spliterator(), false)
                    .map(model -> model.path("id").asText());
            return names.filter(name -> name.matches("[\\w./:@+-]{1,100}") && !name.contains("embed"))
                    .limit(MAX_MODELS)
                    .map(name -> OfferedModel.of(address, name))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
