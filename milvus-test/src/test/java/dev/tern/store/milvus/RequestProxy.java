package dev.tern.store.milvus;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A proxy on the loopback interface that counts the requests on their way to a server, and dies when a test says so: between
 * two requests, as a client that is killed does.
 *
 * <p>It reads the frames of HTTP/2: every request of gRPC begins with one of headers. Thread-safe.
 */
final class RequestProxy implements AutoCloseable {
    private static final int PREFACE_BYTES = 24;
    private static final int FRAME_HEADER_BYTES = 9;
    private static final int HEADERS = 1;

    private final URI server;
    private final ServerSocket listening;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);

    private RequestProxy(URI server) throws IOException {
        this.server = server;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(this::accept);
    }

    static RequestProxy before(URI server) {
        try {
            return new RequestProxy(server);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    /** Requests passed on since the start. */
    long requests() {
        return requests.get();
    }

    /** Passes so many more requests; the next one is lost with every connection, and no new one is let through. */
    void dieAfter(long more) {
        left.set(more);
    }

    boolean isDead() {
        return left.get() < 0;
    }

    /** Passes everything on from now on. */
    void revive() {
        left.set(Long.MAX_VALUE);
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Thread.ofVirtual().start(() -> connect(client));
            } catch (IOException ended) {
                cut();
            }
        }
    }

    private void connect(Socket client) {
        try (client;
                Socket target = new Socket()) {
            sockets.add(client);
            sockets.add(target);
            if (isDead()) {
                return;
            }
            target.connect(new InetSocketAddress(InetAddress.getByName(server.getHost()), server.getPort()));
            client.setTcpNoDelay(true);
            target.setTcpNoDelay(true);
            Thread.ofVirtual().start(() -> copyReplies(target, client));
            copyRequests(client, target);
        } catch (IOException cutOrEnded) {
            // Either side has gone, and the other is closed with it.
        } finally {
            sockets.remove(client);
        }
    }

    private void copyReplies(Socket target, Socket client) {
        try (target;
                client) {
            InputStream in = target.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] chunk = new byte[16 * 1024];
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                out.write(chunk, 0, read);
            }
        } catch (IOException cutOrEnded) {
            // Either side has gone, and the other is closed with it.
        } finally {
            sockets.remove(target);
        }
    }

    private void copyRequests(Socket client, Socket target) throws IOException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        DataOutputStream out = new DataOutputStream(target.getOutputStream());
        out.write(in.readNBytes(PREFACE_BYTES));
        while (true) {
            byte[] header = new byte[FRAME_HEADER_BYTES];
            in.readFully(header);
            byte[] payload = new byte[((header[0] & 0xff) << 16) | ((header[1] & 0xff) << 8) | (header[2] & 0xff)];
            in.readFully(payload);
            if (header[3] == HEADERS) {
                if (left.getAndDecrement() <= 0) {
                    cut();
                    return;
                }
                requests.incrementAndGet();
            }
            byte[] frame = new byte[header.length + payload.length];
            System.arraycopy(header, 0, frame, 0, header.length);
            System.arraycopy(payload, 0, frame, header.length, payload.length);
            out.write(frame);
        }
    }

    private void cut() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
