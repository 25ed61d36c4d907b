/** Graphs in a directory: {@link dev.tern.store.lucene.LuceneGraphStore}. */
module dev.tern.store.lucene {
    requires transitive dev.tern;
    requires static org.jspecify;
    requires jdk.management;
    requires org.apache.lucene.core;
    requires org.slf4j;

    exports dev.tern.store.lucene;

    provides dev.tern.store.StoreProvider with
            dev.tern.store.lucene.LuceneStoreProvider;
}
