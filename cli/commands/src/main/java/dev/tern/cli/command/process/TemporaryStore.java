package dev.tern.cli.command.process;

import dev.tern.documents.temporary.TemporaryFolder;
import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Path;

/** A temporary folder for a store, deleted on close. */
public final class TemporaryStore implements AutoCloseable {
    private final TemporaryFolder folder;

    public TemporaryStore() {
        try {
            folder = TemporaryFolder.make("store");
        } catch (IOException e) {
            throw TernException.store("no temporary store can be made: " + e.getMessage(), e);
        }
    }

    public Path folder() {
        return folder.path();
    }

    public Path directory() {
        return folder.path().resolve("store");
    }

    @Override
    public void close() {
        try {
            folder.close();
        } catch (IOException e) {
            throw TernException.store(
                    "the temporary store " + folder.path() + " cannot be removed: " + e.getMessage(), e);
        }
    }
}
