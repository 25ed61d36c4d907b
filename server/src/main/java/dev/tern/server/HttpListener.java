package dev.tern.server;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.error.TernException;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.RequestGuards;
import dev.tern.server.settings.ServerSettings;
import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;

/** Listens for HTTP requests. Only this class configures the HTTP library. */
final class HttpListener {
    private static final int HEADER_BYTES = 16_384;

    /** The maximum number of bytes of a request line; a filter of some hundred values fits. */
    private static final int LINE_BYTES = 32_768;

    private HttpListener() {}

    static Http1Config http() {
        return Http1Config.builder()
                .maxHeadersSize(HEADER_BYTES)
                .maxPrologueLength(LINE_BYTES)
                .build();
    }

    static SocketOptions socket() {
        return SocketOptions.builder()
                // The library ignores it for some sockets, so connections have their own.
                .readTimeout(Duration.ZERO)
                // A response is written in parts. With Nagle's algorithm the second part waits for
                // the acknowledgement of the first, which takes 40 ms on a reused connection.
                .tcpNoDelay(true)
                .build();
    }

    static WebServer start(
            ServerSettings settings, Connections connections, List<HttpEndpoint> endpoints, RequestGuards front) {
        ServerLimits limits = settings.limits();
        // Endpoints have limits of their own; this one is for unknown paths.
        long max = ServerLimits.QUESTION_BYTES
                + Math.max(
                        limits.of(ServerLimit.CONVERSATION_BYTES),
                        Math.max(limits.of(ServerLimit.BODY_BYTES), limits.of(ServerLimit.UPLOAD_BYTES)));
        WebServerConfig.Builder builder = WebServer.builder()
                .host(settings.host())
                .port(settings.port())
                // The command line stops the server on a signal.
                .shutdownHook(false)
                .shutdownGracePeriod(settings.limits().time(ServerLimit.SHUTDOWN_TIME))
                .maxTcpConnections(settings.limits().count(ServerLimit.CONNECTIONS))
                .maxPayloadSize(max)
                .connectionOptions(socket())
                .protocolsDiscoverServices(false)
                .addConnectionSelector(connections)
                .directHandlers(MalformedRequests.handlers(LINE_BYTES))
                .routing(routing -> front.route(endpoints, routing));
        settings.certificate().ifPresent(certificate -> builder.tls(tls(certificate)));
        requireFree(settings);
        WebServer server = builder.build();
        try {
            server.start();
        } catch (RuntimeException e) {
            throw cannotListen(settings, e);
        }
        if (!server.isRunning()) {
            throw cannotListen(settings, new IllegalStateException("the log has the reason"));
        }
        return server;
    }

    /** Throws if the address cannot be bound, with the reason; the library would only log it. */
    private static void requireFree(ServerSettings settings) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(settings.host(), settings.port()));
        } catch (IOException e) {
            throw cannotListen(settings, e);
        }
    }

    private static TernException cannotListen(ServerSettings settings, Exception cause) {
        return TernException.user(
                "the server cannot listen on " + settings.host() + ":" + settings.port() + ": " + reason(cause), cause);
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    private static Tls tls(ServerSettings.Certificate certificate) {
        try {
            Keys keys = Keys.builder()
                    .pem(pem ->
                            pem.key(Resource.create(certificate.key())).certChain(Resource.create(certificate.chain())))
                    .build();
            return Tls.builder()
                    .privateKey(keys)
                    .privateKeyCertChain(keys)
                    .enabledProtocols(List.of("TLSv1.3", "TLSv1.2"))
                    .build();
        } catch (RuntimeException e) {
            throw TernException.user(
                    "the certificate " + certificate.chain() + " with the key " + certificate.key()
                            + " cannot be read as PEM: " + reason(e),
                    e);
        }
    }
}
