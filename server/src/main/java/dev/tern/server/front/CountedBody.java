package dev.tern.server.front;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A request body up to its limit; unread bytes count towards {@link BodyMemory}'s limit. */
final class CountedBody extends FilterInputStream {
    /** The bytes allowed in addition to a body: the framing of chunks, and pipelined requests. */
    private static final int BESIDE = 1 << 16;

    private final BodyLimit limit;
    private final BodyMemory.MemoryShare share;
    private long unread;
    private long total;

    CountedBody(InputStream body, BodyLimit limit, BodyMemory.MemoryShare share) {
        super(body);
        this.limit = limit;
        this.share = share;
    }

    /** Counts bytes that have arrived; throws if too many are unread, or memory is used up. */
    void came(int bytes) {
        unread += bytes;
        share.add(bytes);
        if (unread > limit.bytes() + BESIDE) {
            throw limit.lengthProblem();
        }
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
        total += Math.max(0, read);
        if (total > limit.bytes()) {
            throw limit.lengthProblem();
        }
        if (read < 0) {
            share.complete();
        }
        return read;
    }

    /** Does nothing: on close, the library would drain the rest, which may be endless. */
    @Override
    public void close() {}
}
