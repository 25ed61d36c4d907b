package dev.tern.store;

/** Thrown if the owner of a store closed it while it was in use, as when removing the graph. */
public final class StoreClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception without the name of the store. */
    public StoreClosedException() {
        super("the store is closed");
    }
}
