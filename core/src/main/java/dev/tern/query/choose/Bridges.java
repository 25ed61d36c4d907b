package dev.tern.query.choose;

import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.query.rank.Topic;
import dev.tern.store.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which of some passages lead from the names that were recognised in a question to others. A passage is a bridge to another if it
 * names what the other is about ({@link Topic}), which is none of the question's names, and the passage itself is about one of the
 * question's names, names one, or another bridge leads to it.
 */
final class Bridges {
    /** The most that the prompt lists. */
    static final int MOST = 12;

    /** A shorter name of one word stands in many texts by chance. */
    private static final int MIN_ONE_WORD_NAME = 4;

    /**
     * Likewise where a script puts no spaces between words, where shorter ones stand inside of others: one of two characters is any two
     * that stand together.
     */
    private static final int MIN_UNSPACED_NAME = 3;

    private Bridges() {}

    /**
     * That a passage names what another one is about.
     *
     * @param from the number of the passage that names it, from 1
     * @param to the number of the passage about it
     * @param name what is named, normalised
     */
    record Bridge(int from, int to, String name) {}

    /**
     * The bridges between passages, those near the question first.
     *
     * @param asked the names in the question
     */
    static List<Bridge> between(List<Passage> passages, List<String> asked) {
        String question = words(String.join("\n", asked));
        List<String> texts =
                passages.stream().map(passage -> words(passage.textToEmbed())).toList();
        List<Set<String>> topics = passages.stream().map(Topic::of).toList();
        List<Bridge> bridges = new ArrayList<>();
        List<Integer> near = new ArrayList<>();
        List<Integer> far = new ArrayList<>();
        for (int i = 0; i < passages.size(); i++) {
            String text = texts.get(i);
            boolean named = asked.stream().map(Bridges::words).anyMatch(text::contains)
                    || topics.get(i).stream().anyMatch(topic -> names(question, topic));
            (named ? near : far).add(i);
        }
        for (int step = 0; step < near.size() && bridges.size() < MOST; step++) {
            int from = near.get(step);
            for (int to : List.copyOf(far)) {
                String name = named(texts.get(from), topics.get(to));
                if (!name.isEmpty() && bridges.size() < MOST) {
                    bridges.add(new Bridge(from + 1, to + 1, name));
                    far.remove(Integer.valueOf(to));
                    near.add(to);
                }
            }
        }
        return bridges;
    }

    /** The longest of some names that stands in a text; empty if none does. */
    private static String named(String text, Set<String> topic) {
        String longest = "";
        for (String name : topic) {
            longest = name.length() > longest.length() && names(text, name) ? name : longest;
        }
        return longest;
    }

    private static boolean names(String text, String name) {
        int least = NameSpans.isUnspaced(name.codePointAt(0)) ? MIN_UNSPACED_NAME : MIN_ONE_WORD_NAME;
        boolean longEnough = name.codePointCount(0, name.length()) >= least || name.indexOf(' ') >= 0;
        return longEnough && text.contains(words(name));
    }

    /** The words of a text with a space around each, so that a name is found as whole words only. */
    private static String words(String text) {
        return " " + String.join(" ", Words.of(text)) + " ";
    }
}
