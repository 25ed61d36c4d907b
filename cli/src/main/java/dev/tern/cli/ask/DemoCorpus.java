package dev.tern.cli.ask;

import dev.tern.cli.command.process.TemporaryStore;
import dev.tern.error.TernException;
import dev.tern.web.PageFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The demo's documents as a temporary file of JSON lines, deleted on close. */
public final class DemoCorpus implements AutoCloseable {
    private final TemporaryStore temporary = new TemporaryStore();

    public DemoCorpus() {
        try {
            Files.write(file(), PageFile.demo().bytes());
        } catch (IOException e) {
            throw TernException.store("the demo's passages cannot be written: " + e.getMessage(), e);
        }
    }

    public Path file() {
        return temporary.folder().resolve("demo.jsonl");
    }

    @Override
    public void close() {
        temporary.close();
    }
}
