package dev.tern.graph;

import dev.tern.text.TextTruncation;
import java.util.List;

/**
 * The state of extracting the statements of a passage. Stored with the passage, so that every
 * process sees the remaining work.
 *
 * @param state the progress
 * @param by identifies the extractor and everything else that its result depends on; a passage of
 *     another extractor is extracted again when it is added again
 * @param tries number of failed attempts
 * @param reason the last failure, at most 500 characters; empty unless the extraction failed
 * @param found the statements as extracted; empty if the naming rules of the graph do not change
 *     them
 */
public record Extraction(State state, String by, int tries, String reason, List<Statement> found) {
    /** The state of a passage of a document that came with its statements, or needs none. */
    public static final Extraction GIVEN = new Extraction(State.INDEXED, "given", 0, "");

    private static final int MAX_REASON_LENGTH = 500;
    private static final String NO_ANSWER = "the model gave no answer about it";

    /** The progress of a passage. */
    public enum State {
        /** The passage can be found by its text; its statements are not extracted yet. */
        WAITING,
        /** The passage has its statements. */
        INDEXED,
        /** Extraction failed; the passage can be found by its text and the names in it. */
        FAILED
    }

    /** Validates the values, and truncates a long reason. */
    public Extraction {
        if (by.isBlank()) {
            throw new IllegalArgumentException("an extraction names no extractor");
        }
        if (tries < 0) {
            throw new IllegalArgumentException("an extraction failed " + tries + " times");
        }
        reason = TextTruncation.of(reason, MAX_REASON_LENGTH);
        found = List.copyOf(found);
    }

    /** Creates an extraction whose statements no naming rule changes. */
    public Extraction(State state, String by, int tries, String reason) {
        this(state, by, tries, reason, List.of());
    }

    Extraction withFound(List<Statement> others) {
        return new Extraction(state, by, tries, reason, others);
    }

    /** Returns the state of a passage that waits for an extractor. */
    public static Extraction waiting(String by) {
        return new Extraction(State.WAITING, by, 0, "");
    }

    /** Returns the state of a passage that an extractor has finished. */
    public static Extraction finished(String by) {
        return new Extraction(State.INDEXED, by, 0, "");
    }

    /** Returns the state after one more failure. */
    public Extraction failed(String why) {
        return new Extraction(State.FAILED, by, tries + 1, why);
    }

    /** Returns the state after one more call that the model did not answer. */
    public Extraction unanswered(String why) {
        return failed(NO_ANSWER + ": " + why);
    }

    /** Returns the reason for readers of the passage, without the message of a model provider. */
    public String shownReason() {
        return reason.startsWith(NO_ANSWER) ? NO_ANSWER + "; the log says why" : reason;
    }
}
