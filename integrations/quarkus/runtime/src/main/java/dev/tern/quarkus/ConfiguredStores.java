package dev.tern.quarkus;

import dev.tern.error.TernException;
import dev.tern.store.GraphCatalog;
import dev.tern.store.Stores;
import dev.tern.store.lucene.LuceneGraphCatalog;
import dev.tern.store.lucene.LuceneOptions;
import dev.tern.store.milvus.IndexKind;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import java.time.Duration;

/** The store that the configuration chooses. */
final class ConfiguredStores {
    private static final String CLIENT = "dev.tern.store.milvus.MilvusGraphCatalog";

    /** An application should end soon; merges go on when it writes again. */
    private static final Duration MERGE_WAIT = Duration.ofSeconds(5);

    private ConfiguredStores() {}

    static GraphCatalog catalog(TernConfig config) {
        if (!Stores.isServer(config.store())) {
            LuceneOptions options = LuceneOptions.DEFAULTS.withMergeWait(MERGE_WAIT);
            return LuceneGraphCatalog.open(
                    Stores.directory(config.store()),
                    config.checkMegabytes().isPresent()
                            ? options.withCheckMegabytes(config.checkMegabytes().getAsInt())
                            : options);
        }
        try {
            Class.forName(CLIENT, false, ConfiguredStores.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw TernException.user(
                    "tern.store is \"" + config.store()
                            + "\", a Milvus server, and its client is not on the class path;"
                            + " add the dependency dev.tern:tern-store-milvus",
                    e);
        }
        return Milvus.catalog(config.store(), config.milvus());
    }

    /** By itself: it can be loaded only where the client is on the class path. */
    private static final class Milvus {
        static GraphCatalog catalog(String address, TernConfig.Milvus config) {
            if (config.user().isPresent() != config.password().isPresent()) {
                throw TernException.user(
                        "tern.milvus.user and tern.milvus.password belong together, and only one of them is set");
            }
            MilvusSettings.Builder settings = MilvusSettings.at(address);
            config.user()
                    .ifPresent(user -> settings.user(user, config.password().orElse("")));
            config.token().ifPresent(settings::token);
            config.database().ifPresent(settings::database);
            config.caFile().ifPresent(settings::caFile);
            config.timeout().ifPresent(settings::timeout);
            config.loadTimeout().ifPresent(settings::loadTimeout);
            config.connectTimeout().ifPresent(settings::connectTimeout);
            config.writeBatchRows().ifPresent(settings::writeBatchRows);
            config.parallelRequests().ifPresent(settings::parallelRequests);
            config.indexType()
                    .map(name -> IndexKind.of("tern.milvus.index-type", name))
                    .ifPresent(settings::index);
            config.shards().ifPresent(settings::shards);
            return MilvusGraphCatalog.connect(settings.build());
        }
    }
}
