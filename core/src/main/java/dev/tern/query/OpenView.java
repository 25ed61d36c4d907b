package dev.tern.query;

import dev.tern.graph.Filter;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;

/** Opens what a question may see. */
final class OpenView {
    private OpenView() {}

    /** A view of what passes both the scope and the question's own filter, to be closed by the caller. */
    static GraphView of(GraphStore store, Filter scope, Question question) {
        GraphView whole = question.parameters().consistency().map(store::view).orElseGet(store::view);
        try {
            return whole.visible(question.filter().within(scope));
        } catch (RuntimeException e) {
            whole.close();
            throw e;
        }
    }
}
