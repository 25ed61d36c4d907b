package dev.tern.ingest.extract;

/**
 * Counts of the statements that a model wrote.
 *
 * @param passages passages with a usable reply
 * @param statements statements kept
 * @param unusable values that are no statement, such as ones with missing parts, a pronoun, only
 *     numbers, or the same subject and object
 * @param tooLong statements dropped for a name over 256, or a predicate or qualifier over 512
 *     characters
 * @param notAllowed statements dropped for a type or predicate that is not allowed
 * @param tooMany statements dropped beyond the maximum of a passage
 * @param cut passages whose reply was truncated; the complete statements of the reply are kept
 */
public record ExtractionCounts(
        long passages, long statements, long unusable, long tooLong, long notAllowed, long tooMany, long cut) {
    /** The counts before the first extraction. */
    public static final ExtractionCounts NONE = new ExtractionCounts(0, 0, 0, 0, 0, 0, 0);

    /** Returns the sums of these and other counts. */
    public ExtractionCounts plus(ExtractionCounts other) {
        return new ExtractionCounts(
                passages + other.passages,
                statements + other.statements,
                unusable + other.unusable,
                tooLong + other.tooLong,
                notAllowed + other.notAllowed,
                tooMany + other.tooMany,
                cut + other.cut);
    }

    /** Returns the number of statements dropped, for any reason. */
    public long dropped() {
        return unusable + tooLong + notAllowed + tooMany;
    }
}
