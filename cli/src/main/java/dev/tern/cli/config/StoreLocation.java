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

    /** The path that a text names, which may be written as {@code file:}. */
    static Path path(String text) {
        return Path.of(text.startsWith("file:") ? text.substring("file:".length()) : text);
    }

    /** Whether a store is named by an address and not by a path. */
    static boolean isAddress(String text) {
        return text.matches("(?s)[A-Za-z][A-Za-z0-9+.-]+://.*") && !text.regionMatches(true, 0, "file:", 0, 5);
    }
}
