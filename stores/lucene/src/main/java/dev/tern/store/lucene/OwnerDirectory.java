package dev.tern.store.lucene;

import dev.tern.files.OwnerFiles;
import dev.tern.files.WholeFile;
import java.io.IOException;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;

/**
 * A directory whose new files only their owner reads, and whose names an interrupt does not keep from the disk. Lucene makes
 * them with the mode that the process makes any file with, always new ones, so that no link is followed; the folder is closed to
 * others before there is a first one.
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

    /** An interrupt does not break it off: Lucene would take the names for forced to disk although they are not. */
    @Override
    public void syncMetaData() throws IOException {
        ensureOpen();
        WholeFile.forceFolder(files.getDirectory());
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
