package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.query.conversation.Turn;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import dev.tern.text.CodePoints;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The values of a {@link Question}. */
record QuestionRecord(
        String text,
        Mode mode,
        Optional<List<String>> entities,
        Parameters parameters,
        MetadataFilter filter,
        boolean hidden,
        List<Turn> history,
        Optional<Duration> timeLimit,
        QueryListener listener)
        implements Question {
    private static final Duration MIN_TIME_LIMIT = Duration.ofMillis(1);
    private static final Duration MAX_TIME_LIMIT = Duration.ofHours(24);

    /** Strips the text and validates the limits. */
    QuestionRecord {
        text = text.strip();
        // strip() keeps control characters, but no model embeds a text of these alone.
        if (text.trim().isEmpty()) {
            throw TernException.user("the question is blank");
        }
        if (CodePoints.count(text) > MAX_LENGTH) {
            throw TernException.user(
                    "the question has " + CodePoints.count(text) + " characters; the limit is " + MAX_LENGTH);
        }
        entities = entities.map(List::copyOf);
        history = List.copyOf(history);
        timeLimit.ifPresent(QuestionRecord::requireInRange);
    }

    private static void requireInRange(Duration limit) {
        if (limit.compareTo(MIN_TIME_LIMIT) < 0 || limit.compareTo(MAX_TIME_LIMIT) > 0) {
            throw TernException.user("the time limit of a question is " + limit + "; it can be from 1 ms to 24 h");
        }
    }

    /** Returns the text and the mode. */
    @Override
    public String toString() {
        return text + " (" + mode.name().toLowerCase(Locale.ROOT) + ")";
    }
}
