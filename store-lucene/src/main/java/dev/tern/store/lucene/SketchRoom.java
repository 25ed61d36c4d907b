package dev.tern.store.lucene;

import java.util.concurrent.atomic.AtomicLong;

/** The memory that the sketches of several graphs may take up together, in bytes. Thread-safe. */
final class SketchRoom {
    /** One byte of this many of the heap is for sketches. */
    private static final long SHARE_OF_HEAP = 4;

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    SketchRoom(long most) {
        this.most = most;
    }

    /** A quarter of the largest heap that this process may have. */
    static SketchRoom ofHeap() {
        return new SketchRoom(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /** Takes a number of bytes, if there is room for them. */
    boolean take(long bytes) {
        long before = taken.get();
        while (bytes <= most - before) {
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** How many bytes are taken now. */
    long taken() {
        return taken.get();
    }
}
