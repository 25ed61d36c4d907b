package dev.tern.spring.boot;

import dev.tern.error.TernException;
import dev.tern.store.GraphCatalog;
import dev.tern.store.Stores;
import dev.tern.store.lucene.LuceneGraphCatalog;
import dev.tern.store.lucene.LuceneOptions;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** The store that the properties choose. */
final class ApplicationStores {
    private static final String CLIENT = "dev.tern.store.milvus.MilvusGraphCatalog";

    /** Whoever ends an application wants it to end; merges go on when it writes again. */
    private static final Duration MERGE_WAIT = Duration.ofSeconds(5);

    private ApplicationStores() {}

    static GraphCatalog catalog(TernProperties properties, @Nullable ClassLoader classes) {
        if (!Stores.isServer(properties.store())) {
            return LuceneGraphCatalog.open(
                    Stores.directory(properties.store()), LuceneOptions.DEFAULTS.withMergeWait(MERGE_WAIT));
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
            TernProperties.Milvus signIn = properties.milvus();
            if (signIn.token() != null) {
                settings.token(signIn.token());
            }
            if (signIn.connectTimeout() != null) {
                settings.connectTimeout(signIn.connectTimeout());
            }
            if (signIn.database() != null) {
                settings.database(signIn.database());
            }
            return MilvusGraphCatalog.connect(settings.build());
        }
    }
}
