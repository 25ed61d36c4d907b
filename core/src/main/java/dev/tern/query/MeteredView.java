package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.model.Meter;
import dev.tern.note.Notes;
import dev.tern.store.DelegatingView;
import dev.tern.store.GraphView;
import dev.tern.store.Round;
import java.util.Optional;
import java.util.function.Function;

/** A view that counts each look-up as a call, and each round or single look-up as a round trip. */
final class MeteredView implements DelegatingView {
    private final GraphView view;
    private final Meter meter;
    private final boolean inRound;

    MeteredView(GraphView view, Meter meter) {
        this(view, meter, false);
    }

    private MeteredView(GraphView view, Meter meter, boolean inRound) {
        this.view = view;
        this.meter = meter;
        this.inRound = inRound;
    }

    /** Throws if the thread is interrupted: a store in this process may not notice an interrupt. */
    @Override
    public <T> T answer(String lookup, Function<GraphView, T> question) {
        if (Thread.currentThread().isInterrupted()) {
            throw TernException.user("the query was interrupted before it called the store (" + lookup + ")");
        }
        if (!inRound) {
            meter.roundTrip();
        }
        return meter.storeCall(lookup, () -> question.apply(view));
    }

    @Override
    public Round round() {
        meter.roundTrip();
        return new Round(new MeteredView(view, meter, true));
    }

    /** Returns the notes as read when the view was opened; not counted as a look-up. */
    @Override
    public Notes notes() {
        return view.notes();
    }

    /** Returns the reason of the wrapped view; not counted as a look-up. */
    @Override
    public Optional<String> fullTextMissing() {
        return view.fullTextMissing();
    }

    /** Returns a narrower view, whose look-ups are counted; its creation is not. */
    @Override
    public GraphView visible(MetadataFilter filter) {
        return filter.isEverything() ? this : new MeteredView(view.visible(filter), meter, inRound);
    }

    @Override
    public void close() {
        view.close();
    }
}
