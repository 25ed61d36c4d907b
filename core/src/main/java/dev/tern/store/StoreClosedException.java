package dev.tern.store;

/** Thrown if a store was closed while it was used: by its owner, as where the graph is removed. */
public final class StoreClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception without a name, which the closing owner knows. */
    public StoreClosedException() {
        super("the store is closed");
    }
}
