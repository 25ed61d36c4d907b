package dev.tern.store.lucene;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.Set;

/** A visitor whose failures differ from those of reading: what a caller's code throws says nothing of the files. */
final class CallerVisitor implements GraphVisitor {
    private final GraphVisitor visitor;

    CallerVisitor(GraphVisitor visitor) {
        this.visitor = visitor;
    }

    /** What a visitor threw. */
    static final class FailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final RuntimeException failure;

        FailedException(RuntimeException failure) {
            super(failure);
            this.failure = failure;
        }

        RuntimeException failure() {
            return failure;
        }
    }

    @Override
    public Set<RowKind> kinds() {
        return visitor.kinds();
    }

    @Override
    public Set<Extraction.State> states() {
        return visitor.states();
    }

    @Override
    public void entity(Embedded<Entity> entity) {
        call(() -> visitor.entity(entity));
    }

    @Override
    public void relation(Embedded<RelationRow> relation) {
        call(() -> visitor.relation(relation));
    }

    @Override
    public void passage(Embedded<Passage> passage) {
        call(() -> visitor.passage(passage));
    }

    private static void call(Runnable visit) {
        try {
            visit.run();
        } catch (RuntimeException e) {
            throw new FailedException(e);
        }
    }
}
