package dev.tern.store;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;

/**
 * A listener for rows that a store has indexed wrongly. For example, a statement whose index has
 * another metadata value than its passage would be visible despite a filter.
 */
public interface InspectionListener {
    /**
     * Called for an entity that is indexed wrongly.
     *
     * @param problem a description of the error
     */
    void misfiled(Entity entity, String problem);

    /**
     * Called for a statement of a passage that is indexed wrongly.
     *
     * @param problem a description of the error
     */
    void misfiled(RelationRow relation, String problem);

    /**
     * Called for a passage that is indexed wrongly.
     *
     * @param problem a description of the error
     */
    void misfiled(Passage passage, String problem);

    /**
     * Called from time to time during the inspection.
     *
     * @param rows number of rows checked since the previous call
     */
    void progressed(int rows);
}
