package dev.tern.server.front;

import dev.tern.server.settings.ServerLimit;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** A body that has to arrive within some time, however few bytes come at once. Not thread-safe. */
final class Punctual extends FilterInputStream {
    private final ServerLimit limit;
    private final Duration time;
    private final long start = System.nanoTime();

    /**
     * A body from now on.
     *
     * @param limit by which the time is set
     */
    Punctual(InputStream body, ServerLimit limit, Duration time) {
        super(body);
        this.limit = limit;
        this.time = time;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        requireTime();
        return read;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int read = super.read(bytes, from, length);
        requireTime();
        return read;
    }

    /** Closes nothing: the library would read what is left, which may be much and may never come. */
    @Override
    public void close() {}

    private void requireTime() {
        if (System.nanoTime() - start > time.toNanos()) {
            throw Problem.refused(
                    Problem.TOO_SLOW,
                    "Too slow",
                    "the body did not arrive within " + time.toSeconds() + " s, which is the limit (" + limit.key()
                            + ")");
        }
    }
}
