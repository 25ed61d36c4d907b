package dev.tern.langchain4j;

import dev.langchain4j.rag.DefaultRetrievalAugmentor;
import dev.langchain4j.rag.DefaultRetrievalAugmentor.DefaultRetrievalAugmentorBuilder;
import dev.langchain4j.rag.RetrievalAugmentor;
import dev.langchain4j.rag.content.injector.DefaultContentInjector;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.tern.GraphRag;
import java.util.List;
import java.util.concurrent.Executor;

/** Makes LangChain4j's retrieval augmentors around a graph. */
public final class GraphAugmentor {
    /** The metadata that a model sees beside the text of each content: where it stands, so that it can cite it. */
    private static final List<String> SHOWN = List.of(GraphContent.DOCUMENT_ID, GraphContent.PAGE);

    private GraphAugmentor() {}

    /** An augmentor that puts the passages which a graph finds for the user's message behind that message. */
    public static RetrievalAugmentor of(GraphRag rag) {
        return builder(GraphContentRetriever.of(rag)).build();
    }

    /**
     * LangChain4j's builder with a retriever, an injector that names each passage's document and page, and virtual threads
     * already set: transformers, routers and aggregators can be added, and each of these replaced.
     */
    public static DefaultRetrievalAugmentorBuilder builder(ContentRetriever retriever) {
        Executor virtualThreads =
                work -> Thread.ofVirtual().name("tern-augmentor").start(work);
        return DefaultRetrievalAugmentor.builder()
                .contentRetriever(retriever)
                .contentInjector(DefaultContentInjector.builder()
                        .metadataKeysToInclude(SHOWN)
                        .build())
                .executor(virtualThreads);
    }
}
