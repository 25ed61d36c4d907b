package dev.tern.store.lucene;

import dev.tern.files.OwnerFiles;
import java.io.IOException;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;

/**
 * A directory whose new files only their owner reads. Lucene makes them with the mode that the process makes any file with,
 * always new ones, so that no link is followed; the folder is closed to others before there is a first one.
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
