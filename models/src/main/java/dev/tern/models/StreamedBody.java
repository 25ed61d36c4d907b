package dev.tern.models;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A response body that one thread reads while it arrives, with a limit of bytes and a timeout for
 * each part. An interrupt of the reading thread ends it. Closing it cancels the response.
 */
final class StreamedBody extends InputStream implements BodySubscriber<InputStream> {
    /** A part of the body, or its end. */
    private sealed interface BodyPart {
        record Bytes(List<ByteBuffer> buffers) implements BodyPart {}

        /** The end of the body, with the failure that caused it, if any. */
        record End(@Nullable Throwable failure) implements BodyPart {}
    }

    private final BlockingQueue<BodyPart> parts = new LinkedBlockingQueue<>();
    private final CompletableFuture<Subscription> subscribed = new CompletableFuture<>();
    private final Duration patience;
    private final long maxBytes;
    private List<ByteBuffer> buffers = List.of();
    private long bytes;
    private boolean ended;

    StreamedBody(Duration patience, long maxBytes) {
        this.patience = patience;
        this.maxBytes = maxBytes;
    }

    @Override
    public CompletionStage<InputStream> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscribed.complete(subscription);
        subscription.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> next) {
        parts.add(new BodyPart.Bytes(List.copyOf(next)));
    }

    @Override
    public void onError(Throwable failure) {
        parts.add(new BodyPart.End(failure));
    }

    @Override
    public void onComplete() {
        parts.add(new BodyPart.End(null));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        while (!ended && buffers.stream().noneMatch(ByteBuffer::hasRemaining)) {
            next();
        }
        for (ByteBuffer buffer : buffers) {
            if (buffer.hasRemaining()) {
                int count = Math.min(length, buffer.remaining());
                buffer.get(into, offset, count);
                return count;
            }
        }
        return -1;
    }

    private void next() throws IOException {
        BodyPart part;
        try {
            part = parts.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a model was answering");
        }
        switch (part) {
            case null -> {
                close();
                throw new HttpTimeoutException("nothing more within " + patience.toMillis() + " ms");
            }
            case BodyPart.Bytes more -> {
                buffers = more.buffers();
                bytes += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
                if (bytes > maxBytes) {
                    close();
                    throw new BoundedBody.TooLongException(maxBytes);
                }
                subscribed.join().request(1);
            }
            case BodyPart.End end -> {
                ended = true;
                if (end.failure() != null) {
                    throw new IOException(end.failure());
                }
            }
        }
    }

    @Override
    public void close() {
        ended = true;
        buffers = List.of();
        CompletableFuture<Void> unused = subscribed.thenAccept(Subscription::cancel);
    }
}
