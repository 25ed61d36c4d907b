package dev.tern.store;

/** Opens the stores of one module for {@link Stores}, which finds it by {@link java.util.ServiceLoader}. */
public interface StoreProvider {
    /** Whether a store with this address is one of this module's. */
    boolean opens(String address);

    /**
     * Opens a store with its defaults.
     *
     * @throws dev.tern.error.TernException as the module's own catalog says
     */
    GraphCatalog open(String address);
}
