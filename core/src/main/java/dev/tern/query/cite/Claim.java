package dev.tern.query.cite;

import java.util.List;

/**
 * A sentence of an answer, checked against the passages that it cites. Only Tern implements it:
 * later versions can add values.
 */
public sealed interface Claim permits ClaimRecord {
    /** Returns the start of the sentence in the answer, in UTF-16 units. */
    int start();

    /** Returns the end of the sentence, exclusive, after the numbers that follow it. */
    int end();

    /** Returns the sentence without numbers in brackets, stripped. */
    String text();

    /** Returns the cited numbers, distinct, in order, including numbers without a passage. */
    List<Integer> cited();

    /**
     * Returns true if the cited passages or, without a citation, all passages support the sentence,
     * or if it cannot be compared.
     */
    boolean supported();
}
