package dev.tern.models;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes out of a reply what a model thinks aloud between {@code <think>} and {@code </think>}, part after part as the reply
 * is written; for one reply and one thread.
 *
 * <p>Thoughts that a reply begins with and never ends are all of it. Where they do not begin it, a mark without its end is a
 * word like others.
 */
final class Thoughts {
    private static final Pattern BEGIN = Pattern.compile("<think(ing)?>", Pattern.CASE_INSENSITIVE);
    private static final Pattern END = Pattern.compile("</think(ing)?>", Pattern.CASE_INSENSITIVE);
    private static final String LONGEST_BEGIN = "<thinking>";

    /** Whether nothing but white space has been let through: then thoughts begin the reply. */
    private boolean atStart = true;

    private String waiting = "";

    /** A whole reply without its thoughts; those that a server has begun for the model end without a beginning. */
    static String without(String reply) {
        Matcher end = END.matcher(reply);
        Matcher begin = BEGIN.matcher(reply);
        boolean begunBefore = end.find() && !(begin.find() && begin.start() < end.start());
        Thoughts thoughts = new Thoughts();
        String said = begunBefore ? reply.substring(end.end()).stripLeading() : reply;
        return thoughts.part(said) + thoughts.end();
    }

    /** What can be heard of a reply with its next part. */
    String part(String text) {
        waiting += text;
        StringBuilder heard = new StringBuilder();
        while (true) {
            Matcher begin = BEGIN.matcher(waiting);
            if (!begin.find()) {
                int safe = waiting.length() - beginning(waiting);
                hear(heard, waiting.substring(0, safe));
                waiting = waiting.substring(safe);
                return heard.toString();
            }
            hear(heard, waiting.substring(0, begin.start()));
            waiting = waiting.substring(begin.start());
            Matcher end = END.matcher(waiting);
            if (!end.find()) {
                return heard.toString();
            }
            waiting = waiting.substring(end.end());
            if (atStart) {
                waiting = waiting.stripLeading();
            }
        }
    }

    /** What can still be heard when the reply has ended. */
    String end() {
        String rest = atStart && BEGIN.matcher(waiting).lookingAt() ? "" : waiting;
        waiting = "";
        return rest;
    }

    private void hear(StringBuilder heard, String text) {
        heard.append(text);
        atStart &= text.isBlank();
    }

    /** How many characters at the end of a text may be the beginning of a mark. */
    private static int beginning(String text) {
        for (int length = Math.min(text.length(), LONGEST_BEGIN.length() - 1); length > 0; length--) {
            String last = text.substring(text.length() - length).toLowerCase(Locale.ROOT);
            if (LONGEST_BEGIN.startsWith(last) || "<think>".startsWith(last)) {
                return length;
            }
        }
        return 0;
    }
}
