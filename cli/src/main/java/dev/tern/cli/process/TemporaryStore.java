package dev.tern.cli.process;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A store that is gone once it is closed. */
public final class TemporaryStore implements AutoCloseable {
    private final Path folder;

    public TemporaryStore() {
        try {
            folder = Files.createTempDirectory("tern-");
        } catch (IOException e) {
            throw TernException.store("no temporary store can be made: " + e.getMessage(), e);
        }
    }

    public Path folder() {
        return folder;
    }

    public Path directory() {
        return folder.resolve("store");
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw TernException.store("the temporary store " + folder + " cannot be removed: " + e.getMessage(), e);
        }
    }
}
