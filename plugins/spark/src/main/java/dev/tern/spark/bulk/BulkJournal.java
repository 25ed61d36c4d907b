package dev.tern.spark.bulk;

import java.util.Optional;

/** The persistent progress of an import, stored beside its files; one run at a time. */
public interface BulkJournal {
    /** Returns the last text written; empty if there is none. */
    Optional<String> read();

    /** Replaces the stored text atomically; a text is one line of JSON. */
    void write(String text);

    /** Deletes the stored text. */
    void forget();
}
