package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import java.util.Set;

/** A visitor that forwards rows to another visitor; subclasses change or drop rows. */
public class DelegatingVisitor implements GraphVisitor {
    private final GraphVisitor visitor;

    /** Creates a visitor of the same rows as another visitor. */
    protected DelegatingVisitor(GraphVisitor visitor) {
        this.visitor = visitor;
    }

    @Override
    public final Set<RowKind> kinds() {
        return visitor.kinds();
    }

    @Override
    public final Set<Extraction.State> states() {
        return visitor.states();
    }

    @Override
    public void entity(Embedded<Entity> entity) {
        visitor.entity(entity);
    }

    @Override
    public void relation(Embedded<RelationRow> relation) {
        visitor.relation(relation);
    }

    @Override
    public void passage(Embedded<Passage> passage) {
        visitor.passage(passage);
    }
}
