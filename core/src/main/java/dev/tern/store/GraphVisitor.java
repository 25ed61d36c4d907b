package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/** A visitor of the rows of a graph, called once for each row to visit. */
public interface GraphVisitor {
    /** Returns a visitor of all passages that visits no other rows. */
    static GraphVisitor ofPassages(Consumer<Passage> each) {
        return ofPassages(EnumSet.allOf(Extraction.State.class), each);
    }

    /** Returns a visitor of the passages in some states that visits no other rows. */
    static GraphVisitor ofPassages(Set<Extraction.State> states, Consumer<Passage> each) {
        return new GraphVisitor() {
            @Override
            public Set<RowKind> kinds() {
                return EnumSet.of(RowKind.PASSAGE);
            }

            @Override
            public Set<Extraction.State> states() {
                return states;
            }

            @Override
            public void passage(Embedded<Passage> passage) {
                each.accept(passage.value());
            }
        };
    }

    /** Returns a visitor of all relation rows that visits no other rows. */
    static GraphVisitor ofRelations(Consumer<RelationRow> each) {
        return new GraphVisitor() {
            @Override
            public Set<RowKind> kinds() {
                return EnumSet.of(RowKind.RELATION);
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                each.accept(relation.value());
            }
        };
    }

    /** Returns a visitor of all entities that visits no other rows. */
    static GraphVisitor ofEntities(Consumer<Entity> each) {
        return new GraphVisitor() {
            @Override
            public Set<RowKind> kinds() {
                return EnumSet.of(RowKind.ENTITY);
            }

            @Override
            public void entity(Embedded<Entity> entity) {
                each.accept(entity.value());
            }
        };
    }

    /** Returns the kinds of rows to visit; rows of other kinds are not even read. */
    default Set<RowKind> kinds() {
        return EnumSet.allOf(RowKind.class);
    }

    /** Returns the states of the passages to visit; passages in other states are not visited. */
    default Set<Extraction.State> states() {
        return EnumSet.allOf(Extraction.State.class);
    }

    /** Visits an entity with its vector. */
    default void entity(Embedded<Entity> entity) {}

    /** Visits a statement of a passage; a relation comes once for each passage that states it. */
    default void relation(Embedded<RelationRow> relation) {}

    /** Visits a passage with its vector. */
    default void passage(Embedded<Passage> passage) {}
}
