package dev.tern.documents.jsonl;

/** A line of a file is not what it should be; the message says what it is and what was expected. */
final class BadLine extends Exception {
    private static final long serialVersionUID = 1L;

    BadLine(String message) {
        super(message);
    }
}
