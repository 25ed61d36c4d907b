package dev.tern.spark.bulk;

import java.util.List;

/** Starts and observes the import jobs of a server. */
interface ImportJobs extends AutoCloseable {
    /** The state of a job, as its server reports it. */
    enum ImportState {
        RUNNING,
        DONE,
        FAILED
    }

    /**
     * A job as the server reports it.
     *
     * @param rows the number of rows imported; negative if unreported
     * @param percent the progress of the job, 0 to 100
     * @param reason the reason why the job failed; empty if it did not
     * @param report the whole report, which names the job's files, but perhaps not at first
     */
    record ImportJob(ImportState state, long rows, long percent, String reason, String report) {}

    int maxFiles();

    /** Starts a job and returns its id. */
    String begin(String collection, List<String> files);

    /** Returns the present state of a job. */
    ImportJob job(String id);

    /** Returns the ids of all jobs of a collection that the server knows. */
    List<String> jobs(String collection);

    @Override
    void close();
}
