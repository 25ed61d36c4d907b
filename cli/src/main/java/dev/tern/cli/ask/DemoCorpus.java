package dev.tern.cli.ask;

import dev.tern.error.TernException;
import dev.tern.files.TemporaryFolder;
import dev.tern.web.PageFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The demo's documents as a temporary file of JSON lines, deleted on close. */
public final class DemoCorpus implements AutoCloseable {
    private final TemporaryFolder folder;

    public DemoCorpus() {
        try {
            folder = TemporaryFolder.make("demo");
            Files.write(file(), PageFile.demo().bytes());
        } catch (IOException e) {
            throw TernException.store("the demo's passages cannot be written: " + e.getMessage(), e);
        }
    }

    public Path file() {
        return folder.path().resolve("demo.jsonl");
    }

    @Override
    public void close() {
        try {
            folder.close();
        } catch (IOException e) {
            throw TernException.store(folder.path() + " cannot be removed: " + e.getMessage(), e);
        }
    }
}
