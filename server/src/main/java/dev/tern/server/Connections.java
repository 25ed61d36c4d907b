package dev.tern.server;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.server.front.Presence;
import dev.tern.server.front.Presences;
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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Accepts and closes the connections of a server. At the limit, a new connection closes an old one:
 * the longest waiting connection of the client address with the most waiting connections. So slow
 * or idle connections of one client cannot keep others out.
 *
 * <p>At shutdown, the library alone would close every connection without a parsed request, even if
 * one has arrived; under load there are always some. Here a connection closes after a response that
 * announces it ({@link Shutdown}), or, without a request, after a quiet period. Thread-safe.
 */
final class Connections implements ServerConnectionSelector {
    /** The number of quiet polls in a row after which the server counts as idle. */
    private static final int IDLE_POLLS = 10;

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);
    private static final int DRAIN_MILLIS = 10_000;

    private final Http1ConnectionSelector http;
    private final Shutdown ending;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final ServerLimits limits;

    Connections(Http1Config config, Shutdown ending, ServerLimits limits) {
        this.http = Http1ConnectionSelector.builder().config(config).build();
        this.ending = ending;
        this.limits = limits;
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
        ReadAhead sent = new ReadAhead(context.dataReader(), limits.time(ServerLimit.HEAD_TIME));
        String address = context.remotePeer().host();
        return new Connection(http.connection(withReader(context, DataReader.create(sent))), sent, address);
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
     * Adds a connection and closes an old one at the limit. Synchronized, to close each only once.
     */
    private synchronized void add(Connection connection) {
        if (open.size() >= limits.count(ServerLimit.CONNECTIONS)) {
            longestWaiting().ifPresent(other -> {
                open.remove(other);
                other.connection.close(true);
            });
        }
        open.add(connection);
    }

    private Optional<Connection> longestWaiting() {
        Map<String, List<Connection>> byAddress =
                open.stream().filter(Connection::isWaiting).collect(Collectors.groupingBy(other -> other.address));
        return byAddress.values().stream()
                .max(Comparator.comparingInt(List::size))
                .flatMap(most -> most.stream().min(Comparator.comparingLong(other -> other.waitingSince)));
    }

    /**
     * Waits until the server has accepted all queued connections, because the operating system
     * drops them when the server stops listening. Opens a connection, which is accepted last, and
     * waits until the server closes it.
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
            // The queue is full, or it takes too long: running requests must not wait for it.
        }
    }

    /** Closes idle connections repeatedly until the thread is interrupted. */
    void closeIdle() {
        try {
            long requests = ending.requests();
            int quiet = 0;
            while (true) {
                Thread.sleep(POLL_INTERVAL);
                long now = ending.requests();
                quiet = ending.isQuiet() && now == requests ? quiet + 1 : 0;
                requests = now;
                if (quiet >= IDLE_POLLS) {
                    open.forEach(Connection::closeIfIdle);
                }
            }
        } catch (InterruptedException e) {
            // The server has stopped, and there is nothing left to close.
        }
    }

    private final class Connection implements ServerConnection, Presence {
        private final ServerConnection connection;
        private final ReadAhead sent;
        private final String address;
        private volatile boolean working;
        private volatile long waitingSince = System.nanoTime();

        private Connection(ServerConnection connection, ReadAhead sent, String address) {
            this.connection = connection;
            this.sent = sent;
            this.address = address;
        }

        @Override
        public void handle(Limit limit) throws InterruptedException {
            add(this);
            Presences.bind(this);
            try {
                connection.handle(limit);
            } finally {
                open.remove(this);
            }
        }

        private boolean isWaiting() {
            return !working;
        }

        @Override
        public Watch watch(Runnable whenGone) {
            return sent.watch(whenGone);
        }

        @Override
        public void receiving(Arrival body) {
            sent.receiving(body);
        }

        @Override
        public void begun() {
            working = true;
            sent.begun();
        }

        @Override
        public void ended() {
            sent.ended();
            waitingSince = System.nanoTime();
            working = false;
        }

        @Override
        public void leave() {
            sent.leave();
        }

        @Override
        public Duration idleTime() {
            return connection.idleTime();
        }

        /**
         * Closes the connection if {@code interrupt} is true, at the timeout of a shutdown;
         * otherwise its last response or {@link #closeIfIdle} closes it.
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
