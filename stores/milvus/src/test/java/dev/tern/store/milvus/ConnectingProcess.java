package dev.tern.store.milvus;

import dev.tern.error.TernException;

/** A process that connects to a closed port and prints the result. */
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
