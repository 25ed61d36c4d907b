package dev.tern.store.milvus;

import dev.tern.store.StoreOptions;
import dev.tern.store.milvus.client.ConnectionSettings;

/** Gives tests access to settings of Milvus that are hidden from applications. */
public final class SettingsValues {
    private SettingsValues() {}

    public static ConnectionSettings of(String address, StoreOptions options) {
        return MilvusStoreProvider.settings(address, options).values();
    }
}
