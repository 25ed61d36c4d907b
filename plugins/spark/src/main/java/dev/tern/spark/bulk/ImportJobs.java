package dev.tern.spark.bulk;

import java.util.List;

/** The jobs by which a server imports files. */
interface ImportJobs extends AutoCloseable {
    /** How far a job is. */
    enum State {
        RUNNING,
        DONE,
        FAILED
    }

    /**
     * A job as the server tells of it.
     *
     * @param rows that were imported; less than 0 if the server does not say
     * @param percent how far it is
     * @param reason why it failed; empty if it did not
     * @param told everything that was said, in which the paths of its files stand
     */
    record Job(State state, long rows, long percent, String reason, String told) {}

    /** How many files one job can have. */
    int mostFiles();

    /** Asks for a job and returns its id. */
    String begin(String collection, List<String> files);

    /** Asks how far a job is. */
    Job job(String id);

    /** The ids of all jobs that the server knows of a collection. */
    List<String> jobs(String collection);

    @Override
    void close();
}
