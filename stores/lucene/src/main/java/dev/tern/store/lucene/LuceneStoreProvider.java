package dev.tern.store.lucene;

import dev.tern.error.TernException;
import dev.tern.store.GraphCatalog;
import dev.tern.store.StoreOptions;
import dev.tern.store.StoreProvider;
import dev.tern.store.Stores;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Opens embedded stores for {@link Stores}, by a path or by {@code file:} and a path. */
public final class LuceneStoreProvider implements StoreProvider {
    private static final String FILE = "file:";
    private static final String MERGE_WAIT = "mergeWaitSeconds";

    /** Creates the provider; called by the service loader. */
    public LuceneStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("", "file");
    }

    @Override
    public Set<String> options() {
        return Set.of(MERGE_WAIT);
    }

    @Override
    public Optional<Path> path(String address) {
        return Optional.of(directory(address));
    }

    @Override
    public void check(String address, StoreOptions options) {
        directory(address);
        options(options);
    }

    @Override
    public GraphCatalog open(String address, StoreOptions options) {
        return LuceneGraphCatalog.open(directory(address), options(options));
    }

    private static Path directory(String address) {
        try {
            boolean named = address.regionMatches(true, 0, FILE, 0, FILE.length());
            return Path.of(named ? address.substring(FILE.length()) : address);
        } catch (InvalidPathException e) {
            throw TernException.user("the store \"" + address + "\" is not a path: " + e.getReason(), e);
        }
    }

    private static LuceneOptions options(StoreOptions given) {
        try {
            return given.seconds(MERGE_WAIT)
                    .map(LuceneOptions.DEFAULTS::withMergeWait)
                    .orElse(LuceneOptions.DEFAULTS);
        } catch (IllegalArgumentException e) {
            throw TernException.user(String.valueOf(e.getMessage()), e);
        }
    }
}
