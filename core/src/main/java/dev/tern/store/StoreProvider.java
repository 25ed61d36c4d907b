package dev.tern.store;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Opens the stores of one module for {@link Stores}, which finds it by
 * {@link java.util.ServiceLoader}: with it on the class path or the module path, the command line,
 * the server and the extensions for frameworks open the module's addresses.
 *
 * <p>A secret belongs into an option: options are neither shown nor sent where a file of a stranger
 * says.
 */
public interface StoreProvider {
    /**
     * The schemes of its addresses in lower case, without the colon: {@code memory} for
     * {@code memory:tests}. The empty one is that of paths, and of addresses with a scheme that no
     * provider has.
     */
    Set<String> schemes();

    /**
     * The names of the options that it knows; {@link Stores} refuses all others.
     * {@code mergeWaitSeconds} is for any store: the time that closing may wait for work that can
     * be done later.
     */
    default Set<String> options() {
        return Set.of();
    }

    /**
     * The file or directory of this machine that an address names; empty if the address names none.
     * What is configured by a stranger may name none outside the stranger's own folder.
     */
    default Optional<Path> path(String address) {
        return Optional.empty();
    }

    /**
     * Refuses an address or options that cannot be used. Connects to nothing and creates nothing.
     *
     * @throws dev.tern.error.TernException the user's fault, naming the address or the option, and
     *     no secret
     */
    default void check(String address, StoreOptions options) {}

    /**
     * Opens a store whose address and options passed {@link #check}. Nothing is created before the
     * first write.
     *
     * @throws dev.tern.error.TernException as the module's own catalog says
     */
    GraphCatalog open(String address, StoreOptions options);
}
