package dev.tern.store;

/** Thrown if a store is used after its owner has closed it, as before deleting the graph. */
public final class StoreClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception without the name of the store. */
    public StoreClosedException() {
        super("the store is closed");
    }
}
