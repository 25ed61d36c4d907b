package dev.tern.ingest.extract;

/** Thrown if a model's replies, including one to a retry, contain no list of statements. */
public final class UnusableReplyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with the error of the last reply. */
    public UnusableReplyException(String message) {
        super(message);
    }
}
