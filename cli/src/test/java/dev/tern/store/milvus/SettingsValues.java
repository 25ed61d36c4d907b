package dev.tern.store.milvus;

import dev.tern.store.StoreOptions;
import dev.tern.store.milvus.client.ConnectionSettings;

/** Shows tests what settings of Milvus hold, which they show no application. */
public final class SettingsValues {
    private SettingsValues() {}

    public static ConnectionSettings of(String address, StoreOptions options) {
        return MilvusStoreProvider.settings(address, options).values();
    }
}
