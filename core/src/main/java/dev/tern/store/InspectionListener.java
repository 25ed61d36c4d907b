package dev.tern.store;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;

/**
 * Receives rows that a store has indexed wrongly. For example, a statement indexed with another
 * metadata value than its passage is visible despite a filter.
 */
public interface InspectionListener {
    /**
     * Reports an entity that is indexed wrongly.
     *
     * @param words a description of the error
     */
    void misfiled(Entity entity, String words);

    /**
     * Reports a statement of a passage that is indexed wrongly.
     *
     * @param words a description of the error
     */
    void misfiled(RelationRow relation, String words);

    /**
     * Reports a passage that is indexed wrongly.
     *
     * @param words a description of the error
     */
    void misfiled(Passage passage, String words);

    /**
     * Reports the progress of the inspection.
     *
     * @param rows number of rows checked since the previous call
     */
    void progressed(int rows);
}
