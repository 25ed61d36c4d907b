package dev.tern.server;

import dev.tern.server.front.ClientLeft;
import dev.tern.server.front.Presence;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a client sends. While a request is worked on, the next bytes are read ahead on another thread: that there will be none
 * tells that the client has gone. The head of a request has to arrive in some time, however many bytes it comes in, and its body
 * in the time that it has: that is read on another thread too, so that the one that waits for it can still answer.
 *
 * <p>Read by the thread of the connection, and by one other while that one does not; both hand over by a future.
 */
final class ReadAhead implements Supplier<byte @Nullable []>, Presence {
    private static final int NONE = 0;

    /** How long what is left of a body is taken when nothing of it comes, and in all. */
    private static final Duration SILENCE = Duration.ofSeconds(1);

    private static final Duration LINGER = Duration.ofSeconds(10);

    /** The most bytes of a body that are taken after its answer. */
    private static final long MOST_LEFT = 16 << 20;

    private final DataReader socket;
    private final Duration headTime;
    private @Nullable CompletableFuture<byte[]> ahead;
    private @Nullable Arrival body;
    private boolean working;
    private long headSince;

    ReadAhead(DataReader socket, Duration headTime) {
        this.socket = socket;
        this.headTime = headTime;
    }

    /** The next bytes; null at the end, and when the head of a request takes too long. */
    @Override
    public byte @Nullable [] get() {
        Arrival coming = body();
        if (coming != null) {
            return piece(coming);
        }
        CompletableFuture<byte[]> pending = taken();
        byte[] bytes = pending == null ? read() : awaited(pending);
        synchronized (this) {
            if (!working) {
                headSince = headSince == NONE ? System.nanoTime() : headSince;
                if (System.nanoTime() - headSince > headTime.toNanos()) {
                    return null;
                }
            }
        }
        return bytes.length == 0 ? null : bytes;
    }

    private synchronized @Nullable Arrival body() {
        return body;
    }

    /** The next bytes of a body; the reader goes on if they are late, and ends with the connection. */
    private byte[] piece(Arrival coming) {
        try {
            byte[] bytes = next().get(coming.left().toNanos(), TimeUnit.NANOSECONDS);
            CompletableFuture<byte[]> unused = taken();
            if (bytes.length == 0) {
                throw new ClientLeft("the body ends too early");
            }
            coming.came(bytes.length);
            return bytes;
        } catch (TimeoutException e) {
            throw coming.late();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("the body is not waited for any longer", e));
        } catch (ExecutionException e) {
            throw new ClientLeft("the connection broke: " + e.getCause());
        }
    }

    private synchronized CompletableFuture<byte[]> next() {
        if (ahead == null) {
            ahead = new CompletableFuture<byte[]>().completeAsync(this::readPatiently, Thread::startVirtualThread);
        }
        return ahead;
    }

    private synchronized @Nullable CompletableFuture<byte[]> taken() {
        CompletableFuture<byte[]> pending = ahead;
        ahead = null;
        return pending;
    }

    private byte[] awaited(CompletableFuture<byte[]> pending) {
        try {
            return pending.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("the connection is to be closed", e));
        } catch (ExecutionException e) {
            if (timedOut(e)) {
                return read();
            }
            throw new UncheckedIOException(new IOException("the connection broke", e));
        }
    }

    /** The next bytes; none at the end. */
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
    public synchronized void receiving(Arrival coming) {
        body = coming;
    }

    @Override
    public synchronized void begun() {
        working = true;
        headSince = NONE;
    }

    @Override
    public synchronized void ended() {
        body = null;
        working = false;
    }

    /** Reads and drops what is still sent, until nothing comes: cut off at once, the client could not read the answer. */
    @Override
    public void leave() {
        long end = System.nanoTime() + LINGER.toNanos();
        try {
            long left = MOST_LEFT;
            while (left > 0 && System.nanoTime() < end) {
                int came = next().get(SILENCE.toMillis(), TimeUnit.MILLISECONDS).length;
                if (came == 0) {
                    return;
                }
                left -= came;
                CompletableFuture<byte[]> unused = taken();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // It has gone, or goes on.
        }
    }

    @Override
    public Watch watch(Runnable whenGone) {
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

    /** As {@link #read}, through the pauses of a client who waits for an answer. */
    private byte[] readPatiently() {
        while (true) {
            try {
                return read();
            } catch (RuntimeException e) {
                boolean goesOn;
                synchronized (this) {
                    goesOn = working;
                }
                if (!goesOn || !timedOut(e)) {
                    throw new CompletionException(e);
                }
            }
        }
    }
}
