package dev.tern.ingest.extract;

/** Thrown if a model replies about a passage, but not with a usable list of statements. */
public final class UnusableReplyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a description of the errors in the replies. */
    public UnusableReplyException(String message) {
        super(message);
    }
}
