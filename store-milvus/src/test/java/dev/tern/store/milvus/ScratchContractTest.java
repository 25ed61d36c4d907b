package dev.tern.store.milvus;

import dev.tern.store.GraphStore;
import dev.tern.store.contract.DurableGraphStoreContract;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

class ScratchContractTest extends DurableGraphStoreContract {
    private final MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
            MilvusSettings.at(System.getenv("SCRATCH_URI")).build());
    private final String prefix = "t" + System.nanoTime() + "_";

    @Override
    protected GraphStore open(String graphName) {
        return catalog.open(prefix + graphName);
    }

    @AfterEach
    void dropGraphs() {
        for (String graph : catalog.graphs()) {
            if (graph.startsWith(prefix)) {
                catalog.drop(graph);
            }
        }
        catalog.close();
    }
}
