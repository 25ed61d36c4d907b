package dev.tern.cli;

import dev.tern.error.TernException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The demo's passages as a file, read in the same way as a user's own; gone once it is closed. */
final class DemoCorpus implements AutoCloseable {
    private static final String RESOURCE = "/demo/corpus.jsonl";

    private final Path file;

    DemoCorpus() {
        try (InputStream resource = DemoCorpus.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException("the resource " + RESOURCE + " is missing");
            }
            file = Files.createTempFile("tern-demo-", ".jsonl");
            Files.copy(resource, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw TernException.store("the demo's passages cannot be written: " + e.getMessage(), e);
        }
    }

    Path file() {
        return file;
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw TernException.store(file + " cannot be removed: " + e.getMessage(), e);
        }
    }
}
