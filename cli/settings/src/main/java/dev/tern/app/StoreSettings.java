package dev.tern.app;

import dev.tern.store.GraphCatalog;
import dev.tern.store.StoreOptions;
import dev.tern.store.Stores;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of a store.
 *
 * @param address the store's address, as {@link Stores} opens it
 */
public record StoreSettings(String address, StoreOptions options) {
    /** Opens the store's catalog. Nothing is created before the first write. */
    public GraphCatalog open() {
        return Stores.open(address, options);
    }

    /** Returns the store's file or directory on this machine; empty if it is elsewhere. */
    public Optional<Path> path() {
        return Stores.path(address);
    }

    /** Returns the store's name in records, without secrets, the same in any working directory. */
    public String recordName() {
        return path().map(path -> path.toAbsolutePath().normalize().toString())
                .orElseGet(() -> Stores.displayAddress(address));
    }

    /** Returns the store with options for a service, which must end quickly when it is stopped. */
    public StoreSettings forService() {
        return new StoreSettings(address, Stores.forService(address, options));
    }

    /** Returns the store's address for display, without secrets. */
    @Override
    public String toString() {
        return Stores.displayAddress(address);
    }
}
