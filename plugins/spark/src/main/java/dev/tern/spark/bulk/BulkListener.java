package dev.tern.spark.bulk;

/** Hears how far an import is, on the thread that imports. */
@FunctionalInterface
public interface BulkListener {
    /** A listener that hears nothing. */
    BulkListener NONE = progress -> {};

    /**
     * How far an import is.
     *
     * @param filesDone how many files the server has imported
     * @param files how many there are
     * @param rowsDone how many rows those files have
     * @param rows how many all files have
     */
    record Progress(int filesDone, int files, long rowsDone, long rows) {}

    /** Some files more have been imported. */
    void progress(Progress progress);
}
