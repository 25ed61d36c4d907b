package dev.tern.server;

import dev.tern.server.front.ClientConnection;
import dev.tern.server.front.ClientGoneException;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataReader.InsufficientDataAvailableException;
import io.helidon.webserver.CloseConnectionException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a connection's bytes by virtual threads, one at a time, which pass them on by a future. So
 * the request's thread can wait for a limited time; an interrupt does not close the connection, and
 * a response can still be sent; and a thread that reads ahead notices a client that leaves.
 */
final class ReadAhead implements Supplier<byte @Nullable []>, ClientConnection {
    /** The maximum wait for more bytes of a dropped body; {@link #LINGER} limits the total. */
    private static final Duration SILENCE = Duration.ofSeconds(1);

    private static final Duration LINGER = Duration.ofSeconds(10);

    /** The maximum number of bytes of a body that are read and dropped after the response. */
    private static final long MAX_DISCARDED_BYTES = 16 << 20;

    private final DataReader socket;
    private final Duration timeout;
    private @Nullable CompletableFuture<byte[]> pendingRead;
    private @Nullable IntConsumer body;

    /**
     * Creates the reader of a connection.
     *
     * @param timeout the maximum wait for the next bytes of a request, or for the next request
     */
    ReadAhead(DataReader socket, Duration timeout) {
        this.socket = socket;
        this.timeout = timeout;
    }

    /** Returns the next bytes; null at the end, but throws if the end comes within a body. */
    @Override
    public byte @Nullable [] get() {
        IntConsumer coming = body();
        try {
            byte[] bytes = next().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            takeNext();
            if (coming != null) {
                if (bytes.length == 0) {
                    throw new ClientGoneException("the body ends too early");
                }
                coming.accept(bytes.length);
            }
            return bytes.length == 0 ? null : bytes;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ended(coming, e);
        } catch (ExecutionException | TimeoutException e) {
            throw ended(coming, e);
        }
    }

    private static RuntimeException ended(@Nullable IntConsumer coming, Exception e) {
        return coming == null
                ? new CloseConnectionException("the client has sent no request", e)
                : new ClientGoneException("the connection broke, or the body stopped coming: " + e);
    }

    private synchronized @Nullable IntConsumer body() {
        return body;
    }

    private synchronized CompletableFuture<byte[]> next() {
        if (pendingRead == null) {
            pendingRead = new CompletableFuture<byte[]>().completeAsync(this::read, Thread::startVirtualThread);
        }
        return pendingRead;
    }

    private synchronized void takeNext() {
        pendingRead = null;
    }

    /** Returns the next bytes; an empty array at the end. */
    private byte[] read() {
        try {
            socket.ensureAvailable();
            return socket.readBytes(socket.available());
        } catch (InsufficientDataAvailableException e) {
            return new byte[0];
        }
    }

    @Override
    public synchronized void receiving(IntConsumer coming) {
        body = coming;
    }

    @Override
    public synchronized void requestEnded() {
        body = null;
    }

    /** Discards some or all of a body, because many clients read no response while they send. */
    @Override
    public void leave() {
        long end = System.nanoTime() + LINGER.toNanos();
        try {
            long left = MAX_DISCARDED_BYTES;
            while (left > 0 && System.nanoTime() < end) {
                int came = next().get(SILENCE.toMillis(), TimeUnit.MILLISECONDS).length;
                if (came == 0) {
                    return;
                }
                left -= came;
                takeNext();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The client has gone, or has sent nothing for a second.
        }
    }

    @Override
    public ConnectionWatch watch(Runnable whenGone) {
        CompletableFuture<Void> watched = new CompletableFuture<>();
        CompletableFuture<Void> unused = next().handle((bytes, failure) -> {
            if ((failure != null || bytes.length == 0) && !watched.isDone()) {
                whenGone.run();
            }
            return null;
        });
        return () -> watched.complete(null);
    }
}
