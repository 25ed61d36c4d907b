package dev.tern.models;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes a model's reasoning from a reply, part by part as it is streamed. Reasoning stands
 * between {@code <think>} and {@code </think>}, or the marks of other model families. An instance
 * serves one reply and one thread.
 *
 * <p>Reasoning without a closing mark extends to the end of the reply. After the first word of an
 * answer, and within JSON, marks are ordinary text.
 */
final class ReasoningFilter {
    private static final String WORDS = "(?:seed:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|scratchpad)";
    private static final Pattern BEGIN = Pattern.compile(
            "<" + WORDS + ">|\\[think]|◁think▷|<\\|begin_of_thought\\|>|<\\|channel>thought"
                    + "|(?:<\\|start\\|>assistant)?<\\|channel\\|>",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern END = Pattern.compile(
            "</" + WORDS + ">|\\[/think]|◁/think▷|<\\|end_of_thought\\|>|<channel\\|>" + "|final<\\|message\\|>",
            Pattern.CASE_INSENSITIVE);
    private static final int MAX_MARK_LENGTH = 40;

    /** Matches marks that a server stripped of brackets, final marks, and a byte order mark. */
    private static final Pattern REMAINS = Pattern.compile(
            "^analysis(?s:.)*?assistantfinal|(?:<\\|(?:end|return|im_end|eot_id)\\|>\\s{0,9}){1,9}+$|^\ufeff");

    /** The possible first characters of JSON, and of a code block with JSON. */
    private static final String BEGINS_JSON = "{[`";

    private final StringBuilder waiting = new StringBuilder();

    /** The index in the pending text at which the examination continues. */
    private int at;

    private boolean thinking;
    private boolean taken;
    private boolean answering;

    /** Returns a whole reply without its reasoning, even if the opening mark is missing. */
    static String removeFrom(String whole) {
        String reply = REMAINS.matcher(whole).replaceAll("");
        int ended = endOfBegunBefore(reply);
        ReasoningFilter filter = new ReasoningFilter();
        return filter.accept(ended == 0 ? reply : reply.substring(ended).stripLeading()) + filter.end();
    }

    /** Returns the end of reasoning without an opening mark; 0 if there is none. */
    private static int endOfBegunBefore(String reply) {
        String start = reply.stripLeading();
        if (start.isEmpty() || BEGINS_JSON.indexOf(start.charAt(0)) >= 0) {
            return 0;
        }
        Matcher end = END.matcher(reply);
        Matcher begin = BEGIN.matcher(reply);
        return end.find() && !(begin.find() && begin.start() < end.start()) ? end.end() : 0;
    }

    /** Adds the next part of the reply, and returns the text to pass on now, which may be empty. */
    @SuppressWarnings("JdkObsolete") // hitEnd tells whether more input may complete a mark
    String accept(String text) {
        if (answering) {
            return text;
        }
        waiting.append(text);
        while (true) {
            if (thinking) {
                Matcher end = END.matcher(waiting);
                if (!end.find(at)) {
                    at = Math.max(at, waiting.length() - MAX_MARK_LENGTH + 1);
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
                // More input may complete a mark.
                return "";
            } else {
                answering = true;
                return pendingText();
            }
        }
    }

    /** Ends the reply, and returns the text still to pass on. */
    String end() {
        return thinking ? "" : pendingText();
    }

    /** Returns and clears the pending text, without the reasoning before it. */
    private String pendingText() {
        String rest = waiting.substring(taken ? at : 0);
        waiting.setLength(0);
        at = 0;
        return rest;
    }
}
