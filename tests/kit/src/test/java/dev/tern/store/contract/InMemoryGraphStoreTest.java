package dev.tern.store.contract;

import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;

class InMemoryGraphStoreTest extends GraphStoreContract {
    @Override
    public GraphStore openEmpty() {
        return new InMemoryGraphStore();
    }
}
