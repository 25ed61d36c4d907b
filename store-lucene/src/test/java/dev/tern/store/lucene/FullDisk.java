package dev.tern.store.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;

/** A disk with a little room, which fails as Linux does when there is none left. */
final class FullDisk {
    private final AtomicLong room = new AtomicLong(Long.MAX_VALUE);

    /** Leaves room for so many bytes from now on. */
    void leave(long bytes) {
        room.set(bytes);
    }

    Directory open(Path path) throws IOException {
        return new FilterDirectory(FSDirectory.open(path)) {
            @Override
            public IndexOutput createOutput(String name, IOContext context) throws IOException {
                return limited(super.createOutput(name, context));
            }

            @Override
            public IndexOutput createTempOutput(String prefix, String suffix, IOContext context) throws IOException {
                return limited(super.createTempOutput(prefix, suffix, context));
            }
        };
    }

    private IndexOutput limited(IndexOutput out) {
        return new FilterIndexOutput("limited " + out, out.getName(), out) {
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
        };
    }

    private void take(long bytes) throws IOException {
        if (room.addAndGet(-bytes) < 0) {
            throw new IOException("No space left on device");
        }
    }
}
