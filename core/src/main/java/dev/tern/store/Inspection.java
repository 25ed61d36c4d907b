package dev.tern.store;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;

/**
 * Receives the rows that a store does not find by what they say, or finds by something that they do not say: a statement whose
 * index has another metadata value than its passage, for one, is seen by callers from whom a filter should hide it.
 */
public interface Inspection {
    /**
     * An entity is not found by what it says.
     *
     * @param words what is wrong
     */
    void misfiled(Entity entity, String words);

    /**
     * A statement of a passage is not found by what it says.
     *
     * @param words what is wrong
     */
    void misfiled(RelationRow relation, String words);

    /**
     * A passage is not found by what it says.
     *
     * @param words what is wrong
     */
    void misfiled(Passage passage, String words);

    /**
     * Some rows were looked at.
     *
     * @param rows how many since the call before
     */
    void looked(int rows);
}
