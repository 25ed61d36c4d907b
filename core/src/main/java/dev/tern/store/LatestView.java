package dev.tern.store;

import dev.tern.graph.MetadataFilter;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The latest state of a store: opens a view for each look-up. */
record LatestView(Supplier<GraphView> opening) implements DelegatingView {
    @Override
    public <T> T answer(String lookup, Function<GraphView, T> question) {
        try (GraphView now = opening.get()) {
            return question.apply(now);
        }
    }

    @Override
    public GraphView visible(MetadataFilter filter) {
        return narrowed(now -> now.visible(filter));
    }

    /** Narrows as {@link #visible}, and leaves out passages that the notes hide. */
    GraphView shown(MetadataFilter filter) {
        return narrowed(now -> now.visible(now.notes().visibleFilter(List.of())).visible(filter));
    }

    private GraphView narrowed(UnaryOperator<GraphView> narrowing) {
        GraphView now = opening.get();
        try {
            return narrowing.apply(now);
        } catch (RuntimeException e) {
            now.close();
            throw e;
        }
    }

    /** Does nothing, since each look-up has closed its view. */
    @Override
    public void close() {}
}
