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

/** Listens for requests: the one place that sets the HTTP library up. */
final class Listener {
    /** Beside those that there may be: connections that are about to be ended to make room. */
    private static final int MORE_CONNECTIONS = 1_024;

    private static final int HEADER_BYTES = 16_384;

    /** The most of an address: a filter of some hundred values fits into it. */
    private static final int LINE_BYTES = 32_768;

    private static final Duration READ_PATIENCE = Duration.ofSeconds(30);
    private static final Duration IDLE = Duration.ofMinutes(2);

    private Listener() {}

    /** What every connection is held to. */
    static Http1Config http() {
        return Http1Config.builder()
                .maxHeadersSize(HEADER_BYTES)
                .maxPrologueLength(LINE_BYTES)
                .build();
    }

    /** How a connection's socket is set up. */
    static SocketOptions socket() {
        return SocketOptions.builder()
                .readTimeout(READ_PATIENCE)
                // An answer is written in parts. Without this the second waits until the client has said that it has
                // the first, which on a connection that is used again takes 40 ms.
                .tcpNoDelay(true)
                .build();
    }

    static WebServer start(
            ServerSettings settings, Connections connections, List<HttpEndpoint> endpoints, RequestGuards front) {
        ServerLimits limits = settings.limits();
        // Endpoints have limits of their own; this one is for what has no endpoint.
        long most = ServerLimits.QUESTION_BYTES
                + Math.max(
                        limits.of(ServerLimit.CONVERSATION_BYTES), Math.max(limits.bodyBytes(), limits.uploadBytes()));
        WebServerConfig.Builder builder = WebServer.builder()
                .host(settings.host())
                .port(settings.port())
                // The command line ends the server when the process gets a signal.
                .shutdownHook(false)
                .shutdownGracePeriod(settings.limits().shutdown())
                .maxTcpConnections(settings.limits().connections() + MORE_CONNECTIONS)
                .maxPayloadSize(most)
                .idleConnectionTimeout(IDLE)
                .connectionOptions(socket())
                .protocolsDiscoverServices(false)
                .addConnectionSelector(connections)
                .directHandlers(Refusals.handlers(LINE_BYTES))
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

    /** Refuses an address that is taken: the library only logs that it cannot listen, and starts without. */
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
