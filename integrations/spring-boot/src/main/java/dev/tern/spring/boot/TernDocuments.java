package dev.tern.spring.boot;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents of an application's configuration, and their progress. Thread-safe. */
public interface TernDocuments {
    /** Returns the folders and sites, in the order in which they are read. */
    List<Place> places();

    /**
     * Starts reading the documents again, in the background.
     *
     * @return false if the documents are being read already, or the application is ending
     */
    boolean read();

    /**
     * A folder or site and its progress.
     *
     * @param place the place as configured
     * @param state waiting, running, done, failed or stopped
     * @param stored the number of documents stored so far in the current run, or in the last one
     * @param lastReport the report of the last completed run; null before the first one
     * @param lastError the reason why the last run failed; null if it did not fail
     */
    record Place(
            String place,
            String state,
            long stored,
            @Nullable Instant started,
            @Nullable Instant ended,
            @Nullable Report lastReport,
            @Nullable String lastError) {}

    /**
     * The result of a run: the counts of files or pages, and the failures.
     *
     * @param failures files or pages that could not be added, with reasons; perhaps only the first
     *     ones
     * @param remark a remark, for instance why nothing was removed; empty if there is none
     */
    record Report(
            long documents,
            long added,
            long replaced,
            long removed,
            long unchanged,
            long failed,
            List<String> failures,
            String remark) {}
}
