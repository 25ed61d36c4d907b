package dev.tern.transfer;

import dev.tern.transfer.checksum.GraphChecksum;
import java.util.Optional;

/** The result of an import. Only Tern implements it: later versions can add values. */
public sealed interface ImportReport permits ImportReportRecord {
    /** Returns the number of passages of the file. */
    long passages();

    /**
     * Returns the number of passages that the graph already had, equal in everything; the vectors
     * do not count if the file has none.
     */
    long unchanged();

    /** Returns the number of passages that were written. */
    long written();

    /**
     * Returns the number of passages removed from the graph, because the file has their documents
     * without them.
     */
    long removed();

    /** Returns the number of embedded texts; 0 for a file with vectors. */
    long embeddedTexts();

    /**
     * Returns the checksum of the graph, equal to the file's; empty if the file has none, or the
     * graph had passages or edits that make it differ.
     */
    Optional<GraphChecksum> checksum();

    /** Returns the notes in the file, and if they were taken. */
    TransferredNotes notes();

    /** Returns the elapsed time in milliseconds. */
    double millis();
}
