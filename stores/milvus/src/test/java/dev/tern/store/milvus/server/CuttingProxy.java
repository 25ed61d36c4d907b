package dev.tern.store.milvus.server;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy on the loopback interface in front of a server, which breaks connections on demand.
 *
 * <p>Thread-safe. Its port stays the same from start to close.
 */
public final class CuttingProxy implements AutoCloseable {
    private static final int CHUNK = 16 * 1024;

    private final URI server;
    private final InetSocketAddress address;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong bytesToServer = new AtomicLong();
    private final AtomicLong bytesToClient = new AtomicLong();
    private final Allowance toServer = new Allowance();
    private final Allowance toClient = new Allowance();
    private final Object change = new Object();
    private boolean stalled;
    private boolean closed;
    private @Nullable Listener listener;

    private CuttingProxy(URI server) {
        this.server = server;
        this.address = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), FreePorts.choose(1).getFirst());
        listen();
    }

    /** Starts a proxy that passes everything on to a server, until told otherwise. */
    public static CuttingProxy before(URI server) {
        return new CuttingProxy(server);
    }

    /** Returns the server's URI with the proxy's port. */
    public URI uri() {
        return URI.create(server.getScheme() + "://" + server.getHost() + ":" + address.getPort());
    }

    /** Passes everything on again, including data held back while stalled. */
    public void pass() {
        toServer.lift();
        toClient.lift();
        synchronized (change) {
            stalled = false;
            change.notifyAll();
        }
        listen();
    }

    /** Accepts connections and keeps open ones, but passes nothing on in either direction. */
    public void stall() {
        synchronized (change) {
            stalled = true;
        }
    }

    /** Refuses new connections and cuts the open ones. */
    public void refuse() {
        synchronized (change) {
            if (listener != null) {
                listener.end();
                listener = null;
            }
        }
        cut();
    }

    /** Cuts every open connection now; new ones are accepted. */
    public void cut() {
        links.forEach(Link::cut);
    }

    /**
     * Passes so many more bytes from clients and then cuts every open connection, once.
     *
     * @param bytes 0 or more, counted over all connections
     */
    public void cutAfterToServer(long bytes) {
        toServer.limit(bytes);
    }

    /**
     * Passes so many more bytes from the server and then cuts every open connection, once.
     *
     * @param bytes 0 or more, counted over all connections
     */
    public void cutAfterToClient(long bytes) {
        toClient.limit(bytes);
    }

    /** Returns the connections accepted since the start. */
    public long connections() {
        return connections.get();
    }

    /** Returns the bytes passed on from clients since the start. */
    public long bytesToServer() {
        return bytesToServer.get();
    }

    /** Returns the bytes passed on from the server since the start. */
    public long bytesToClient() {
        return bytesToClient.get();
    }

    @Override
    public void close() {
        synchronized (change) {
            closed = true;
            change.notifyAll();
        }
        refuse();
    }

    private void listen() {
        synchronized (change) {
            if (closed || listener != null) {
                return;
            }
            try {
                ServerSocket opened = new ServerSocket();
                opened.setReuseAddress(true);
                opened.bind(address);
                listener = new Listener(opened, Thread.ofPlatform().daemon().start(() -> accept(opened)));
            } catch (IOException e) {
                throw new UncheckedIOException("The proxy cannot listen on " + address, e);
            }
        }
    }

    private void accept(ServerSocket opened) {
        while (!opened.isClosed()) {
            try {
                Socket client = opened.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> connect(client));
            } catch (IOException e) {
                closeQuietly(opened);
            }
        }
    }

    private void connect(Socket client) {
        Link link = new Link(client, new Socket());
        links.add(link);
        try {
            awaitPassing();
            if (isRefusing()) {
                throw new IOException("accepted just before the proxy was told to refuse");
            }
            link.server().connect(new InetSocketAddress(InetAddress.getByName(server.getHost()), server.getPort()));
            client.setTcpNoDelay(true);
            link.server().setTcpNoDelay(true);
        } catch (IOException e) {
            link.cut();
            links.remove(link);
            return;
        }
        Thread.ofVirtual().start(() -> copy(link, client, link.server(), bytesToServer, toServer));
        copy(link, link.server(), client, bytesToClient, toClient);
    }

    private void copy(Link link, Socket from, Socket to, AtomicLong passed, Allowance allowance) {
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                awaitPassing();
                int passing = allowance.take(read);
                passed.addAndGet(passing);
                out.write(chunk, 0, passing);
                out.flush();
                if (allowance.isSpent()) {
                    cut();
                }
            }
            to.shutdownOutput();
        } catch (IOException e) {
            link.cut();
        }
        if (link.isOver()) {
            links.remove(link);
        }
    }

    private boolean isRefusing() {
        synchronized (change) {
            return listener == null;
        }
    }

    /** Waits while the proxy is stalled. */
    private void awaitPassing() throws IOException {
        synchronized (change) {
            while (stalled && !closed) {
                try {
                    change.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("Interrupted while stalled", e);
                }
            }
        }
    }

    /** The thread that accepts connections. */
    private record Listener(ServerSocket socket, Thread acceptor) {
        /** The port stays open while a thread waits in accept, even after the socket is closed. */
        void end() {
            closeQuietly(socket);
            try {
                acceptor.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The two sockets of a connection. */
    private record Link(Socket client, Socket server) {
        /** Both ends see a reset, not an orderly end. */
        void cut() {
            reset(client);
            reset(server);
        }

        boolean isOver() {
            return client.isClosed() || (client.isOutputShutdown() && server.isOutputShutdown());
        }

        private static void reset(Socket socket) {
            try {
                socket.setSoLinger(true, 0);
            } catch (SocketException closedBefore) {
                return;
            } finally {
                closeQuietly(socket);
            }
        }
    }

    /** The bytes that may pass before the cut; unlimited at first and after each cut. */
    private static final class Allowance {
        private static final long NO_LIMIT = -1;

        private long left = NO_LIMIT;

        synchronized void limit(long bytes) {
            left = bytes;
        }

        synchronized void lift() {
            left = NO_LIMIT;
        }

        synchronized int take(int wanted) {
            if (left == NO_LIMIT) {
                return wanted;
            }
            int taken = (int) Math.min(wanted, left);
            left -= taken;
            return taken;
        }

        /** Returns true once for each limit that is used up. */
        synchronized boolean isSpent() {
            boolean spent = left == 0;
            if (spent) {
                lift();
            }
            return spent;
        }
    }

    private static void closeQuietly(@Nullable Closeable socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
