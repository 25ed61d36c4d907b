package dev.tern.query.cite;

import java.util.List;

/**
 * A sentence of an answer, and whether what it says stands in the passages that it cites.
 *
 * @param start where the sentence begins in the answer, in UTF-16 units
 * @param end where it ends, behind the numbers that it cites
 * @param text the sentence, without these numbers
 * @param cited the numbers that it cites, from 1, each once in its order; those of no passage too
 * @param supported whether the passages that it cites hold what it says, or, where it cites none, all of them together
 */
public record Claim(int start, int end, String text, List<Integer> cited, boolean supported) {
    /** Takes a copy of the numbers. */
    public Claim {
        cited = List.copyOf(cited);
    }
}
