package dev.tern.server;

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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a client sends. While a request is worked on, the next bytes are read ahead on another thread: that there will be none
 * tells that the client has gone. The head of a request has to arrive in some time, however many bytes it comes in.
 *
 * <p>Read by the thread of the connection, and by one other while that one does not; both hand over by a future.
 */
final class ReadAhead implements Supplier<byte @Nullable []>, Presence {
    private static final int NONE = 0;

    private final DataReader socket;
    private final Duration headTime;
    private @Nullable CompletableFuture<byte[]> ahead;
    private boolean working;
    private long headSince;

    ReadAhead(DataReader socket, Duration headTime) {
        this.socket = socket;
        this.headTime = headTime;
    }

    /** The next bytes; null at the end, and when the head of a request takes too long. */
    @Override
    public byte @Nullable [] get() {
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
    public synchronized void begun() {
        working = true;
        headSince = NONE;
    }

    @Override
    public synchronized void ended() {
        working = false;
    }

    @Override
    public Watch watch(Runnable whenGone) {
        CompletableFuture<byte[]> next;
        synchronized (this) {
            if (ahead == null) {
                ahead = new CompletableFuture<byte[]>().completeAsync(this::readPatiently, Thread::startVirtualThread);
            }
            next = ahead;
        }
        CompletableFuture<Void> watched = new CompletableFuture<>();
        CompletableFuture<Void> unused = next.handle((bytes, failure) -> {
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
