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
 * One act of a person, or of a program, that says something of a graph which no passage says: who, when and why, and who took
 * it back. It is kept beside the passages.
 *
 * @param id made from the kind and the content, 12 hexadecimal digits: who says the same later, or at the same moment elsewhere,
 *     makes no second note
 * @param kind what it is about, as "alias"; a kind that this version of Tern does not know is kept and has no effect
 * @param content what it says, by name
 * @param made who made it
 * @param undone who took it back; empty while it holds
 * @param applied of a naming rule that holds, whether all rows of the graph follow it; of one that
 *     was taken back, whether some may follow it still
 */
public record Note(
        String id, String kind, Map<String, List<String>> content, Act made, Optional<Act> undone, boolean applied) {
    private static final int ID_DIGITS = 12;
    private static final Pattern KIND = Pattern.compile("[a-z]{1,20}");

    /**
     * Copies the content whole.
     *
     * @throws TernException the user's fault, if the kind is not of 1 to 20 small letters
     */
    public Note {
        if (!KIND.matcher(kind).matches()) {
            throw TernException.user("the kind of a note is \"" + kind + "\"; it is of 1 to 20 letters from a to z");
        }
        Map<String, List<String>> copy = new TreeMap<>();
        content.forEach((name, values) -> copy.put(name, List.copyOf(values)));
        content = Collections.unmodifiableMap(copy);
    }

    /** A note that holds; in its id neither the order nor the spelling of values counts. */
    public static Note of(String kind, Map<String, List<String>> content, Act made) {
        List<String> parts = new ArrayList<>(List.of(kind));
        new TreeMap<>(content).forEach((name, values) -> {
            parts.add(name);
            parts.add(Integer.toString(values.size()));
            values.stream().map(EntityName::normalise).sorted().forEach(parts::add);
        });
        return new Note(idOf(parts), kind, content, made, Optional.empty(), false);
    }

    /** Whether its id is the one that its content gives it, in this version of Tern or in the first, where who made it counted too. */
    boolean hasIdOfContent() {
        List<String> parts = new ArrayList<>(List.of(kind, made.by(), made.at().toString()));
        content.forEach((name, values) -> {
            parts.add(name);
            parts.add(Integer.toString(values.size()));
            parts.addAll(values);
        });
        return id.equals(idOfContent()) || id.equals(idOf(parts));
    }

    /** The id that its content gives it, whatever id it has. */
    String idOfContent() {
        return of(kind, content, made).id();
    }

    /** Whether this was said after a note with the same content was taken back, or the other way round: then both stay. */
    boolean saysAgain(Note other) {
        return isTakenBackBefore(other) || other.isTakenBackBefore(this);
    }

    private boolean isTakenBackBefore(Note other) {
        return undone.filter(act -> !other.made.at().isBefore(act.at())).isPresent();
    }

    private static String idOf(List<String> parts) {
        return ContentId.ofNote(parts).substring(0, ID_DIGITS);
    }

    /** Whether it was not taken back. */
    public boolean holds() {
        return undone.isEmpty();
    }

    /** This note as it was made, before it was applied or taken back. */
    Note asMade() {
        return new Note(id, kind, content, made, Optional.empty(), false);
    }

    Note applied(boolean now) {
        return new Note(id, kind, content, made, undone, now);
    }

    /** This note, taken back, while some rows may follow it still; the same if it was before. */
    public Note undone(Act act) {
        return holds() ? new Note(id, kind, content, made, Optional.of(act), true) : this;
    }

    /**
     * Who did something, when and why.
     *
     * @param by a name of 1 to {@value #MAX_BY} characters: of a user, a key of the server, or a rule
     * @param why at most {@value #MAX_WHY} characters; may be empty
     */
    public record Act(String by, Instant at, String why) {
        /** The longest name of who did it. */
        public static final int MAX_BY = 100;
        /** The longest reason that is kept. */
        public static final int MAX_WHY = 500;

        /**
         * Trims and measures the texts.
         *
         * @throws TernException the user's fault, if a text is too long or the name blank
         */
        public Act {
            by = by.strip();
            why = why.strip();
            if (by.isEmpty() || CodePoints.count(by) > MAX_BY) {
                throw TernException.user("the name of who makes a note has " + CodePoints.count(by)
                        + " characters; it has 1 to " + MAX_BY);
            }
            if (CodePoints.count(why) > MAX_WHY) {
                throw TernException.user(
                        "the reason of a note has " + CodePoints.count(why) + " characters; the limit is " + MAX_WHY);
            }
        }
    }
}
