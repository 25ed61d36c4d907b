package dev.tern.ingest.extract;

/** A model replied, twice unless it used up its tokens before its first word, with what is no list of statements; the passage is to blame as likely as the model. */
public final class UnusableReplyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what was wrong with the last reply. */
    public UnusableReplyException(String message) {
        super(message);
    }
}
