package dev.tern.transfer;

/** Receives the progress of a copy, an export or an import, on the thread that runs it. */
@FunctionalInterface
public interface TransferListener {
    TransferListener NONE = (step, done, total) -> {};

    /** The steps of a transfer, each of which counts from 0. */
    enum TransferStep {
        /** Passages of the graph are written to the file. */
        WRITING_FILE,
        /** The file is read and validated; nothing is written yet. */
        CHECKING_FILE,
        /** Passages are written to the graph, from a file or another graph. */
        WRITING_GRAPH,
        /** The rows of the graph, or of both graphs, are read for a checksum. */
        COMPARING
    }

    /**
     * Reports progress: after each page of passages, and repeatedly while graphs are compared.
     *
     * @param done the number of passages, or of rows where graphs are compared
     * @param total the total number; negative if unknown
     */
    void progress(TransferStep step, long done, long total);
}
