module example.modular {
    requires dev.tern.documents;
    requires dev.tern.langchain4j;
    requires dev.tern.models;
    requires dev.tern.store.lucene;
    requires dev.tern.store.milvus;
    requires dev.tern.transfer;
}
