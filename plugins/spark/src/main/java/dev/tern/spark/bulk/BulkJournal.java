package dev.tern.spark.bulk;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** Where an import keeps what it has done, beside its files; one run at a time. */
public interface BulkJournal {
    /** What was written last; empty if nothing was. */
    Optional<String> read();

    /** Writes what is to be read next, a few lines of JSON: all of it or, if it fails, nothing. */
    void write(String text);

    /** Forgets what was written. */
    void forget();

    /** A journal in a file, which need not be there. */
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
