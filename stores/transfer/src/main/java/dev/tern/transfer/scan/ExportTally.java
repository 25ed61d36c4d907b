package dev.tern.transfer.scan;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import java.util.List;
import java.util.function.LongConsumer;

/** Counts the passages and statements written by an export, and reports each page. */
public final class ExportTally {
    private final LongConsumer progress;
    private long passages;
    private long statements;

    /**
     * Creates a tally that starts at 0.
     *
     * @param progress gets the number of passages after each page
     */
    public ExportTally(LongConsumer progress) {
        this.progress = progress;
    }

    /** Counts a page that was written. */
    public void count(List<Embedded<Passage>> page) {
        passages += page.size();
        for (Embedded<Passage> passage : page) {
            statements += passage.value().statements().size();
        }
        progress.accept(passages);
    }

    /** Returns the number of passages written so far. */
    public long passages() {
        return passages;
    }

    /** Returns the number of statements of the passages written so far. */
    public long statements() {
        return statements;
    }
}
