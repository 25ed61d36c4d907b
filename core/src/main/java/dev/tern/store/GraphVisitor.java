package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import java.util.EnumSet;
import java.util.Set;

/** Sees every row of a graph, one call a row. */
public interface GraphVisitor {
    /** The kinds of rows to show; the others are not even read. */
    default Set<RowKind> kinds() {
        return EnumSet.allOf(RowKind.class);
    }

    /** The states of the passages to show; the others are not even read. */
    default Set<Extraction.State> states() {
        return EnumSet.allOf(Extraction.State.class);
    }

    /** An entity. */
    default void entity(Embedded<Entity> entity) {}

    /** A statement of a passage; the same relation comes once for each passage that states it. */
    default void relation(Embedded<RelationRow> relation) {}

    /** A passage. */
    default void passage(Embedded<Passage> passage) {}
}
