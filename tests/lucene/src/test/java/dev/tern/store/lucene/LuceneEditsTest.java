package dev.tern.store.lucene;

import dev.tern.curation.EditsContract;
import dev.tern.store.GraphStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class LuceneEditsTest extends EditsContract {
    @TempDir
    private Path directory;

    @Override
    protected GraphStore open(String graphName) {
        return LuceneGraphStore.open(directory, graphName);
    }
}
