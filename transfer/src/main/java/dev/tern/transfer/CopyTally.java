package dev.tern.transfer;

import java.util.concurrent.atomic.AtomicLong;

/** How far a copy is. Counted by the thread that reads and the one that writes, told by the one that reads. */
final class CopyTally {
    private final long total;
    private final CopyListener listener;
    private final AtomicLong unchanged = new AtomicLong();
    private final AtomicLong written = new AtomicLong();

    CopyTally(long total, CopyListener listener) {
        this.total = total;
        this.listener = listener;
    }

    /** Passages that were there. */
    void found(long passages) {
        unchanged.addAndGet(passages);
    }

    /** Passages that are there now. */
    void wrote(long passages) {
        written.addAndGet(passages);
    }

    void tell() {
        listener.copied(done(), total);
    }

    long done() {
        return unchanged() + written();
    }

    long unchanged() {
        return unchanged.get();
    }

    long written() {
        return written.get();
    }

    long total() {
        return total;
    }
}
