package dev.tern.transfer;

/** Hears how an export or an import goes on, in the thread that does it, once for each page of passages. */
@FunctionalInterface
public interface ExchangeListener {
    /** Hears nothing. */
    ExchangeListener NONE = (step, done, total) -> {};

    /** What is being done. */
    enum Step {
        /** Passages of the graph go to the file. */
        WRITING_FILE,
        /** The file is read and checked; nothing is written yet. */
        CHECKING_FILE,
        /** Passages of the file go to the graph. */
        WRITING_GRAPH,
        /** The rows of the graph are counted and summed up. */
        COMPARING
    }

    /**
     * A page is done.
     *
     * @param step what is being done
     * @param done how many passages, or rows where the graph is compared
     * @param total how many there are to do; negative where that is not known
     */
    void progress(Step step, long done, long total);
}
