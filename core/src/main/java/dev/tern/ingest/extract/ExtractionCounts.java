package dev.tern.ingest.extract;

/**
 * What became of what a model wrote.
 *
 * @param passages passages whose reply could be used
 * @param statements statements kept
 * @param unusable values that are no statement: parts missing or blank, pronouns, numbers alone, or a thing related to
 *     itself
 * @param tooLong statements dropped since a name has more than 256 characters, or a predicate more than 512
 * @param notAllowed statements dropped since a type or the predicate is not among those allowed
 * @param tooMany statements dropped since the passage has the most it may have
 * @param cut passages whose reply was cut off; what was whole is kept
 */
public record ExtractionCounts(
        long passages, long statements, long unusable, long tooLong, long notAllowed, long tooMany, long cut) {
    /** Counts before anything was extracted. */
    public static final ExtractionCounts NONE = new ExtractionCounts(0, 0, 0, 0, 0, 0, 0);

    /** These and others together. */
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

    /** How many statements were dropped, for whatever reason. */
    public long dropped() {
        return unusable + tooLong + notAllowed + tooMany;
    }
}
