package dev.tern.curation;

import dev.tern.graph.EntityName;
import java.util.HashSet;
import java.util.Set;

/** The text most like an unknown one, by the pairs of letters that both have. */
final class NearestText {
    /** The minimum share of common pairs of a text that is proposed. */
    private static final double MIN_ALIKE = 0.6;

    private final Set<String> wanted;
    private double share = MIN_ALIKE;
    private String nearest = "";

    NearestText(String wanted) {
        this.wanted = pairs(wanted);
    }

    void offer(String text) {
        Set<String> pairs = pairs(text);
        int both = wanted.size() + pairs.size();
        pairs.retainAll(wanted);
        double shared = 2.0 * pairs.size() / Math.max(1, both);
        int better = Double.compare(shared, share);
        if (better > 0 || (better == 0 && text.compareTo(nearest) < 0)) {
            share = shared;
            nearest = text;
        }
    }

    /** Returns the end of a message that proposes the text; empty if none is alike. */
    String proposal() {
        return nearest.isEmpty() ? "" : "; did you mean \"" + nearest + "\"?";
    }

    private static Set<String> pairs(String text) {
        String letters = EntityName.normalise(text);
        Set<String> pairs = new HashSet<>();
        for (int at = 1; at < letters.length(); at++) {
            pairs.add(letters.substring(at - 1, at + 1));
        }
        return pairs;
    }
}
