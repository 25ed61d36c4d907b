package dev.tern.query;

import dev.tern.graph.Filter;
import dev.tern.query.collect.SourceRules;
import dev.tern.settings.Parameter;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;

/** Opens what a question may see. */
final class OpenView {
    private OpenView() {}

    /**
     * A view of what passes the scope and the question's own filter, is trusted at all, and not in quarantine unless that is
     * asked for; to be closed by the caller.
     */
    static GraphView of(GraphStore store, Filter scope, Question question) {
        GraphView whole = question.parameters()
                .find(Parameter.CONSISTENCY)
                .map(store::view)
                .orElseGet(store::view);
        try {
            Filter seen = scope.and(new SourceRules(question.parameters()).seen());
            Filter asked = question.filter().within(seen);
            return question.quarantined() ? whole.visible(asked) : whole.outsideQuarantine(asked);
        } catch (RuntimeException | Error e) {
            whole.close();
            throw e;
        }
    }
}
