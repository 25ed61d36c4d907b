package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page server on 127.0.0.1 stands for the open internet, 127.0.0.2 for a private machine. */
final class WebPagesTest {
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> lookedUp = new ArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer server = serve();

    @TempDir
    private Path folder;

    private static HttpServer serve() {
        try {
            return HttpServer.create(new InetSocketAddress(machine(1), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void start() {
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        never.countDown();
        server.stop(0);
        threads.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        asked.add(path);
        Headers headers = exchange.getRequestHeaders();
        assertThat(headers.containsKey("Authorization") || headers.containsKey("Cookie"))
                .isFalse();
        exchange.getResponseHeaders().add("Set-Cookie", "a=b");
        switch (path) {
            case "/page" ->
                send(exchange, "text/html; charset=iso-8859-1", latin("<title>Köln</title><p>Köln am Rhein"));
            case "/big" -> send(exchange, "text/plain", new byte[5000]);
            case "/endless" -> {
                exchange.getResponseHeaders().add("Content-Type", "text/plain");
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(new byte[5000]);
                exchange.close();
            }
            case "/bomb" -> {
                exchange.getResponseHeaders().add("Content-Encoding", "gzip");
                send(exchange, "text/plain", zipped(new byte[1 << 20]));
            }
            case "/slow" -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write('x');
                exchange.getResponseBody().flush();
                await();
            }
            case "/picture" -> send(exchange, "image/png", new byte[10]);
            case "/gone" -> exchange.sendResponseHeaders(410, -1);
            case "/loop" -> lead(exchange, "/loop");
            case "/inward" -> lead(exchange, "http://inner.example:" + port() + "/page");
            case "/literal" -> lead(exchange, "http://127.0.0.2:" + port() + "/page");
            case "/file" -> lead(exchange, "file:///etc/hosts");
            case "/moved" -> lead(exchange, "/page");
            case "/turn" -> {
                exchange.getResponseHeaders().add("Connection", "close");
                lead(exchange, "/page");
            }
            default -> send(exchange, "text/plain", latin("A ship in Riga."));
        }
    }

    private void await() {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] zipped(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(out)) {
            zip.write(bytes);
        }
        return out.toByteArray();
    }

    private static void send(HttpExchange exchange, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static void lead(HttpExchange exchange, String location) throws IOException {
        exchange.getResponseHeaders().add("Location", location);
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private Loading load(LoadLimits limits, String host, String path) {
        return load(limits, true, host, path);
    }

    private Loading load(LoadLimits limits, boolean told, String host, String path) {
        SourceLoader loader = SourceLoader.builder()
                .limits(limits)
                .showAddresses(told)
                .network(
                        address -> address.getHostAddress().equals("127.0.0.1")
                                ? Optional.empty()
                                : Optional.of("a private address"),
                        this::addresses)
                .build();
        return Loading.of(loader, folder, "http://" + host + ":" + port() + path);
    }

    private InetAddress[] addresses(String host) throws UnknownHostException {
        lookedUp.add(host);
        return switch (host) {
            case "outer.example" -> new InetAddress[] {machine(1)};
            case "inner.example" -> new InetAddress[] {machine(2)};
            case "both.example" -> new InetAddress[] {machine(1), machine(2)};
            case "turning.example" -> new InetAddress[] {machine(lookedUp.size())};
            default -> InetAddress.getAllByName(host);
        };
    }

    private static InetAddress machine(int n) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) n});
    }

    private Loading load(String path) {
        return load(LoadLimits.DEFAULTS, "outer.example", path);
    }

    @Test
    void pageIsReadInTheEncodingThatItsServerSays() {
        var document = load("/page?token=abc&id=3").only();

        assertThat(document.id()).isEqualTo("http://outer.example:" + port() + "/page?token=...&id=3");
        assertThat(document.title()).isEqualTo("Köln");
        assertThat(document.text()).isEqualTo("Köln am Rhein");
        assertThat(document.metadata().texts()).containsEntry("source", document.id());
    }

    @Test
    void redirectIsFollowedAndEveryHopLooksUpOnce() {
        assertThat(load("/moved").only().id()).isEqualTo("http://outer.example:" + port() + "/moved");
        assertThat(asked).containsExactly("/moved", "/page");
        assertThat(lookedUp).containsOnly("outer.example").hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void redirectToAPrivateMachineIsRefused() {
        assertThat(load("/inward").refusal())
                .endsWith("cannot be fetched: the host inner.example has the address 127.0.0.2, a private address;"
                        + " read only if private addresses are allowed (--allow-private)");
        assertThat(load("/literal").refusal()).contains("127.0.0.2");
        assertThat(load("/file").refusal()).endsWith("is an address of file; only http and https are read");
        assertThat(asked).containsExactly("/inward", "/literal", "/file");
    }

    @Test
    void hostWithAnyPrivateAddressIsRefused() {
        assertThat(load(LoadLimits.DEFAULTS, "both.example", "/page").refusal()).contains("127.0.0.2");
        assertThat(asked).isEmpty();
    }

    /** DNS rebinding: the name resolves to a public machine first, then to a local one. */
    @Test
    void nameThatChangesItsAnswerLeadsOnlyToWhatWasChecked() {
        assertThat(load(LoadLimits.DEFAULTS, "turning.example", "/text").only().text())
                .isEqualTo("A ship in Riga.");
        assertThat(lookedUp).containsExactly("turning.example");

        lookedUp.clear();
        assertThat(load(LoadLimits.DEFAULTS, "turning.example", "/turn").refusal())
                .contains("127.0.0.2, a private address");
        assertThat(lookedUp).containsExactly("turning.example", "turning.example");
        assertThat(asked).containsExactly("/text", "/turn");
    }

    /** Otherwise users with the right to add pages could probe the server's network for names. */
    @Test
    void whoFetchesForOthersTellsNoAddressAndNotWhetherANameIsKnown() {
        for (String host : List.of("inner.example", "nobody.invalid")) {
            assertThat(load(LoadLimits.DEFAULTS, false, host, "/page").refusal())
                    .endsWith("cannot be fetched: the host " + host + " is unknown, or not on the open internet");
        }
        assertThat(load(LoadLimits.DEFAULTS, false, "127.0.0.1:1/?", "/").refusal())
                .endsWith(" cannot be fetched: its server does not answer");
    }

    @Test
    void loopbackIsRefusedUnlessPrivateAddressesAreAllowed() {
        String place = "http://127.0.0.1:" + port() + "/text";

        assertThat(Loading.of(folder, place).refusal()).contains("a loopback address; read only");
        assertThat(asked).isEmpty();
        assertThat(Loading.of(SourceLoader.builder().allowPrivate(true).build(), folder, place)
                        .only()
                        .text())
                .isEqualTo("A ship in Riga.");
    }

    @Test
    void loopbackIsRefusedHoweverItIsWritten() {
        for (String host :
                List.of("[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::7f00:1]", "localhost", "LOCALHOST.")) {
            assertThat(Loading.of(folder, "http://" + host + ":" + port() + "/text")
                            .refusal())
                    .as(host)
                    .endsWith("; read only if private addresses are allowed (--allow-private)");
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void answersBeyondTheLimitsAreRefused() {
        LoadLimits small = LoadLimits.DEFAULTS.with(LoadLimit.FILE_BYTES, 1000);

        assertThat(load(small, "outer.example", "/big").refusal())
                .endsWith("has 5,000 bytes; the limit is 1,000 (load.maxFileBytes)");
        assertThat(load(small, "outer.example", "/endless").refusal()).contains("has more than 1,000 bytes");
        assertThat(load(LoadLimits.DEFAULTS.with(LoadLimit.FILE_BYTES, 4000), "outer.example", "/bomb")
                        .refusal())
                .contains("has more than 4,000 bytes");
        assertThat(load(LoadLimits.DEFAULTS.with(LoadLimit.SECONDS, 1), "outer.example", "/slow")
                        .refusal())
                .endsWith("takes longer to fetch than 1 s (load.maxSeconds)");
        assertThat(load("/picture").refusal()).endsWith("is of the type image/png, which is not read");
        assertThat(load("/gone").refusal()).endsWith("cannot be fetched: its server answered 410");
        assertThat(load("/loop").refusal()).endsWith("redirects more than 5 times");
    }

    @Test
    void hostThatNobodyKnowsIsNamed() {
        assertThat(load(LoadLimits.DEFAULTS, "nobody.invalid", "/").refusal())
                .endsWith("cannot be fetched: the host nobody.invalid is unknown");
    }
}
