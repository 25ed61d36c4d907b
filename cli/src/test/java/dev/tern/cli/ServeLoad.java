package dev.tern.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that ask a server at full speed, one that adds documents, and their results. */
final class ServeLoad {
    private static final JsonMapper JSON = new JsonMapper();

    private final String graph;
    private final List<String> questions;
    private final boolean unseen;
    private final AtomicInteger asked = new AtomicInteger();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final List<Double> millis = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, AtomicInteger> wrong = new ConcurrentSkipListMap<>();
    private final ConcurrentSkipListSet<String> added = new ConcurrentSkipListSet<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger late = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ending;
    private volatile long toldNanos = Long.MAX_VALUE;

    /** Creates clients of the graph to which documents are added. */
    ServeLoad() {
        this("bridges", List.of("Which bridge did the daughter of Emil Marr build?"), false);
    }

    /**
     * Creates clients that ask a graph some questions in turn.
     *
     * @param unseen true to make each question unique by a number at its end
     */
    ServeLoad(String graph, List<String> questions, boolean unseen) {
        this.graph = graph;
        this.questions = questions;
        this.unseen = unseen;
    }

    void ask(ServedProcess server) {
        long start = System.nanoTime();
        try {
            int number = asked.getAndIncrement();
            String question = questions.get(Math.floorMod(number, questions.size())) + (unseen ? " " + number : "");
            HttpResponse<String> response = post(
                    server,
                    "/api/v1/graphs/" + graph + "/ask",
                    JSON.writeValueAsString(Map.of("question", question, "mode", "local")));
            if (response.statusCode() == 200) {
                millis.add((System.nanoTime() - start) / 1e6);
            } else {
                wrong(response.statusCode() + " " + title(response));
            }
        } catch (ConnectException e) {
            // Nobody listens there any more: the request was not accepted.
            refused.incrementAndGet();
            pause(20);
        } catch (IOException e) {
            cut(start, e);
        }
    }

    /** Records the stop: later requests may be refused, earlier ones must not be cut off. */
    void told() {
        toldNanos = System.nanoTime();
    }

    private void cut(long start, IOException failure) {
        if (start >= toldNanos) {
            late.incrementAndGet();
            pause(20);
        } else {
            wrong(String.valueOf(failure.getMessage()));
        }
    }

    private static String title(HttpResponse<String> response) {
        try {
            return JSON.readTree(response.body()).path("detail").asText();
        } catch (IOException e) {
            return response.body();
        }
    }

    private void wrong(String what) {
        wrong.computeIfAbsent(what, key -> new AtomicInteger()).incrementAndGet();
    }

    /** Sends a document; it is promised when accepted. */
    void add(ServedProcess server, String id) {
        long start = System.nanoTime();
        try {
            String body = "{\"documents\": [{\"id\": \"" + id + "\", \"text\": \"Bridge " + id + " stands in Halden.\","
                    + " \"triplets\": [[\"Bridge " + id + "\", \"stands in\", \"Halden\"]]}]}";
            HttpResponse<String> response = post(server, "/api/v1/graphs/bridges/documents", body);
            if (response.statusCode() == 202) {
                added.add(id);
            } else {
                wrong("adding: " + response.statusCode() + " " + title(response));
            }
        } catch (ConnectException e) {
            refused.incrementAndGet();
        } catch (IOException e) {
            cut(start, e);
        }
    }

    private HttpResponse<String> post(ServedProcess server, String path, String body) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address(path)))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(90))
                .POST(BodyPublishers.ofString(body))
                .build();
        return send(request);
    }

    /** Returns the JSON at a path; null if the server does not send it. */
    JsonNode get(ServedProcess server, String path) throws IOException {
        HttpResponse<String> response = send(HttpRequest.newBuilder(URI.create(server.address(path)))
                .timeout(Duration.ofSeconds(90))
                .build());
        return JSON.readTree(response.body());
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Starts clients that ask, and one that adds five documents a second. */
    void begin(ServedProcess server, int clients, int thinkMillis) {
        beginAsking(server, clients, thinkMillis);
        threads.add(Thread.ofVirtual().start(() -> {
            for (int i = 0; !ending; i++) {
                add(server, "d" + i);
                pause(200);
            }
        }));
    }

    /** Starts clients that only ask. */
    void beginAsking(ServedProcess server, int clients, int thinkMillis) {
        for (int i = 0; i < clients; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                while (!ending) {
                    ask(server);
                    pause(thinkMillis);
                }
            }));
        }
    }

    void end() throws InterruptedException {
        ending = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void pause(long length) {
        try {
            Thread.sleep(length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    double percentile(double part) {
        List<Double> sorted = new ArrayList<>(millis);
        Collections.sort(sorted);
        return sorted.isEmpty() ? 0 : sorted.get((int) (sorted.size() * part));
    }

    int answers() {
        return millis.size();
    }

    /** Returns the number of requests after the listener had closed. */
    int refused() {
        return refused.get();
    }

    /** Returns the number of unanswered requests after the stop. */
    int late() {
        return late.get();
    }

    /** Returns the failures with their counts. */
    Map<String, AtomicInteger> wrong() {
        return wrong;
    }

    /** Returns the ids of promised documents. */
    ConcurrentSkipListSet<String> added() {
        return added;
    }
}
