package dev.tern.server;

import dev.tern.server.front.ClientConnection;
import dev.tern.server.front.ClientGoneException;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataReader.InsufficientDataAvailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a connection's bytes. While the request's thread works, a virtual thread reads ahead, to
 * notice a closed connection. It also reads bodies, because an interrupt of the request's thread
 * during a read would close the connection, and no response could be sent.
 *
 * <p>Only one thread reads at a time; a virtual thread passes its bytes on by a future.
 */
final class ReadAhead implements Supplier<byte @Nullable []>, ClientConnection {
    /** The maximum wait for more bytes of a dropped body; {@link #LINGER} limits the total. */
    private static final Duration SILENCE = Duration.ofSeconds(1);

    private static final Duration LINGER = Duration.ofSeconds(10);

    /** The maximum number of bytes of a body that are read and dropped after the response. */
    private static final long MAX_DISCARDED_BYTES = 16 << 20;

    private final DataReader socket;
    private @Nullable CompletableFuture<byte[]> pendingRead;
    private @Nullable IntConsumer body;
    private boolean working;

    ReadAhead(DataReader socket) {
        this.socket = socket;
    }

    /** Returns the next bytes; null at the end, but throws if the end comes within a body. */
    @Override
    public byte @Nullable [] get() {
        IntConsumer coming = body();
        if (coming != null) {
            return piece(coming);
        }
        CompletableFuture<byte[]> pending = takeNext();
        byte[] bytes = pending == null ? read() : awaited(pending);
        return bytes.length == 0 ? null : bytes;
    }

    private synchronized @Nullable IntConsumer body() {
        return body;
    }

    private byte[] piece(IntConsumer coming) {
        try {
            byte[] bytes = next().get();
            CompletableFuture<byte[]> unused = takeNext();
            if (bytes.length == 0) {
                throw new ClientGoneException("the body ends too early");
            }
            coming.accept(bytes.length);
            return bytes;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("the body did not arrive in time", e));
        } catch (ExecutionException e) {
            throw new ClientGoneException("the connection broke: " + e.getCause());
        }
    }

    private synchronized CompletableFuture<byte[]> next() {
        if (pendingRead == null) {
            pendingRead =
                    new CompletableFuture<byte[]>().completeAsync(this::readPatiently, Thread::startVirtualThread);
        }
        return pendingRead;
    }

    private synchronized @Nullable CompletableFuture<byte[]> takeNext() {
        CompletableFuture<byte[]> pending = pendingRead;
        pendingRead = null;
        return pending;
    }

    private byte[] awaited(CompletableFuture<byte[]> pending) {
        try {
            return pending.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("the connection is being closed", e));
        } catch (ExecutionException e) {
            if (timedOut(e)) {
                return read();
            }
            throw new UncheckedIOException(new IOException("the connection broke", e));
        }
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

    private static boolean timedOut(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public synchronized void receiving(IntConsumer coming) {
        body = coming;
    }

    @Override
    public synchronized void requestStarted() {
        working = true;
    }

    @Override
    public synchronized void requestEnded() {
        body = null;
        working = false;
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
                CompletableFuture<byte[]> unused = takeNext();
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
            boolean gone = failure == null ? bytes.length == 0 : !timedOut(failure);
            if (gone && !watched.isDone()) {
                whenGone.run();
            }
            return null;
        });
        return () -> watched.complete(null);
    }

    /** Reads like {@link #read}; after a timeout, reads again if a request without a body runs. */
    private byte[] readPatiently() {
        while (true) {
            try {
                return read();
            } catch (RuntimeException e) {
                boolean goesOn;
                synchronized (this) {
                    goesOn = working && body == null;
                }
                if (!goesOn || !timedOut(e)) {
                    throw new CompletionException(e);
                }
            }
        }
    }
}
