package dev.tern.transfer.scan;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import java.util.List;
import java.util.function.LongConsumer;

/** Counts the passages and statements that an export has written, and reports each page of them. */
public final class ExportTally {
    private final LongConsumer progress;
    private long passages;
    private long statements;

    /**
     * Begins with nothing written.
     *
     * @param progress gets the number of passages after each page
     */
    public ExportTally(LongConsumer progress) {
        this.progress = progress;
    }

    /** Counts a page that was written. */
    public void wrote(List<Embedded<Passage>> page) {
        passages += page.size();
        for (Embedded<Passage> passage : page) {
            statements += passage.value().statements().size();
        }
        progress.accept(passages);
    }

    /** Passages written so far. */
    public long passages() {
        return passages;
    }

    /** Statements of these passages. */
    public long statements() {
        return statements;
    }
}
