package dev.tern.spring.boot;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents of an application's configuration, and how far they are read. Thread-safe. */
public interface TernDocuments {
    /** The folders and sites, in the order in which they are read. */
    List<Place> places();

    /**
     * Reads them again, in the background.
     *
     * @return false if that is under way, or the application ends
     */
    boolean read();

    /**
     * A folder or site and how far it is.
     *
     * @param place as the configuration names it
     * @param state waiting, running, done, failed or stopped
     * @param stored documents stored in this run so far
     * @param lastReport of the last run that came to its end; null before
     * @param lastError why the last run failed; null if it did not
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
     * What came of a run, in files and pages.
     *
     * @param failures what gave no document, and why
     * @param remark such as why nothing was removed; empty if there is nothing to say
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
