/** Graphs in Milvus or Zilliz Cloud. */
module dev.tern.store.milvus {
    requires transitive dev.tern;
    requires static org.jspecify;
    requires com.google.gson;
    requires java.net.http;
    requires milvus.sdk.java;
    requires org.slf4j;

    exports dev.tern.store.milvus;

    provides dev.tern.store.StoreProvider with
            dev.tern.store.milvus.MilvusStoreProvider;
}
