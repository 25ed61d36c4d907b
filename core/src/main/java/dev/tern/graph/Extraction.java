package dev.tern.graph;

import dev.tern.text.Beginning;
import java.util.List;

/**
 * How far a passage's statements are. Kept with the passage, so that every machine that sees the graph sees what is left
 * to do, and nothing is left of it when the passage goes.
 *
 * @param state how far it is
 * @param by what finds the statements: the name of an extractor, with everything that its outcome depends on; statements
 *     found by another are found again
 * @param tries how often that failed
 * @param reason why it failed the last time; empty unless it failed
 * @param found the statements as they were found, where the naming rules of the graph make others
 *     of them; empty where they do not
 */
public record Extraction(State state, String by, int tries, String reason, List<Statement> found) {
    /** The statements that came with the document, or none at all. */
    public static final Extraction GIVEN = new Extraction(State.INDEXED, "given", 0, "");

    private static final int MOST_OF_REASON = 500;
    private static final String NO_ANSWER = "the model gave no answer about it";

    /** How far a passage is. */
    public enum State {
        /** It is found by its words; its statements are still to be found. */
        WAITING,
        /** It has the statements that were found. */
        INDEXED,
        /** Its statements could not be found; it is found by its words, and by the names in them. */
        FAILED
    }

    /** Checks, and shortens a long reason. */
    public Extraction {
        if (by.isBlank()) {
            throw new IllegalArgumentException("an extraction names no extractor");
        }
        if (tries < 0) {
            throw new IllegalArgumentException("an extraction failed " + tries + " times");
        }
        reason = Beginning.of(reason, MOST_OF_REASON);
        found = List.copyOf(found);
    }

    /** An extraction whose statements are those of the passage. */
    public Extraction(State state, String by, int tries, String reason) {
        this(state, by, tries, reason, List.of());
    }

    /** This, with other statements that were found. */
    Extraction withFound(List<Statement> others) {
        return new Extraction(state, by, tries, reason, others);
    }

    /** Still to be done by an extractor. */
    public static Extraction waiting(String by) {
        return new Extraction(State.WAITING, by, 0, "");
    }

    /** Done by an extractor. */
    public static Extraction done(String by) {
        return new Extraction(State.INDEXED, by, 0, "");
    }

    /** This, after it failed once more. */
    public Extraction failed(String why) {
        return new Extraction(State.FAILED, by, tries + 1, why);
    }

    /** This, after the model gave no answer once more. */
    public Extraction unanswered(String why) {
        return failed(NO_ANSWER + ": " + why);
    }

    /** The reason for everybody who may read the passage: the words of the model's provider are the operator's. */
    public String shownReason() {
        return reason.startsWith(NO_ANSWER) ? NO_ANSWER + "; the log says why" : reason;
    }
}
