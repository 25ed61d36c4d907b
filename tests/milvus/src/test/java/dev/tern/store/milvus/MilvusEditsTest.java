package dev.tern.store.milvus;

import dev.tern.curation.EditsContract;
import dev.tern.store.GraphStore;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class MilvusEditsTest extends EditsContract {
    @AutoClose
    private final OwnGraphs graphs;

    MilvusEditsTest(ServerUnderTest server) {
        graphs = new OwnGraphs(server);
    }

    @Override
    protected GraphStore open(String graphName) {
        return graphs.open(graphName);
    }
}
