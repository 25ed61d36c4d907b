package dev.tern.store;

/** Says that a store was closed while it was used: by its owner, as where the graph is removed. */
public final class StoreClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Names nothing else: who closes a store knows which. */
    public StoreClosedException() {
        super("the store is closed");
    }
}
