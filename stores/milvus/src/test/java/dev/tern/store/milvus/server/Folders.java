package dev.tern.store.milvus.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Lists and deletes folders of servers. */
final class Folders {
    private Folders() {}

    /** Returns the folders directly in another with a prefix; none if it does not exist. */
    static List<Path> in(Path parent, String start) throws IOException {
        if (!Files.exists(parent)) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(parent)) {
            return found.filter(Files::isDirectory)
                    .filter(folder -> folder.getFileName().toString().startsWith(start))
                    .toList();
        }
    }

    /** Deletes a folder and its contents, if it exists. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path file : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
