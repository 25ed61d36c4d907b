package dev.tern.models;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Collects a response body; fails with {@link TooLongException} above {@code maxBytes}. */
final class BoundedBody implements BodySubscriber<byte[]> {
    private final BodySubscriber<byte[]> all = BodySubscribers.ofByteArray();
    private final long maxBytes;
    private @Nullable Subscription subscription;
    private long bytes;

    BoundedBody(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Thrown for a response longer than allowed, which is not retried. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLongException(long maxBytes) {
            super("the answer is longer than " + maxBytes + " bytes");
        }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return all.getBody();
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        all.onSubscribe(given);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            bytes += buffer.remaining();
        }
        if (bytes <= maxBytes) {
            all.onNext(buffers);
            return;
        }
        if (subscription != null) {
            subscription.cancel();
        }
        all.onError(new TooLongException(maxBytes));
    }

    @Override
    public void onError(Throwable failure) {
        all.onError(failure);
    }

    @Override
    public void onComplete() {
        all.onComplete();
    }
}
