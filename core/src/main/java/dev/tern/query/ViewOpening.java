package dev.tern.query;

import dev.tern.graph.MetadataFilter;
import dev.tern.note.Notes;
import dev.tern.note.SourceRules;
import dev.tern.settings.Parameter;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;

/** Opens the part of a graph that a question may see. */
final class ViewOpening {
    private ViewOpening() {}

    /** Opens a view limited by scope, filter and rules; the caller has to close it. */
    static GraphView of(GraphStore store, MetadataFilter scope, Question question) {
        GraphView unfiltered = question.parameters()
                .find(Parameter.CONSISTENCY)
                .map(store::view)
                .orElseGet(store::view);
        try {
            Notes notes = unfiltered.notes();
            MetadataFilter seen = question.hidden()
                    ? rules(notes, question).visibleFilter()
                    : notes.visibleFilter(question.parameters().get(Parameter.TRUST));
            return unfiltered.visible(seen).visible(question.filter().within(scope));
        } catch (RuntimeException | Error e) {
            unfiltered.close();
            throw e;
        }
    }

    /** Returns the rules of graph and question; for equal patterns, the question's rule counts. */
    static SourceRules rules(Notes notes, Question question) {
        SourceRules kept = notes.sources();
        return (question.hidden() ? kept.hidingNothing() : kept)
                .with(question.parameters().get(Parameter.TRUST));
    }
}
