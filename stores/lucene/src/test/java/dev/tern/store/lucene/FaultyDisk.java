package dev.tern.store.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;

/**
 * A disk that fails on demand: at its nth operation, once or from then on, or when full. It lies
 * below the store's own syncs. Operations are files created, every 512 bytes written, files and
 * folders synced (only counted: no power is cut here), renamed and deleted.
 */
final class FaultyDisk {
    private static final int BYTES_PER_WRITE = 512;

    private final AtomicLong room = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong operations = new AtomicLong();
    private volatile long failing = Long.MAX_VALUE;
    private volatile boolean once = true;

    /** Leaves room for so many bytes from now on. */
    void leave(long bytes) {
        room.set(bytes);
    }

    /** Fails at the nth operation from now on, counted from 0, and after it unless only once. */
    void failAt(long operation, boolean onlyOnce) {
        operations.set(0);
        once = onlyOnce;
        failing = operation;
    }

    /** Works without failures from now on. */
    void mend() {
        failing = Long.MAX_VALUE;
    }

    /** Returns the number of operations since the last call of this or {@link #failAt}. */
    long operations() {
        return operations.get();
    }

    Directory open(Path path) throws IOException {
        return new GroupSyncDirectory(new FilterDirectory(FSDirectory.open(path)) {
            @Override
            public IndexOutput createOutput(String name, IOContext context) throws IOException {
                operate();
                return limited(super.createOutput(name, context));
            }

            @Override
            public IndexOutput createTempOutput(String prefix, String suffix, IOContext context) throws IOException {
                operate();
                return limited(super.createTempOutput(prefix, suffix, context));
            }

            @Override
            public void sync(Collection<String> names) throws IOException {
                operate();
            }

            @Override
            public void syncMetaData() throws IOException {
                operate();
            }

            @Override
            public void rename(String source, String target) throws IOException {
                operate();
                super.rename(source, target);
            }

            @Override
            public void deleteFile(String name) throws IOException {
                operate();
                super.deleteFile(name);
            }
        });
    }

    private IndexOutput limited(IndexOutput out) {
        return new FilterIndexOutput("limited " + out, out.getName(), out) {
            private long written;

            @Override
            public void writeByte(byte b) throws IOException {
                take(1);
                super.writeByte(b);
            }

            @Override
            public void writeBytes(byte[] bytes, int offset, int length) throws IOException {
                take(length);
                super.writeBytes(bytes, offset, length);
            }

            private void take(long bytes) throws IOException {
                if (room.addAndGet(-bytes) < 0) {
                    throw new IOException("No space left on device");
                }
                long before = written;
                written += bytes;
                if (before / BYTES_PER_WRITE != written / BYTES_PER_WRITE) {
                    operate();
                }
            }
        };
    }

    private void operate() throws IOException {
        long now = operations.getAndIncrement();
        if (once ? now == failing : now >= failing) {
            throw new IOException("Input/output error");
        }
    }
}
