package dev.tern.query.cite;

import java.util.List;

/**
 * A sentence of an answer, checked against the passages that it cites. Created by Tern only: its
 * accessors are API, its constructor is not.
 *
 * @param start the start of the sentence in the answer, in UTF-16 units
 * @param end the end of the sentence, exclusive, after the numbers that follow it
 * @param text the sentence without numbers in brackets, stripped
 * @param cited the cited numbers, distinct, in order, including numbers without a passage
 * @param supported true if the cited passages or, without a citation, all passages support the
 *     sentence, or if it cannot be compared
 */
public record Claim(int start, int end, String text, List<Integer> cited, boolean supported) {
    public Claim {
        cited = List.copyOf(cited);
    }

    /** Returns the sentence, with a remark if it is not supported. */
    @Override
    public String toString() {
        return supported ? text : text + " (not supported)";
    }
}
