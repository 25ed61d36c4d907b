package dev.tern.models;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes out of a reply what a model thinks aloud before it answers, part after part as the reply is written; for one reply and one
 * thread. Thoughts stand between {@code <think>} and {@code </think>}, or marks that other families of models write for these.
 *
 * <p>Thoughts that never end are all of the reply. Behind the first word of an answer, and within JSON, marks are words like others.
 */
final class Thoughts {
    private static final String WORDS = "(?:seed:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|scratchpad)";
    private static final Pattern BEGIN = Pattern.compile(
            "<" + WORDS + ">|\\[think]|◁think▷|<\\|begin_of_thought\\|>|<\\|channel>thought"
                    + "|(?:<\\|start\\|>assistant)?<\\|channel\\|>",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern END = Pattern.compile(
            "</" + WORDS + ">|\\[/think]|◁/think▷|<\\|end_of_thought\\|>|<channel\\|>" + "|final<\\|message\\|>",
            Pattern.CASE_INSENSITIVE);
    private static final int LONGEST_END = 40;

    /** Marks of channels without their brackets, which some servers take out, and those of an end. */
    private static final Pattern REMAINS = Pattern.compile(
            "^analysis(?s:.)*?assistantfinal|(?:<\\|(?:end|return|im_end|eot_id)\\|>\\s{0,9}){1,9}+$|^\ufeff");

    /** What JSON, and a block of it, begins with. */
    private static final String BEGINS_JSON = "{[`";

    private final StringBuilder waiting = new StringBuilder();

    /** Where in what waits to go on. */
    private int at;

    private boolean thinking;
    private boolean taken;
    private boolean answering;

    /** A whole reply without its thoughts; those that a server has begun for the model end without a beginning. */
    static String without(String whole) {
        String reply = REMAINS.matcher(whole).replaceAll("");
        int ended = endOfBegunBefore(reply);
        Thoughts thoughts = new Thoughts();
        return thoughts.part(ended == 0 ? reply : reply.substring(ended).stripLeading()) + thoughts.end();
    }

    /** Where thoughts end that the model itself did not begin; 0 where there are none. */
    private static int endOfBegunBefore(String reply) {
        String start = reply.stripLeading();
        if (start.isEmpty() || BEGINS_JSON.indexOf(start.charAt(0)) >= 0) {
            return 0;
        }
        Matcher end = END.matcher(reply);
        Matcher begin = BEGIN.matcher(reply);
        return end.find() && !(begin.find() && begin.start() < end.start()) ? end.end() : 0;
    }

    /** What can be heard of a reply with its next part. */
    @SuppressWarnings("JdkObsolete") // A stream: whether more of it may make a mark is what hitEnd tells.
    String part(String text) {
        if (answering) {
            return text;
        }
        waiting.append(text);
        while (true) {
            if (thinking) {
                Matcher end = END.matcher(waiting);
                if (!end.find(at)) {
                    at = Math.max(at, waiting.length() - LONGEST_END + 1);
                    return "";
                }
                at = end.end();
                thinking = false;
                taken = true;
            }
            while (at < waiting.length() && Character.isWhitespace(waiting.charAt(at))) {
                at++;
            }
            Matcher begin = BEGIN.matcher(waiting).region(at, waiting.length());
            if (begin.lookingAt()) {
                at = begin.end();
                thinking = true;
            } else if (begin.hitEnd()) {
                // More of it may make a mark.
                return "";
            } else {
                answering = true;
                return rest();
            }
        }
    }

    /** What can still be heard when the reply has ended. */
    String end() {
        return thinking ? "" : rest();
    }

    /** What waits behind the thoughts; all of it where there were none. */
    private String rest() {
        String rest = waiting.substring(taken ? at : 0);
        waiting.setLength(0);
        at = 0;
        return rest;
    }
}
