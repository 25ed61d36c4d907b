package dev.tern.store;

import dev.tern.error.TernException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Opens a store by its address, with the {@link StoreProvider} for the scheme of the address.
 * {@code tern-store-lucene} opens paths and {@code file:}, {@code tern-store-milvus} opens {@code
 * http://}, {@code https://} and {@code milvus://} with a host; other modules add further schemes.
 */
public final class Stores {
    /** Matches a scheme of at least two characters; a single letter is a drive of Windows. */
    private static final Pattern SCHEME = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]++):(//)?.*", Pattern.DOTALL);

    private Stores() {}

    /** Returns the graphs at an address, with the store's default options. */
    public static GraphCatalog open(String address) {
        return open(address, StoreOptions.NONE);
    }

    /**
     * Opens the store at an address. Nothing is created before the first write.
     *
     * @return the graphs of the store; close it after the graphs that it opened
     * @throws TernException as {@link #check} does, and as the store's catalog documents
     */
    public static GraphCatalog open(String address, StoreOptions options) {
        return checkedProvider(address, options).open(address, options);
    }

    /**
     * Rejects an invalid address or option, without connecting to anything.
     *
     * @throws TernException the user's fault, if the address is invalid, no module opens it, or an
     *     option has an unknown name or an invalid value
     */
    public static void check(String address, StoreOptions options) {
        checkedProvider(address, options);
    }

    private static StoreProvider checkedProvider(String address, StoreOptions options) {
        StoreProvider provider = provider(address).orElseThrow(() -> missing(address));
        Set<String> known = provider.options();
        for (String name : sorted(options.values().keySet().stream())) {
            if (!known.contains(name)) {
                throw TernException.user("the store \"" + displayAddress(address) + "\" has no option \"" + name + "\""
                        + (known.isEmpty() ? "" : "; it has " + String.join(", ", sorted(known.stream()))));
            }
        }
        provider.check(address, options);
        return provider;
    }

    private static TernException missing(String address) {
        String opened = String.join(
                ", ",
                sorted(providers()
                        .flatMap(one -> one.schemes().stream())
                        .map(scheme -> scheme.isEmpty() ? "paths" : scheme + ":")));
        return TernException.user(
                "the store \"" + displayAddress(address) + "\" cannot be opened with the stores on the class "
                        + "path, which open "
                        + (opened.isEmpty() ? "nothing" : opened)
                        + ": dev.tern:tern-store-lucene opens paths, dev.tern:tern-store-milvus http:, https: and"
                        + " milvus:");
    }

    private static List<String> sorted(Stream<String> names) {
        return names.distinct().sorted().toList();
    }

    /** Returns the names of the options of the store at an address; empty if no module opens it. */
    public static Set<String> options(String address) {
        return provider(address).map(StoreProvider::options).orElse(Set.of());
    }

    /**
     * Returns the given options that the store at an address accepts, for a service that has to
     * stop quickly: the option {@code mergeWaitSeconds} becomes 5 if the store accepts it.
     */
    public static StoreOptions forService(String address, StoreOptions options) {
        // Merges that take longer are continued when the store is written again.
        return options.with("mergeWaitSeconds", 5).only(options(address));
    }

    /**
     * Returns the file or directory of this machine that an address names; empty if it names none,
     * or no module opens it.
     */
    public static Optional<Path> path(String address) {
        return provider(address).flatMap(provider -> provider.path(address));
    }

    /**
     * Returns an address that is a path, resolved against a directory unless it is absolute; any
     * other address is unchanged.
     */
    public static String absoluteAddress(Path directory, String address) {
        return isPath(address)
                ? path(address).map(directory::resolve).map(Path::toString).orElse(address)
                : address;
    }

    /** Returns an address for display, without user, password and query; a path is unchanged. */
    public static String displayAddress(String address) {
        return isPath(address)
                ? address
                : address.replaceFirst("(?s)^([A-Za-z][A-Za-z0-9+.-]+:(?://)?).*@", "$1***@")
                        .replaceFirst("(?s)[?#].*", "?***");
    }

    private static boolean isPath(String address) {
        Matcher parts = SCHEME.matcher(address);
        return !parts.matches()
                || scheme(address).equals("file")
                || (parts.group(2) == null && opening(scheme(address)).isEmpty());
    }

    private static Optional<StoreProvider> provider(String address) {
        String scheme = scheme(address);
        return opening(scheme).or(() -> isPath(address) ? opening("") : Optional.empty());
    }

    private static Optional<StoreProvider> opening(String scheme) {
        return providers().filter(one -> one.schemes().contains(scheme)).findFirst();
    }

    private static String scheme(String address) {
        Matcher parts = SCHEME.matcher(address);
        return parts.matches() ? parts.group(1).toLowerCase(Locale.ROOT) : "";
    }

    private static Stream<StoreProvider> providers() {
        return ServiceLoader.load(StoreProvider.class).stream().map(ServiceLoader.Provider::get);
    }
}
