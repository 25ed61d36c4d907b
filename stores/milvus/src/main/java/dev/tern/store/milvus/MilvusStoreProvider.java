package dev.tern.store.milvus;

import dev.tern.settings.Parameter;
import dev.tern.store.GraphCatalog;
import dev.tern.store.StoreOptions;
import dev.tern.store.StoreProvider;
import dev.tern.store.Stores;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * Connects to Milvus servers for {@link Stores}, by addresses as {@link MilvusSettings#at} parses
 * them.
 */
public final class MilvusStoreProvider implements StoreProvider {
    private static final String TOKEN = "milvus.token";
    private static final String DATABASE = "milvus.database";
    private static final String CA_FILE = "milvus.caFile";
    private static final String TIMEOUT = "milvus.timeoutSeconds";
    private static final String INDEX = "milvus.indexType";
    private static final String CONSISTENCY = Parameter.CONSISTENCY.name();

    /** Creates the provider; called by the service loader. */
    public MilvusStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("http", "https", "milvus");
    }

    @Override
    public Set<String> options() {
        return Set.of(TOKEN, DATABASE, CA_FILE, TIMEOUT, INDEX, CONSISTENCY);
    }

    @Override
    public void check(String address, StoreOptions options) {
        settings(address, options);
    }

    @Override
    public GraphCatalog open(String address, StoreOptions options) {
        return MilvusGraphCatalog.connect(settings(address, options));
    }

    static MilvusSettings settings(String address, StoreOptions options) {
        MilvusSettings.Builder settings = MilvusSettings.at(address);
        options.text(TOKEN).ifPresent(settings::token);
        options.text(DATABASE).ifPresent(settings::database);
        options.text(CA_FILE).map(Path::of).ifPresent(settings::caFile);
        options.seconds(TIMEOUT).ifPresent(settings::timeout);
        options.parsed(INDEX, "AUTOINDEX, HNSW, FLAT or DISKANN", MilvusStoreProvider::index)
                .ifPresent(settings::index);
        options.parsed(CONSISTENCY, Parameter.CONSISTENCY.values(), Parameter.CONSISTENCY::parse)
                .ifPresent(settings::consistency);
        return settings.build();
    }

    private static IndexKind index(String name) {
        return IndexKind.valueOf(name.strip().toUpperCase(Locale.ROOT));
    }
}
