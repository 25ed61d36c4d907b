package dev.tern.server;

import dev.tern.server.front.CurrentConnection;
import dev.tern.server.front.Shutdown;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The connections of a server, and their closing at shutdown.
 *
 * <p>The HTTP library alone would close every connection without a parsed request, even if bytes of
 * a request have arrived, as often under load. Here a connection closes after a response with
 * {@code Connection: close} ({@link Shutdown}), when the server has been quiet for a while, or at
 * the timeout of the shutdown. Thread-safe.
 */
final class Connections implements ServerConnectionSelector {
    /** The number of quiet polls in a row after which the server counts as idle. */
    private static final int IDLE_POLLS = 10;

    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);
    private static final int DRAIN_MILLIS = 10_000;

    private final Http1ConnectionSelector http;
    private final Shutdown shutdown;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();

    Connections(Http1Config config, Shutdown ending) {
        this.http = Http1ConnectionSelector.builder().config(config).build();
        this.shutdown = ending;
    }

    @Override
    public int bytesToIdentifyConnection() {
        return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        ReadAhead sent = new ReadAhead(context.dataReader(), READ_TIMEOUT);
        return new Connection(http.connection(withReader(context, DataReader.create(sent))), sent);
    }

    /** Returns the connection with another reader of its data. */
    private static ConnectionContext withReader(ConnectionContext connection, DataReader reader) {
        return (ConnectionContext) Proxy.newProxyInstance(
                ConnectionContext.class.getClassLoader(),
                new Class<?>[] {ConnectionContext.class},
                (proxy, method, arguments) ->
                        method.getName().equals("dataReader") ? reader : method.invoke(connection, arguments));
    }

    /**
     * Waits up to 10 seconds until the server has accepted all queued connections, because the
     * operating system drops them when the server stops listening. Opens a connection, which comes
     * last in the queue, and waits until the server closes it. Returns early if this fails.
     */
    static void letIn(InetSocketAddress address) {
        InetAddress host =
                address.getAddress().isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address.getAddress();
        try (Socket last = new Socket()) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_MILLIS);
            last.connect(new InetSocketAddress(host, address.getPort()), DRAIN_MILLIS);
            last.setSoTimeout((int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            last.shutdownOutput();
            last.getInputStream().readAllBytes();
        } catch (IOException e) {
            // The queue is full or slow, and running requests must not wait for it.
        }
    }

    /** Closes idle connections whenever no request has run for a while, until interrupted. */
    void closeIdle() {
        try {
            long requests = shutdown.requests();
            int quiet = 0;
            while (true) {
                Thread.sleep(POLL_INTERVAL);
                long now = shutdown.requests();
                quiet = shutdown.isQuiet() && now == requests ? quiet + 1 : 0;
                requests = now;
                if (quiet >= IDLE_POLLS) {
                    open.forEach(Connection::closeIfIdle);
                }
            }
        } catch (InterruptedException e) {
            // The server has stopped, and there is nothing left to close.
        }
    }

    private final class Connection implements ServerConnection {
        private final ServerConnection connection;
        private final ReadAhead sent;

        private Connection(ServerConnection connection, ReadAhead sent) {
            this.connection = connection;
            this.sent = sent;
        }

        @Override
        public void handle(Limit limit) throws InterruptedException {
            open.add(this);
            CurrentConnection.bind(sent);
            try {
                connection.handle(limit);
            } finally {
                open.remove(this);
            }
        }

        @Override
        public Duration idleTime() {
            return connection.idleTime();
        }

        /**
         * Closes the connection if {@code interrupt} is true, as at the timeout of a shutdown.
         * Otherwise does nothing: the last response or {@link #closeIfIdle} closes the connection.
         */
        @Override
        public void close(boolean interrupt) {
            if (interrupt) {
                connection.close(true);
            }
        }

        private void closeIfIdle() {
            connection.close(false);
        }
    }
}
