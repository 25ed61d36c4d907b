package dev.tern.smallmodel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The small model and its server, a process of {@code build/tools/small-model.sh}. It does not outlive the JVM, however that ends. Its
 * log is {@code target/small-model.log}.
 */
final class SmallModel implements AutoCloseable {
    /** The most tokens of a prompt and its reply. */
    static final int CONTEXT = 2048;

    /** The most tokens of a reply where a request sets no limit. */
    static final int REPLY = 48;

    private static final Pattern WRITTEN = Pattern.compile("(?m)^llamacpp:tokens_predicted_total (\\S+)");

    private final Process process;
    private final URI url;
    private final HttpClient client = HttpClient.newHttpClient();

    private SmallModel(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    /**
     * Returns a running model, fetched if it is missing.
     *
     * @throws IllegalStateException if it does not start, with its output
     */
    static SmallModel started() {
        Path log = Path.of("target/small-model.log");
        try {
            Process process = new ProcessBuilder(
                            "sh",
                            "../../build/tools/small-model.sh",
                            "--until-stdin-ends",
                            "--threads",
                            "1",
                            "--context",
                            Integer.toString(CONTEXT),
                            "--reply",
                            Integer.toString(REPLY))
                    .redirectError(log.toFile())
                    .start();
            BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
            String url = said.readLine();
            if (url == null) {
                throw new IllegalStateException(
                        "build/tools/small-model.sh did not come up, and ./verify without --all does without; it said: "
                                + Files.readString(log));
            }
            return new SmallModel(process, URI.create(url));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the base URL of OpenAI's protocol, without a slash at the end. */
    URI url() {
        return url;
    }

    /** Returns the number of tokens that the server has written so far, cancelled ones too. */
    long tokensWritten() throws IOException, InterruptedException {
        Matcher written = WRITTEN.matcher(got("/metrics"));
        if (!written.find()) {
            throw new IllegalStateException("the server's metrics do not count what it writes");
        }
        return (long) Double.parseDouble(written.group(1));
    }

    /** Returns true if it works on no request. */
    boolean isIdle() throws IOException, InterruptedException {
        return !got("/slots").replace(" ", "").contains("\"is_processing\":true");
    }

    private String got(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(url.resolve(path)).build(), BodyHandlers.ofString())
                .body();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
