package dev.tern.store.milvus;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A proxy on the loopback interface that counts the requests to a server, and can stop between two requests, as if the client
 * were killed.
 *
 * <p>It parses HTTP/2 frames: every gRPC request begins with a frame of headers. Since a client waits for a missing server
 * until its timeout, a stopped proxy accepts connections and refuses each request. Thread-safe.
 */
final class RequestProxy implements AutoCloseable {
    private static final int PREFACE_BYTES = 24;
    private static final int FRAME_HEADER_BYTES = 9;
    private static final int TYPE = 3;
    private static final int STREAM = 5;
    private static final int HEADERS = 1;

    /** Frames of a server with settings, where all are the defaults. */
    private static final byte[] DEFAULT_SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};

    /** The begin of a frame that ends one stream, whose number and error follow. */
    private static final byte[] RESET_STREAM = {0, 0, 4, 3, 0};

    private static final int INTERNAL_ERROR = 2;

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

    /** Passes so many more requests; the next one is lost with every connection, and all later ones are refused. */
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
                refuseRequests(client);
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
        OutputStream out = target.getOutputStream();
        out.write(in.readNBytes(PREFACE_BYTES));
        while (true) {
            byte[] frame = frame(in);
            if (frame[TYPE] == HEADERS) {
                if (left.getAndDecrement() <= 0) {
                    cut();
                    return;
                }
                requests.incrementAndGet();
            }
            out.write(frame);
        }
    }

    /** Answers like a server that fails every request. */
    private static void refuseRequests(Socket client) throws IOException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        OutputStream out = client.getOutputStream();
        in.skipNBytes(PREFACE_BYTES);
        out.write(DEFAULT_SETTINGS);
        while (true) {
            byte[] frame = frame(in);
            if (frame[TYPE] == HEADERS) {
                out.write(ByteBuffer.allocate(FRAME_HEADER_BYTES + Integer.BYTES)
                        .put(RESET_STREAM)
                        .put(frame, STREAM, Integer.BYTES)
                        .putInt(INTERNAL_ERROR)
                        .array());
            }
        }
    }

    private static byte[] frame(DataInputStream in) throws IOException {
        byte[] header = new byte[FRAME_HEADER_BYTES];
        in.readFully(header);
        int length = ((header[0] & 0xff) << 16) | ((header[1] & 0xff) << 8) | (header[2] & 0xff);
        byte[] frame = Arrays.copyOf(header, header.length + length);
        in.readFully(frame, header.length, length);
        return frame;
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
