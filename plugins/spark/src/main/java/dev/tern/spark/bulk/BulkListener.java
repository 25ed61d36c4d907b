package dev.tern.spark.bulk;

/** Receives the progress of an import, on the thread that runs it. */
@FunctionalInterface
public interface BulkListener {
    /** A listener that ignores progress. */
    BulkListener NONE = progress -> {};

    /**
     * The progress of an import.
     *
     * @param filesDone the number of imported files
     * @param files the number of files
     * @param rowsDone the rows of the imported files
     * @param rows the rows of all files
     */
    record ImportProgress(int filesDone, int files, long rowsDone, long rows) {}

    /** Reports the progress after more files have been imported. */
    void progress(ImportProgress progress);
}
