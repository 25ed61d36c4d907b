package dev.tern.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.cli.command.process.Environment;
import dev.tern.cli.command.process.LogOutput;
import dev.tern.text.Redaction;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the logs of libraries under {@code --debug}, with a key in them. */
final class LogsTest {
    private static final String KEY = "canary+/0123456789-0123456789";

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Redaction redaction = new Redaction();

    @BeforeEach
    void debug() {
        redaction.add(KEY);
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        LogOutput.to(
                new Environment(stream, stream, false, false, 80, Map.of(), Path.of("")), redaction, true, false, true);
    }

    @AfterEach
    void silence() {
        LogManager.getLogManager().reset();
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Tests the loggers by which the Milvus client's gRPC and the web server print headers. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.milvus.shaded.io.grpc.netty.shaded.io.grpc.netty.NettyClientHandler",
                "io.milvus.shaded.io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2FrameLogger",
                "io.helidon.webserver.http1.Http1LoggingConnectionListener",
                "org.apache.hc.client5.http.headers"
            })
    void headersAreNotPrintedEvenToDebug(String logger) {
        Logger.getLogger(logger).log(Level.FINE, "OUTBOUND HEADERS: authorization: something");
        assertThat(said()).isEmpty();
        Logger.getLogger(logger).log(Level.WARNING, "the connection broke");
        assertThat(said()).contains("the connection broke");
    }

    @Test
    void whatLibrariesLogIsShownWithoutSecrets() {
        String encoded = Base64.getEncoder().encodeToString(("root:" + KEY).getBytes(StandardCharsets.UTF_8));
        Logger.getLogger("some.library").log(Level.FINE, "sends {0} and {1}", new Object[] {KEY, encoded});
        assertThat(said())
                .startsWith("FINE some.library: sends (key hidden) and ")
                .contains(Redaction.HIDDEN)
                .doesNotContain(encoded.substring(8, 24));
    }

    @Test
    void serverLogsTheSameWay() {
        ServerLogs.to(new PrintStream(err, true, StandardCharsets.UTF_8), redaction, false);
        Logger.getLogger("dev.tern.server").log(Level.WARNING, "a failure", new IllegalStateException("key " + KEY));
        assertThat(said()).contains("a failure").contains("key (key hidden)").doesNotContain(KEY);
    }
}
