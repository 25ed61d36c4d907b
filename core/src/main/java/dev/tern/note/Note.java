package dev.tern.note;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.text.CodePoints;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A record stored beside the passages of a graph, such as an edit, a theme or a synchronised
 * source, with author, time and reason of its making and its undo.
 *
 * @param id 12 hexadecimal digits of a hash of kind and content, so that notes with the same
 *     content have the same id, wherever they were made
 * @param kind its type, such as "alias"; a note of an unknown kind is kept and has no effect
 * @param content its values, by name
 * @param made the author, time and reason
 * @param undone the author, time and reason of the undo; empty while the note is in effect
 * @param applied for a naming rule in effect, true if all rows of the graph follow it; for an
 *     undone rule, true if some rows may still follow it
 */
public record Note(
        String id, String kind, Map<String, List<String>> content, Act made, Optional<Act> undone, boolean applied) {
    private static final int ID_DIGITS = 12;
    private static final Pattern KIND = Pattern.compile("[a-z]{1,20}");

    /**
     * Copies the content deeply.
     *
     * @throws TernException the user's fault, if the kind is not of 1 to 20 letters from a to z
     */
    public Note {
        if (!KIND.matcher(kind).matches()) {
            throw TernException.user("the kind of a note is \"" + kind + "\"; it must be 1 to 20 letters a to z");
        }
        Map<String, List<String>> copy = new TreeMap<>();
        content.forEach((name, values) -> copy.put(name, List.copyOf(values)));
        content = Collections.unmodifiableMap(copy);
    }

    /** Returns a note in effect; order, case and white space of values do not change its id. */
    public static Note of(String kind, Map<String, List<String>> content, Act made) {
        List<String> parts = new ArrayList<>(List.of(kind));
        new TreeMap<>(content).forEach((name, values) -> {
            parts.add(name);
            parts.add(Integer.toString(values.size()));
            values.stream().map(EntityName::normalise).sorted().forEach(parts::add);
        });
        return new Note(idOf(parts), kind, content, made, Optional.empty(), false);
    }

    String idOfContent() {
        return of(kind, content, made).id();
    }

    private static String idOf(List<String> parts) {
        return ContentId.ofNote(parts).substring(0, ID_DIGITS);
    }

    /** Returns true if the note is not undone. */
    public boolean isInEffect() {
        return undone.isEmpty();
    }

    /** Returns this note as it was made, neither applied nor undone. */
    Note asMade() {
        return new Note(id, kind, content, made, Optional.empty(), false);
    }

    Note applied(boolean now) {
        return new Note(id, kind, content, made, undone, now);
    }

    /** Returns this note undone, with {@code applied} true; an undone note is unchanged. */
    public Note undone(Act act) {
        return isInEffect() ? new Note(id, kind, content, made, Optional.of(act), true) : this;
    }

    /**
     * An author, time and reason.
     *
     * @param by a name of 1 to {@value #MAX_BY} characters: of a user, a server's key or a rule
     * @param why at most {@value #MAX_WHY} characters; may be empty
     */
    public record Act(String by, Instant at, String why) {
        /** The maximum number of characters of the author. */
        public static final int MAX_BY = 100;
        /** The maximum number of characters of the reason. */
        public static final int MAX_WHY = 500;

        /**
         * Trims and validates the texts.
         *
         * @throws TernException the user's fault, if a text is too long or the author blank
         */
        public Act {
            by = by.strip();
            why = why.strip();
            if (by.isEmpty() || CodePoints.count(by) > MAX_BY) {
                throw TernException.user("the author of a note has " + CodePoints.count(by)
                        + " characters; it must have 1 to " + MAX_BY);
            }
            if (CodePoints.count(why) > MAX_WHY) {
                throw TernException.user(
                        "the reason of a note has " + CodePoints.count(why) + " characters; the limit is " + MAX_WHY);
            }
        }
    }
}
