package dev.tern.store.milvus;

import dev.tern.error.TernException;
import dev.tern.settings.Parameter;
import dev.tern.store.GraphCatalog;
import dev.tern.store.StoreOptions;
import dev.tern.store.StoreProvider;
import dev.tern.store.Stores;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Connects to Milvus servers for {@link Stores}. */
public final class MilvusStoreProvider implements StoreProvider {
    private static final String TOKEN = "milvus.token";
    private static final String USER = "milvus.user";
    private static final String PASSWORD = "milvus.password";
    private static final String DATABASE = "milvus.database";
    private static final String CA_FILE = "milvus.caFile";
    private static final String TIMEOUT = "milvus.timeoutSeconds";
    private static final String LOAD_TIMEOUT = "milvus.loadTimeoutSeconds";
    private static final String CONNECT_TIMEOUT = "milvus.connectTimeoutSeconds";
    private static final String WRITE_BATCH = "milvus.writeBatchRows";
    private static final String PARALLEL = "milvus.parallelRequests";
    private static final String INDEX = "milvus.indexType";
    private static final String SHARDS = "milvus.shards";
    private static final String CONSISTENCY = Parameter.CONSISTENCY.name();

    /** Called by the service loader. */
    public MilvusStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("http", "https", "milvus");
    }

    @Override
    public Set<String> options() {
        return Set.of(
                TOKEN,
                USER,
                PASSWORD,
                DATABASE,
                CA_FILE,
                TIMEOUT,
                LOAD_TIMEOUT,
                CONNECT_TIMEOUT,
                WRITE_BATCH,
                PARALLEL,
                INDEX,
                SHARDS,
                CONSISTENCY);
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
        Optional<String> user = options.text(USER);
        Optional<String> password = options.text(PASSWORD);
        if (user.isPresent() != password.isPresent()) {
            throw TernException.user(USER + " and " + PASSWORD + " belong together, and only "
                    + (user.isPresent() ? USER : PASSWORD) + " is set");
        }
        user.ifPresent(name -> settings.user(name, password.orElseThrow()));
        options.text(TOKEN).ifPresent(settings::token);
        options.text(DATABASE).ifPresent(settings::database);
        options.text(CA_FILE).map(Path::of).ifPresent(settings::caFile);
        options.seconds(TIMEOUT).ifPresent(settings::timeout);
        options.seconds(LOAD_TIMEOUT).ifPresent(settings::loadTimeout);
        options.seconds(CONNECT_TIMEOUT).ifPresent(settings::connectTimeout);
        options.whole(WRITE_BATCH).ifPresent(settings::writeBatchRows);
        options.whole(PARALLEL).ifPresent(settings::parallelRequests);
        options.parsed(INDEX, "AUTOINDEX, HNSW, FLAT or DISKANN", MilvusStoreProvider::index)
                .ifPresent(settings::index);
        options.whole(SHARDS).ifPresent(settings::shards);
        options.parsed(CONSISTENCY, Parameter.CONSISTENCY.values(), Parameter.CONSISTENCY::parse)
                .ifPresent(settings::consistency);
        return settings.build();
    }

    private static IndexKind index(String name) {
        return IndexKind.valueOf(name.strip().toUpperCase(Locale.ROOT));
    }
}
