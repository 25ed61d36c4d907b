package dev.tern.query.choose;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.query.trace.Trace.Item;
import dev.tern.store.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a chat model says is still missing to answer a question: what one more walk looks for. The phrases are words of a model
 * that has read what strangers wrote, so they are searched for and stand in no prompt.
 *
 * @param phrases what to look for, at most {@value #MOST}; empty if there is nothing to
 * @param notes what the model said, or why nothing is looked for
 */
public record Missing(List<String> phrases, List<String> notes) {
    /** The model was not asked. */
    public static final Missing UNASKED = new Missing(List.of(), List.of());

    /** The most phrases that are looked for; those behind are left out. */
    static final int MOST = 2;

    /** What the phrases are called in a reply. */
    static final String FIELD = "missing";

    /** A longer one is no short phrase. */
    private static final int MAX_CHARACTERS = 120;

    /** A phrase that says the whole question and not more words than this besides asks the same again. */
    private static final int MOST_ADDED = 4;

    private static final String ASK = """


        One thing more: what is needed for the answer may stand in none of these. Then say under "missing" what is \
        still to be found, as one or two short noun phrases, each with a name from what you read; leave the list empty if \
        nothing is missing. If nothing were said of Port Sereno in the example, the reply would be:
        """;

    /** Copies the lists, so that the record is immutable. */
    public Missing {
        phrases = List.copyOf(phrases);
        notes = List.copyOf(notes);
    }

    /**
     * The instruction that asks for it.
     *
     * @param list what the list of numbers is called in the reply
     * @param numbers what would stand in it
     */
    static String ask(String list, String numbers) {
        return ASK + "{\"" + list + "\": [" + numbers + "], \"missing\": [\"the river of Port Sereno\"],"
                + " \"thought_process\": \"Brandt was born in Port Sereno.\"}";
    }

    /**
     * What can be looked for of what a model said.
     *
     * @param said the field of its reply, whatever it made of it
     */
    static Missing of(JsonNode said, String question) {
        List<JsonNode> items = new ArrayList<>();
        (said.isTextual() ? List.of(said) : said).forEach(items::add);
        Set<String> asked = Set.copyOf(Words.of(question));
        Set<Set<String>> seen = new HashSet<>();
        List<String> phrases = new ArrayList<>();
        for (JsonNode item : items) {
            String phrase = item.isTextual() ? CandidateList.oneLine(item.asText(), Integer.MAX_VALUE) : "";
            Set<String> words = Set.copyOf(Words.of(phrase));
            boolean again = words.containsAll(asked) && words.size() <= asked.size() + MOST_ADDED;
            boolean usable = !words.isEmpty() && phrase.length() <= MAX_CHARACTERS && !again;
            if (usable && phrases.size() < MOST && seen.add(words)) {
                phrases.add(phrase);
            }
        }
        if (!phrases.isEmpty()) {
            return new Missing(phrases, List.of("the model misses \"" + String.join("\" and \"", phrases) + "\""));
        }
        String why = !said.isTextual() && !said.isArray()
                ? "the model did not say what it misses"
                : items.isEmpty()
                        ? "the model misses nothing"
                        : "what the model misses is no short phrase, or the question again";
        return new Missing(phrases, List.of(why + ": there is no second walk"));
    }

    /** The phrases as one text to search for. */
    public String text() {
        return String.join("; ", phrases);
    }

    List<Item> items() {
        return phrases.stream().map(Item::question).toList();
    }
}
