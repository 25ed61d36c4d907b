package dev.tern.documents;

/** Thrown if a place yields no document, with a clause about it as message: "is empty". */
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

    /** Returns an exception for a place without content: an empty file, an unsupported type. */
    static UnreadableException nothing(String reason) {
        return new UnreadableException(reason, true);
    }

    /** Returns true if there is no content, not unreadable content. */
    boolean isNothing() {
        return nothing;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
