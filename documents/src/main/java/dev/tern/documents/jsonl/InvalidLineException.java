package dev.tern.documents.jsonl;

/** Thrown if a line is invalid; the message names the expected and the found content. */
final class InvalidLineException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidLineException(String message) {
        super(message);
    }
}
