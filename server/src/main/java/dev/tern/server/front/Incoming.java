package dev.tern.server.front;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * A body as it comes. It has to arrive within some time, however few bytes come at once; and what has come counts as memory until
 * it is read: a chunk is there as a whole before any of it can be. Not thread-safe.
 */
final class Incoming extends FilterInputStream implements Presence.Arrival {
    /** What comes with a body: the marks of its chunks, and what is sent behind it. */
    private static final int BESIDE = 1 << 16;

    private final BodyLimit limit;
    private final Bodies.Share share;
    private final long start = System.nanoTime();
    private long unread;

    /** A body whose time begins now. */
    Incoming(InputStream body, BodyLimit limit, Bodies.Share share) {
        super(body);
        this.limit = limit;
        this.share = share;
    }

    @Override
    public Duration left() {
        return limit.time().minusNanos(System.nanoTime() - start);
    }

    @Override
    public void came(int bytes) {
        unread += bytes;
        share.add(bytes);
        if (unread > limit.bytes() + BESIDE) {
            throw limit.exceeded();
        }
    }

    @Override
    public Problem late() {
        return limit.late();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int read = super.read(bytes, from, length);
        long done = Math.min(unread, Math.max(0, read));
        unread -= done;
        share.add(-done);
        if (read < 0) {
            share.whole();
        }
        return read;
    }

    /** Closes nothing: the library would read what is left, which may be much and may never come. */
    @Override
    public void close() {}
}
