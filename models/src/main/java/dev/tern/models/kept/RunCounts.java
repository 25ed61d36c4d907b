package dev.tern.models.kept;

/**
 * How far a run is.
 *
 * @param documents documents read
 * @param passages passages made of them
 * @param extracted passages whose statements a model was asked for, and that it gave
 * @param indexed passages that are whole in the graph
 * @param failed passages whose extraction failed
 * @param waiting passages still to be extracted
 */
public record RunCounts(long documents, long passages, long extracted, long indexed, long failed, long waiting) {
    /** The counts of a run that has just begun. */
    public static final RunCounts NONE = new RunCounts(0, 0, 0, 0, 0, 0);
}
