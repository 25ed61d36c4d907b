package dev.tern.store.lucene;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.Set;

/** Wraps the exceptions of a caller's visitor, to distinguish them from failures of reading. */
record CallerVisitor(GraphVisitor visitor) implements GraphVisitor {
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
