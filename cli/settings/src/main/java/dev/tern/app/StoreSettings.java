package dev.tern.app;

import dev.tern.store.GraphCatalog;
import dev.tern.store.StoreOptions;
import dev.tern.store.Stores;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where graphs are kept.
 *
 * @param address the store's address, as {@link Stores} opens it
 * @param options how it is reached and kept
 */
public record StoreSettings(String address, StoreOptions options) {
    /** Opens the store. Nothing is created before the first write. */
    public GraphCatalog open() {
        return Stores.open(address, options);
    }

    /** The file or directory of this machine that the store is; empty if it is elsewhere. */
    public Optional<Path> path() {
        return Stores.path(address);
    }

    /**
     * The store as it is written down for later: the same from whichever directory, without
     * secrets.
     */
    public String noted() {
        return path().map(path -> path.toAbsolutePath().normalize().toString()).orElseGet(() -> Stores.shown(address));
    }

    /** The same store for a process that is to end soon when it is asked to. */
    public StoreSettings forService() {
        return new StoreSettings(address, Stores.forService(address, options));
    }

    /** The store for people to see, without secrets. */
    @Override
    public String toString() {
        return Stores.shown(address);
    }
}
