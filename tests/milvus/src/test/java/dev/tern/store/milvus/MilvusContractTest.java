package dev.tern.store.milvus;

import dev.tern.store.GraphStore;
import dev.tern.store.contract.DurableGraphStoreContract;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The suite that every store passes, on each server with its default index. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class MilvusContractTest extends DurableGraphStoreContract {
    @AutoClose
    private final OwnGraphs graphs;

    MilvusContractTest(ServerUnderTest server) {
        graphs = new OwnGraphs(server);
    }

    @Override
    protected GraphStore open(String graphName) {
        return graphs.open(graphName);
    }

    @Override
    public boolean findsWords() {
        return graphs.catalog().connection().findsWords();
    }
}
