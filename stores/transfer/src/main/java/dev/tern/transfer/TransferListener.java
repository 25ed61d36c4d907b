package dev.tern.transfer;

/** Gets the progress of a copy, an export or an import, in the thread that does it, once for each page of passages. */
@FunctionalInterface
public interface TransferListener {
    /** Ignores all the progress. */
    TransferListener NONE = (step, done, total) -> {};

    /** What is being done. */
    enum Step {
        /** Passages of the graph go to the file. */
        WRITING_FILE,
        /** The file is read and checked; nothing is written yet. */
        CHECKING_FILE,
        /** Passages go to the graph, out of a file or another graph. */
        WRITING_GRAPH,
        /** The rows of the graph, or of both graphs, are counted and summed up. */
        COMPARING
    }

    /**
     * A page is done.
     *
     * @param step what is being done
     * @param done how many passages, or rows where graphs are compared
     * @param total how many there are to do; negative where that is not known
     */
    void progress(Step step, long done, long total);
}
