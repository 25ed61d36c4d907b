package dev.tern.store.lucene;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.DelegatingVisitor;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;

/** Wraps the exceptions of a caller's visitor, to distinguish them from failures of reading. */
final class CallerVisitor extends DelegatingVisitor {
    CallerVisitor(GraphVisitor visitor) {
        super(visitor);
    }

    /** Carries an exception that the visitor threw. */
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
    public void entity(Embedded<Entity> entity) {
        call(() -> super.entity(entity));
    }

    @Override
    public void relation(Embedded<RelationRow> relation) {
        call(() -> super.relation(relation));
    }

    @Override
    public void passage(Embedded<Passage> passage) {
        call(() -> super.passage(passage));
    }

    private static void call(Runnable visit) {
        try {
            visit.run();
        } catch (RuntimeException e) {
            throw new FailedException(e);
        }
    }
}
