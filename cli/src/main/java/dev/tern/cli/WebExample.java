package dev.tern.cli;

import dev.tern.error.TernException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** An example that is a web application: started on a free port, asked over HTTP, and ended. */
final class WebExample {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int PAUSE_MILLIS = 100;

    private final Function<List<String>, Process> start;
    private final OutputStream out;
    private final OutputStream err;
    private final IntFunction<TernException> ended;

    /**
     * A web application.
     *
     * @param start starts it with some more words on its command line
     * @param out where the requests and the replies go
     * @param err where its log goes
     * @param ended what to tell when it ends by itself, from its exit code
     */
    WebExample(
            Function<List<String>, Process> start,
            OutputStream out,
            OutputStream err,
            IntFunction<TernException> ended) {
        this.start = start;
        this.out = out;
        this.err = err;
        this.ended = ended;
    }

    /** Asks it a question, and how it is. */
    void ask(String store, String question) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            int port = freePort();
            String address = "http://127.0.0.1:" + port;
            Process process = start.apply(List.of(
                    "--server.port=" + port,
                    "--server.address=127.0.0.1",
                    "--tern.store=" + store,
                    "--spring.main.banner-mode=off",
                    "--logging.level.root=warn"));
            // What it logs, which goes to its stdout, is not the answer.
            Thread.ofVirtual().start(() -> complain(process));
            try {
                // Ready once its documents are in: health is told before that.
                await(client, process, address + "/actuator/health/readiness");
                show(client, address + "/ask?question=" + URLEncoder.encode(question, StandardCharsets.UTF_8));
                show(client, address + "/actuator/health");
            } finally {
                ExampleRun.end(process);
            }
        } catch (IOException e) {
            throw TernException.store("the example does not answer: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user("the example was interrupted", e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void complain(Process process) {
        try {
            process.getInputStream().transferTo(err);
        } catch (IOException e) {
            // It has ended.
        }
    }

    private void await(HttpClient client, Process process, String address) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            if (!process.isAlive()) {
                throw ended.apply(process.exitValue());
            }
            if (System.nanoTime() > end) {
                throw new IOException("not ready after " + PATIENCE.toSeconds() + " s");
            }
            try {
                if (client.send(request(address), BodyHandlers.ofString()).statusCode() == 200) {
                    return;
                }
            } catch (IOException e) {
                // It does not listen yet.
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private void show(HttpClient client, String address) throws IOException, InterruptedException {
        String reply = client.send(request(address), BodyHandlers.ofString()).body();
        out.write(("GET " + address + "\n" + reply + "\n\n").getBytes(StandardCharsets.UTF_8));
    }

    private static HttpRequest request(String address) {
        return HttpRequest.newBuilder(URI.create(address)).timeout(PATIENCE).build();
    }
}
