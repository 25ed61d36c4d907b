package dev.tern.graph;

import dev.tern.text.Beginning;
import java.util.List;

/**
 * The progress of finding a passage's statements. Kept with the passage, so that every process sees
 * the remaining work, and deleted with it.
 *
 * @param state the progress
 * @param by the name of the extractor, with everything that its outcome depends on; statements of
 *     another extractor are extracted again
 * @param tries number of failed attempts
 * @param reason the last failure; empty unless it failed
 * @param found the statements as extracted, if the naming rules of the graph change them, else
 *     empty
 */
public record Extraction(State state, String by, int tries, String reason, List<Statement> found) {
    /** The extraction of a document that brings its statements, or none at all. */
    public static final Extraction GIVEN = new Extraction(State.INDEXED, "given", 0, "");

    private static final int MOST_OF_REASON = 500;
    private static final String NO_ANSWER = "the model gave no answer about it";

    /** The progress of a passage. */
    public enum State {
        /** Found by its words; its statements are still to be extracted. */
        WAITING,
        /** The passage has its statements. */
        INDEXED,
        /** Extraction failed; it is found by its words, and by the names in them. */
        FAILED
    }

    /** Validates, and shortens a long reason. */
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

    /** Creates an extraction whose statements no naming rule changes. */
    public Extraction(State state, String by, int tries, String reason) {
        this(state, by, tries, reason, List.of());
    }

    /** Returns this with other extracted statements. */
    Extraction withFound(List<Statement> others) {
        return new Extraction(state, by, tries, reason, others);
    }

    /** Returns the state of a passage that waits for an extractor. */
    public static Extraction waiting(String by) {
        return new Extraction(State.WAITING, by, 0, "");
    }

    /** Returns the state of a passage that an extractor has finished. */
    public static Extraction done(String by) {
        return new Extraction(State.INDEXED, by, 0, "");
    }

    /** Returns this after one more failure. */
    public Extraction failed(String why) {
        return new Extraction(State.FAILED, by, tries + 1, why);
    }

    /** Returns this after one more call without an answer from the model. */
    public Extraction unanswered(String why) {
        return failed(NO_ANSWER + ": " + why);
    }

    /** Returns the reason for readers of the passage, without a provider's words. */
    public String shownReason() {
        return reason.startsWith(NO_ANSWER) ? NO_ANSWER + "; the log says why" : reason;
    }
}
