package dev.tern.store;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Opens the stores of one module. {@link Stores} finds the provider by {@link
 * java.util.ServiceLoader}: with the module on the class path or the module path, the command line,
 * the server and the extensions for frameworks open its addresses.
 *
 * <p>Secrets should be passed as options: Tern never shows options, and never sends them to an
 * address that an untrusted file names.
 */
public interface StoreProvider {
    /**
     * Returns the schemes of the module's addresses in lower case, without the colon: {@code
     * memory} for {@code memory:tests}. The empty scheme is for paths, which may look like
     * addresses of an unknown scheme without {@code //}.
     */
    Set<String> schemes();

    /**
     * Returns the names of the options that its stores accept; {@link Stores} rejects all others.
     * Any store may accept {@code mergeWaitSeconds}: the maximum time in seconds that closing the
     * store waits for work that can be done later.
     */
    default Set<String> options() {
        return Set.of();
    }

    /**
     * Returns the file or directory of this machine that an address names; empty if it names none.
     * Callers use this path to reject an untrusted configuration that names a path outside its own
     * folder.
     */
    default Optional<Path> path(String address) {
        return Optional.empty();
    }

    /**
     * Rejects an invalid address or option. Connects to nothing and creates nothing.
     *
     * @throws dev.tern.error.TernException the user's fault, if the address or an option is
     *     invalid; the message names it and has no secret
     */
    default void check(String address, StoreOptions options) {}

    /**
     * Opens a store whose address and options passed {@link #check}. Nothing is created before the
     * first write.
     *
     * @throws dev.tern.error.TernException as the module's catalog documents
     */
    GraphCatalog open(String address, StoreOptions options);
}
