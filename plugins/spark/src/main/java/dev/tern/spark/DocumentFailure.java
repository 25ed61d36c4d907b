package dev.tern.spark;

import java.io.Serializable;

/**
 * A document that is not in the graph, or not as it is in the input, while the others are.
 *
 * @param id its id, by which the row can be found again
 * @param reason what is wrong with it
 */
public record DocumentFailure(String id, String reason) implements Serializable {
    private static final long serialVersionUID = 1L;
}
