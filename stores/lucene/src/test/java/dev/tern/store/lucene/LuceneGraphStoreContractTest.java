package dev.tern.store.lucene;

import dev.tern.store.GraphStore;
import dev.tern.store.contract.DurableGraphStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class LuceneGraphStoreContractTest extends DurableGraphStoreContract {
    private final Path directory;

    LuceneGraphStoreContractTest(@TempDir Path directory) {
        this.directory = directory.resolve("store");
    }

    @Override
    protected GraphStore open(String graphName) {
        return LuceneGraphStore.open(directory, graphName);
    }
}
