package dev.tern.store.milvus;

import dev.tern.store.GraphCatalog;
import dev.tern.store.StoreProvider;
import dev.tern.store.Stores;

/** Connects to servers for {@link Stores}. */
public final class MilvusStoreProvider implements StoreProvider {
    public MilvusStoreProvider() {}

    @Override
    public boolean opens(String address) {
        return Stores.isServer(address);
    }

    @Override
    public GraphCatalog open(String address) {
        return MilvusGraphCatalog.connect(MilvusSettings.at(address).build());
    }
}
