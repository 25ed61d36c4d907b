package dev.tern.models.kept;

/**
 * The progress of a run.
 *
 * @param documents documents whose passages are all written
 * @param passages passages written
 * @param extracted passages whose statements a model has returned
 * @param indexed passages in the graph with their statements
 * @param failed passages whose extraction failed
 * @param waiting passages still to be extracted
 */
public record RunCounts(long documents, long passages, long extracted, long indexed, long failed, long waiting) {
    /** The counts of a new run. */
    public static final RunCounts NONE = new RunCounts(0, 0, 0, 0, 0, 0);
}
