package dev.tern.store.milvus;

import dev.tern.store.milvus.client.ConnectionSettings;

/** Gives tests access to settings of Milvus that are hidden from applications. */
public final class SettingsValues {
    private SettingsValues() {}

    public static ConnectionSettings of(MilvusSettings settings) {
        return settings.values();
    }
}
