package dev.tern.store.milvus;

import dev.tern.error.TernException;

/** Connects to where nobody listens, and prints what comes of it; run as a process of its own. */
final class ConnectingProcess {
    private ConnectingProcess() {}

    public static void main(String[] arguments) {
        try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
                MilvusSettings.at("http://127.0.0.1:1").build())) {
            System.out.println("connected to " + catalog.location());
        } catch (TernException e) {
            System.out.println(e.fault() + ": " + e.getMessage());
        }
    }
}
