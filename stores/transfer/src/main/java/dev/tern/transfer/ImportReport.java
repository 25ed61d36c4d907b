package dev.tern.transfer;

import dev.tern.transfer.checksum.GraphChecksum;
import java.util.Optional;

/** The result of an import. Only Tern implements it: later versions can add values. */
public sealed interface ImportReport permits ImportReportRecord {
    /** Returns the number of the file's passages that the graph has after the import. */
    long passages();

    /**
     * Returns the number of passages that the graph already had, so that they were not written;
     * their vectors are compared only if the file contains vectors.
     */
    long unchanged();

    /** Returns the number of passages that were written. */
    long written();

    /**
     * Returns the number of passages removed from the graph, because the file contains another
     * version of their documents.
     */
    long removed();

    /** Returns the number of embedded texts; 0 for a file with vectors. */
    long embeddedTexts();

    /**
     * Returns the checksum of the graph, equal to the file's; empty if the file has none, or if
     * earlier passages, edits or other writers make the graph differ.
     */
    Optional<GraphChecksum> checksum();

    /** Returns the numbers of the file's notes, and whether they were imported. */
    TransferredNotes notes();

    /** Returns the elapsed time in milliseconds. */
    double millis();
}
