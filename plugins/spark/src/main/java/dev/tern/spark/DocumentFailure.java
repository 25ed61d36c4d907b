package dev.tern.spark;

import java.io.Serializable;

/**
 * A document that failed and is missing from the graph, or outdated in it.
 *
 * @param id the id of the document, or of its row if the row could not be read
 */
public record DocumentFailure(String id, String reason) implements Serializable {
    private static final long serialVersionUID = 1L;
}
