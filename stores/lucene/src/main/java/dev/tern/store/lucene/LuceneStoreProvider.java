package dev.tern.store.lucene;

import dev.tern.store.GraphCatalog;
import dev.tern.store.StoreProvider;
import dev.tern.store.Stores;

/** Opens directories for {@link Stores}. */
public final class LuceneStoreProvider implements StoreProvider {
    public LuceneStoreProvider() {}

    @Override
    public boolean opens(String address) {
        return !Stores.isServer(address);
    }

    @Override
    public GraphCatalog open(String address) {
        return LuceneGraphCatalog.open(Stores.directory(address));
    }
}
