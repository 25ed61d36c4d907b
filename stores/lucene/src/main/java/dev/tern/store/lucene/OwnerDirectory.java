package dev.tern.store.lucene;

import dev.tern.files.AtomicFile;
import dev.tern.files.OwnerFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.Lock;

/**
 * A directory that restricts each new file to its owner after creation, and syncs its folder even
 * if the thread is interrupted. Lucene never writes to an existing file, so no link is followed.
 * Until a file is restricted, it has the process's default mode; a folder made by Tern hides it.
 */
final class OwnerDirectory extends FilterDirectory {
    private final FSDirectory files;

    OwnerDirectory(FSDirectory files) {
        super(files);
        this.files = files;
    }

    @Override
    public IndexOutput createOutput(String name, IOContext context) throws IOException {
        return restricted(super.createOutput(name, context));
    }

    @Override
    public IndexOutput createTempOutput(String prefix, String suffix, IOContext context) throws IOException {
        return restricted(super.createTempOutput(prefix, suffix, context));
    }

    /**
     * Restricts only a new lock file to its owner: an existing one may belong to another user of
     * the folder. While the lock is held, a {@link WriterPid} names this process.
     */
    @Override
    public Lock obtainLock(String name) throws IOException {
        Path file = files.getDirectory().resolve(name);
        boolean there = Files.exists(file);
        Lock lock = super.obtainLock(name);
        try {
            if (!there) {
                OwnerFiles.restrict(file);
            }
            WriterPid.write(files.getDirectory());
            return new NamedLock(lock, files.getDirectory());
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    /** A lock whose {@link WriterPid} is deleted before another process can take the lock. */
    private static final class NamedLock extends Lock {
        private final Lock lock;
        private final Path folder;

        NamedLock(Lock lock, Path folder) {
            this.lock = lock;
            this.folder = folder;
        }

        @Override
        public void ensureValid() throws IOException {
            lock.ensureValid();
        }

        @Override
        public void close() throws IOException {
            try (lock) {
                WriterPid.delete(folder);
            }
        }
    }

    /**
     * Syncs the folder even if the thread is interrupted, in which case Lucene would omit the sync
     * without a failure.
     */
    @Override
    public void syncMetaData() throws IOException {
        ensureOpen();
        AtomicFile.forceFolder(files.getDirectory());
    }

    private IndexOutput restricted(IndexOutput output) throws IOException {
        try {
            OwnerFiles.restrict(files.getDirectory().resolve(output.getName()));
            return output;
        } catch (IOException e) {
            output.close();
            throw e;
        }
    }
}
