package dev.tern.spark.bulk;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** The persistent progress of an import, stored beside its files; one run at a time. */
public interface BulkJournal {
    /** Returns the last text written; empty if there is none. */
    Optional<String> read();

    /** Writes a text, a few lines of JSON, atomically. */
    void write(String text);

    /** Deletes the stored text. */
    void forget();

    /** Returns a journal in a file, which need not exist. */
    static BulkJournal at(Path file) {
        return new BulkJournal() {
            @Override
            public Optional<String> read() {
                try {
                    return Optional.of(Files.readString(file));
                } catch (NoSuchFileException e) {
                    return Optional.empty();
                } catch (IOException e) {
                    throw failed("read", e);
                }
            }

            @Override
            public void write(String text) {
                try {
                    Path next = Files.writeString(file.resolveSibling(file.getFileName() + ".next"), text);
                    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
                } catch (IOException e) {
                    throw failed("written", e);
                }
            }

            @Override
            public void forget() {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw failed("deleted", e);
                }
            }

            private TernException failed(String how, IOException e) {
                return TernException.operator(
                        "the journal " + file + " of the import cannot be " + how + ": " + e.getMessage(), e);
            }
        };
    }
}
