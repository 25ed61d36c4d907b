package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import java.util.EnumSet;
import java.util.Set;

/** Is shown every row of a graph, one call for each row. */
public interface GraphVisitor {
    /** The kinds of rows to show; the others are not even read. */
    default Set<RowKind> kinds() {
        return EnumSet.allOf(RowKind.class);
    }

    /** The states of the passages to show; the others are not even read. */
    default Set<Extraction.State> states() {
        return EnumSet.allOf(Extraction.State.class);
    }

    /** Is shown an entity. */
    default void entity(Embedded<Entity> entity) {}

    /** Is shown a statement of a passage; the same relation comes once for each passage that states it. */
    default void relation(Embedded<RelationRow> relation) {}

    /** Is shown a passage. */
    default void passage(Embedded<Passage> passage) {}
}
