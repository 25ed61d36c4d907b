package dev.tern.documents;

/** A place gives no document. The message is the reason, a clause about the place: "is empty", "has no text". */
public final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreadableException(String reason) {
        super(reason);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
