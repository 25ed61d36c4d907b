package dev.tern.query.cite;

import java.util.List;

/**
 * A sentence of an answer, checked against the passages that it cites.
 *
 * @param start the start of the sentence in the answer, in UTF-16 units
 * @param end its end, exclusive, after the cited numbers
 * @param text the sentence, without these numbers
 * @param cited the cited numbers from 1, distinct, in order, including unknown ones
 * @param supported true if the cited passages or, without a citation, all passages support it
 */
public record Claim(int start, int end, String text, List<Integer> cited, boolean supported) {
    public Claim {
        cited = List.copyOf(cited);
    }
}
