package dev.tern.documents.jsonl;

/** Thrown if a line is invalid; the message says what was found and what was expected. */
final class BadLine extends Exception {
    private static final long serialVersionUID = 1L;

    BadLine(String message) {
        super(message);
    }
}
