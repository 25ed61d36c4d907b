package dev.tern.exchange;

import dev.tern.exchange.ExchangeListener.Step;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import java.util.List;

/** Counts what is written to a file, and tells. */
final class Tally {
    private final long total;
    private final ExchangeListener listener;
    private long passages;
    private long statements;

    Tally(long total, ExchangeListener listener) {
        this.total = total;
        this.listener = listener;
    }

    void wrote(List<Embedded<Passage>> page) {
        passages += page.size();
        for (Embedded<Passage> passage : page) {
            statements += passage.value().statements().size();
        }
        listener.progress(Step.WRITING_FILE, passages, total);
    }

    void compared(long rows) {
        listener.progress(Step.COMPARING, rows, -1);
    }

    long passages() {
        return passages;
    }

    long statements() {
        return statements;
    }
}
