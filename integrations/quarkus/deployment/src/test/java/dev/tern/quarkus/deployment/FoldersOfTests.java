package dev.tern.quarkus.deployment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders of an application in the build's folder, as tests need them before they start. */
final class FoldersOfTests {
    private FoldersOfTests() {}

    static Path empty(String test) {
        Path folder = Path.of("target", "applications", test).toAbsolutePath();
        try {
            if (Files.exists(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a folder with a document. */
    static Path docs(Path folder) {
        try {
            Path docs = Files.createDirectories(folder.resolve("docs"));
            Files.writeString(docs.resolve("mill.txt"), "Orla Finn grinds rye.");
            return docs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
