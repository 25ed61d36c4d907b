package dev.tern.cli.config;

import java.nio.file.Path;

/** Where the graphs are kept: the user names a directory or an address, and that is all it takes to choose the store. */
public sealed interface StoreLocation {
    /**
     * A directory, kept by the embedded store.
     *
     * @param directory the directory, which need not exist
     */
    record Folder(Path directory) implements StoreLocation {}

    /**
     * A Milvus server, or Zilliz Cloud.
     *
     * @param milvus how to reach it
     */
    record Server(MilvusChoice milvus) implements StoreLocation {}
}
