/** A graph as LangChain4j's content retriever, retrieval augmentor, agent's tools and ingestor. */
module dev.tern.langchain4j {
    requires transitive dev.tern;
    requires static dev.tern.documents.sync;
    requires static org.jspecify;

    exports dev.tern.langchain4j;
}
