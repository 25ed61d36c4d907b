/** A graph as LangChain4j's retriever, augmentor, ingestor, embedding store and agent tools. */
module dev.tern.langchain4j {
    requires transitive dev.tern;
    requires static dev.tern.documents.sync;
    requires static org.jspecify;

    exports dev.tern.langchain4j;
}
