package dev.tern.documents;

/** A place gives no document. The message is the reason, a clause about the place: "is empty", "has no text". */
public final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean nothing;

    public UnreadableException(String reason) {
        this(reason, false);
    }

    private UnreadableException(String reason, boolean nothing) {
        super(reason);
        this.nothing = nothing;
    }

    /** A place with nothing to read: an empty file, a file of a type that is not read. */
    static UnreadableException nothing(String reason) {
        return new UnreadableException(reason, true);
    }

    /** Tells whether there is nothing to read, in place of something that cannot be read. */
    boolean isNothing() {
        return nothing;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
