package dev.tern.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Clients that send the worst possible requests in turn, and the responses. */
final class WorstRequests {
    private static final String GRAPH = "/api/v1/graphs/bridges";
    private static final int MEGABYTE = 1 << 20;
    private static final int DOCUMENTS_PER_REQUEST = 1_000;

    private final ServedProcess server;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(30))
            .build();
    private final List<Worst> kinds = new ArrayList<>();
    private final Map<String, AtomicInteger> told = new ConcurrentSkipListMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ending;

    /** A request that returns its status; 0 if the client left before the response. */
    private interface Sent {
        int status() throws IOException, InterruptedException;
    }

    private record Worst(String name, Sent sent) {}

    WorstRequests(ServedProcess server) {
        this.server = server;
        questions();
        readings();
        bodies();
        connections();
    }

    private void questions() {
        String contains = many(255, i -> "{\"name\":\"source\",\"is\":\"contains\",\"value\":\"" + i + "z\"}");
        String large = "\"filter\":{\"or\":["
                + many(4_000, i -> "{\"name\":\"year\",\"is\":\"!=\",\"value\":" + i + "}") + "]}";
        String small =
                "\"filter\":{\"and\":[" + many(60, i -> "{\"name\":\"year\",\"is\":\"!=\",\"value\":" + i + "}") + "]}";
        String words = many(1_300, i -> "Bridge" + i % 997).replace(',', ' ').substring(0, 8_000);
        String most = "\"parameters\":{\"entityTopK\":1000,\"relationTopK\":1000,\"degree\":4,\"frontierLimit\":10000,"
                + "\"relationLimit\":10000,\"finalTopK\":100}";
        add(
                "empty conditions",
                () -> post(
                        "/retrieve", question("x", "\"filter\":{\"or\":[" + many(20_000, i -> "{\"and\":[]}") + "]}")));
        add("255 contains", () -> post("/retrieve", question("x", "\"filter\":{\"or\":[" + contains + "]}")));
        add("4,000 conditions", () -> post("/retrieve", question("Who built it?", large)));
        add("60 conditions", () -> post("/ask", question("Who built Bridge 7?", small)));
        add("long question", () -> post("/ask", question(words, "\"mode\":\"local\"")));
        add(
                "most of everything",
                () -> post(
                        "/ask", question("Which bridge did Emil Marr build in Halden?", "\"mode\":\"local\"," + most)));
        add(
                "100 passages",
                () -> post(
                        "/ask",
                        question(
                                "Which bridges stand in Halden?",
                                "\"mode\":\"naive\",\"parameters\":{\"finalTopK\":100}")));
        add("compare", () -> post("/compare", question(words.substring(0, 1_900), small)));
        add(
                "question that is left",
                () -> left(
                        "POST " + GRAPH + "/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n",
                        question(words.substring(0, 1_900), small),
                        200));
    }

    private void readings() {
        String filter = "filter="
                + URLEncoder.encode(
                        "{\"and\":[" + many(60, i -> "{\"name\":\"year\",\"is\":\"!=\",\"value\":" + i + "}") + "]}",
                        StandardCharsets.UTF_8);
        add("counts", () -> get(""));
        add("counts under a filter", () -> get("?" + filter));
        add("documents", () -> get("/documents?search=zzzz"));
        add("failed", () -> get("/failed"));
        add("names under a filter", () -> get("/entities?name=Emil&limit=500&" + filter));
        add(
                "export, read slowly",
                () -> left("GET " + GRAPH + "/export?format=jsonl-vectors HTTP/1.1\r\nHost: localhost\r\n", "", 5_000));
        add("export", () -> get("/export?format=graphml"));
    }

    private void bodies() {
        byte[] lists = ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":["
                        + "[],".repeat(5_500_000) + "[]]}}")
                .getBytes(StandardCharsets.UTF_8);
        byte[] documents =
                ("{\"documents\":[" + many(15_000, i -> document("big" + i)) + "]}").getBytes(StandardCharsets.UTF_8);
        byte[] one = ("{\"documents\":[{\"id\":\"one\",\"text\":\"" + "Bridge stands. ".repeat(MEGABYTE) + "\"}]}")
                .getBytes(StandardCharsets.UTF_8);
        byte[] page = ("<!DOCTYPE html>" + "<p>x".repeat(6_000_000)).getBytes(StandardCharsets.UTF_8);
        AtomicInteger graphs = new AtomicInteger();
        add("/mcp of 16 MB", () -> post(server.address("/mcp"), "application/json", lists));
        add(
                "estimate of " + documents.length / MEGABYTE + " MB",
                () -> post(server.address(GRAPH + "/estimate"), "application/json", documents));
        add(
                "documents of " + documents.length / MEGABYTE + " MB",
                () -> post(
                        server.address(GRAPH + graphs.incrementAndGet() % 8 + "/documents"),
                        "application/json",
                        documents));
        add(
                "one document of 15 MB",
                () -> post(
                        server.address(GRAPH + graphs.incrementAndGet() % 8 + "/documents"), "application/json", one));
        add(
                "upload of 24 MB",
                () -> post(
                        server.address(GRAPH + graphs.incrementAndGet() % 8 + "/uploads?name=a.html"),
                        "application/octet-stream",
                        page));
        add(
                "estimate of an upload",
                () -> post(server.address(GRAPH + "/uploads/estimate?name=a.html"), "application/octet-stream", page));
    }

    private void connections() {
        add("half a head", () -> left("GET /health/live HTTP/1.1\r\nHost: loc", 2_000));
        add(
                "half a body",
                () -> left(
                        "POST " + GRAPH
                                + "/documents HTTP/1.1\r\n"
                                + "Host: localhost\r\n"
                                + "Content-Type: application/json\r\n"
                                + "Content-Length: 16000000\r\n\r\n"
                                + " ".repeat(100_000),
                        2_000));
        add(
                "session that is left",
                () -> post(
                        server.address("/mcp"),
                        "application/json",
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"a\",\"version\":\"1\"}}}"
                                .getBytes(StandardCharsets.UTF_8)));
        add("graph that is not there", () -> get("none" + System.nanoTime()));
    }

    private static String many(int count, IntFunction<String> each) {
        return IntStream.range(0, count).mapToObj(each).collect(Collectors.joining(","));
    }

    private static String question(String text, String more) {
        return "{\"question\":\"" + text + "\"," + more + "}";
    }

    private static String document(String id) {
        return "{\"id\":\"" + id + "\",\"title\":\"Bridge " + id + "\",\"text\":\"Bridge " + id
                + " stands in Halden, where Emil Marr taught its builder " + id.hashCode() % 5_000
                + ". " + "It has arches of stone, and people cross it. ".repeat(12)
                + "\",\"metadata\":{\"source\":\"source " + id + "\",\"year\":" + Math.floorMod(id.hashCode(), 3_000)
                + "},\"triplets\":[[\"Bridge " + id + "\",\"stands in\",\"Halden\"],[\"Bridge " + id
                + "\",\"was built by\",\"Builder " + id.hashCode() % 5_000
                + "\"],[\"Builder " + id.hashCode() % 5_000 + "\",\"was taught by\",\"Emil Marr\"]]}";
    }

    /** Fills a graph with so many documents. */
    void fill(int documents) throws IOException, InterruptedException {
        for (int from = 0; from < documents; from += DOCUMENTS_PER_REQUEST) {
            int first = from;
            String body = "{\"documents\":[" + many(DOCUMENTS_PER_REQUEST, i -> document("d" + (first + i))) + "]}";
            int status = post(
                    server.address(GRAPH + "/documents"), "application/json", body.getBytes(StandardCharsets.UTF_8));
            if (status != 202) {
                throw new IOException("the documents are answered with " + status);
            }
        }
    }

    private void add(String name, Sent sent) {
        kinds.add(new Worst(name, sent));
    }

    private int post(String path, String body) throws IOException, InterruptedException {
        return post(server.address(GRAPH + path), "application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    private int post(String address, String type, byte[] body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofByteArray(body)));
    }

    private int get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(server.address(GRAPH + path))));
    }

    private int send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.timeout(Duration.ofMinutes(2)).build(), BodyHandlers.discarding())
                .statusCode();
    }

    private int left(String head, String body, int millis) throws IOException, InterruptedException {
        return left(head + "Content-Length: " + body.length() + "\r\n\r\n" + body, millis);
    }

    /** Sends at least the start of a request, reads the response slowly, and leaves. */
    private int left(String text, int millis) throws IOException, InterruptedException {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(8_192);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            socket.setSoTimeout(100);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            InputStream in = socket.getInputStream();
            long end = System.nanoTime() + millis * 1_000_000L;
            while (System.nanoTime() < end) {
                try {
                    if (in.read(new byte[512]) < 0) {
                        return 0;
                    }
                } catch (SocketTimeoutException e) {
                    // Nothing read so far.
                }
                Thread.sleep(100);
            }
            return 0;
        }
    }

    void begin(int clients) {
        for (int i = 0; i < clients; i++) {
            int first = i;
            threads.add(Thread.ofVirtual().start(() -> {
                for (int round = first; !ending; round++) {
                    send(kinds.get(round % kinds.size()));
                }
            }));
        }
    }

    private void send(Worst worst) {
        String status;
        try {
            int code = worst.sent().status();
            status = code == 0 ? "left" : String.valueOf(code);
        } catch (IOException e) {
            status = "cut off";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        told.computeIfAbsent(worst.name() + ": " + status, key -> new AtomicInteger())
                .incrementAndGet();
    }

    void end() {
        ending = true;
        threads.forEach(Thread::interrupt);
    }

    /** Returns the responses with their counts. */
    Map<String, AtomicInteger> told() {
        return told;
    }
}
