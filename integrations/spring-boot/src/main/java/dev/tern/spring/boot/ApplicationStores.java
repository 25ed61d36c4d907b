package dev.tern.spring.boot;

import dev.tern.error.TernException;
import dev.tern.store.GraphCatalog;
import dev.tern.store.Stores;
import dev.tern.store.lucene.LuceneGraphCatalog;
import dev.tern.store.lucene.LuceneOptions;
import dev.tern.store.milvus.IndexKind;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.util.ClassUtils;

/** The store that the properties choose. */
final class ApplicationStores {
    private static final String CLIENT = "dev.tern.store.milvus.MilvusGraphCatalog";

    /** An application should end soon; merges go on when it writes again. */
    private static final Duration MERGE_WAIT = Duration.ofSeconds(5);

    private ApplicationStores() {}

    static GraphCatalog catalog(TernProperties properties, @Nullable ClassLoader classes) {
        if (!Stores.isServer(properties.store())) {
            LuceneOptions options = LuceneOptions.DEFAULTS.withMergeWait(MERGE_WAIT);
            Integer megabytes = properties.checkMegabytes();
            return LuceneGraphCatalog.open(
                    Stores.directory(properties.store()),
                    megabytes == null ? options : options.withCheckMegabytes(megabytes));
        }
        if (!ClassUtils.isPresent(CLIENT, classes)) {
            throw TernException.user(
                    "tern.store is \"" + properties.store() + "\", a Milvus server, and its client is not"
                            + " on the class path; add the dependency dev.tern:tern-store-milvus");
        }
        return Milvus.catalog(properties);
    }

    /** By itself: it can be loaded only where the client is on the class path. */
    private static final class Milvus {
        static GraphCatalog catalog(TernProperties properties) {
            MilvusSettings.Builder settings = MilvusSettings.at(properties.store());
            TernProperties.Milvus milvus = properties.milvus();
            if ((milvus.user() == null) != (milvus.password() == null)) {
                throw TernException.user(
                        "tern.milvus.user and tern.milvus.password belong together, and only one of them is set");
            }
            if (milvus.user() != null && milvus.password() != null) {
                settings.user(milvus.user(), milvus.password());
            }
            PropertyMapper set = PropertyMapper.get();
            set.from(milvus.token()).to(settings::token);
            set.from(milvus.database()).to(settings::database);
            set.from(milvus.caFile()).to(settings::caFile);
            set.from(milvus.timeout()).to(settings::timeout);
            set.from(milvus.loadTimeout()).to(settings::loadTimeout);
            set.from(milvus.connectTimeout()).to(settings::connectTimeout);
            set.from(milvus.writeBatchRows()).to(settings::writeBatchRows);
            set.from(milvus.parallelRequests()).to(settings::parallelRequests);
            set.from(milvus.indexType())
                    .as(name -> IndexKind.of("tern.milvus.index-type", name))
                    .to(settings::index);
            set.from(milvus.shards()).to(settings::shards);
            return MilvusGraphCatalog.connect(settings.build());
        }
    }
}
