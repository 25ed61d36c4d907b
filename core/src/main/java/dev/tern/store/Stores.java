package dev.tern.store;

import dev.tern.error.TernException;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.regex.Pattern;

/**
 * Opens a store by its address: a path is a directory of the embedded store, {@code http://}, {@code https://} or {@code milvus://}
 * with a host is a Milvus server or Zilliz Cloud. The module that keeps such graphs has to be on the class path or the module
 * path: {@code tern-store-lucene} for directories, {@code tern-store-milvus} for servers.
 *
 * <p>Stores are opened with their defaults. To sign in to a server, or to set anything else, open the catalog of the module itself.
 */
public final class Stores {
    private static final Pattern SERVER = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]+://.*", Pattern.DOTALL);
    private static final String FILE = "file:";

    private Stores() {}

    /**
     * Opens the store at an address. Nothing is created before the first write.
     *
     * @return the graphs of the store, to be closed after those that were opened from it
     * @throws TernException of the user's fault if the address is none, or the module that opens it is missing; otherwise as the
     *     store's own catalog says
     */
    public static GraphCatalog open(String address) {
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            if (provider.opens(address)) {
                return provider.open(address);
            }
        }
        String shown = address.replaceFirst("^((?:[^/]|/(?!/))*+//).*@", "$1***@");
        throw TernException.user(
                isServer(address)
                        ? "the store \"" + shown
                                + "\" is a server, and what connects to it is not there: add the dependency"
                                + " dev.tern:tern-store-milvus"
                        : "the store \"" + shown
                                + "\" is a directory, and what opens it is not there: add the dependency"
                                + " dev.tern:tern-store-lucene");
    }

    /** Whether an address names a server and not a directory. */
    public static boolean isServer(String address) {
        return SERVER.matcher(address).matches() && !address.regionMatches(true, 0, FILE, 0, FILE.length());
    }

    /**
     * The directory that an address names, which may be written as {@code file:}.
     *
     * @throws java.nio.file.InvalidPathException if it is no path
     */
    public static Path directory(String address) {
        return Path.of(address.startsWith(FILE) ? address.substring(FILE.length()) : address);
    }
}
