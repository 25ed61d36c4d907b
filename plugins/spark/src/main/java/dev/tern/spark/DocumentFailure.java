package dev.tern.spark;

import java.io.Serializable;

/**
 * A document that failed and is missing from the graph, or outdated in it.
 *
 * @param id its id, which identifies the row
 * @param reason the reason of the failure
 */
public record DocumentFailure(String id, String reason) implements Serializable {
    private static final long serialVersionUID = 1L;
}
