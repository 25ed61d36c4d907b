package dev.tern.app;

import dev.tern.store.GraphCatalog;
import dev.tern.store.lucene.LuceneGraphCatalog;
import dev.tern.store.lucene.LuceneOptions;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import java.nio.file.Path;
import java.time.Duration;

/** Where graphs are kept. */
public sealed interface StoreSettings {
    /** Opens the store. Nothing is created before the first write. */
    GraphCatalog open();

    /** The store as it is written down for later: the same from whichever directory, without secrets. */
    String noted();

    /** The same store for a process that is to end soon when it is asked to. */
    default StoreSettings forService() {
        return this;
    }

    /**
     * A directory, kept by the embedded store.
     *
     * @param directory the directory, which need not exist
     * @param options how it is kept
     */
    record Folder(Path directory, LuceneOptions options) implements StoreSettings {
        /** Merges that take longer go on when the store is written again. */
        private static final Duration SERVICE_MERGE_WAIT = Duration.ofSeconds(5);

        @Override
        public GraphCatalog open() {
            return LuceneGraphCatalog.open(directory, options);
        }

        @Override
        public String noted() {
            return directory.toAbsolutePath().normalize().toString();
        }

        @Override
        public StoreSettings forService() {
            return new Folder(directory, options.withMergeWait(SERVICE_MERGE_WAIT));
        }
    }

    /**
     * A Milvus server, or Zilliz Cloud.
     *
     * @param milvus how to reach it
     * @param noted its address as it is written down, without secrets
     */
    record Server(MilvusSettings milvus, String noted) implements StoreSettings {
        @Override
        public GraphCatalog open() {
            return MilvusGraphCatalog.connect(milvus);
        }
    }
}
