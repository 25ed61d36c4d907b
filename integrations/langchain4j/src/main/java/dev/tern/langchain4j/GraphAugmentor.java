package dev.tern.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.rag.DefaultRetrievalAugmentor;
import dev.langchain4j.rag.DefaultRetrievalAugmentor.DefaultRetrievalAugmentorBuilder;
import dev.langchain4j.rag.RetrievalAugmentor;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.injector.ContentInjector;
import dev.langchain4j.rag.content.injector.DefaultContentInjector;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.tern.GraphRag;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** Creates LangChain4j's retrieval augmentors for a graph. */
public final class GraphAugmentor {
    /** The metadata that a model sees with each content, so that it can cite the content. */
    private static final List<String> PROMPT_METADATA_KEYS = List.of(GraphContent.DOCUMENT_ID, GraphContent.PAGE);

    private static final ContentInjector INJECTOR = DefaultContentInjector.builder()
            .metadataKeysToInclude(PROMPT_METADATA_KEYS)
            .build();

    private GraphAugmentor() {}

    /** Returns an augmentor that adds a graph's passages to the user's message. */
    public static RetrievalAugmentor of(GraphRag rag) {
        return builder(GraphContentRetriever.of(rag)).build();
    }

    /**
     * Returns LangChain4j's builder with a retriever, virtual threads, and an injector that names
     * each passage's document and page and keeps the user's text for a {@linkplain
     * GraphContentRetriever.Builder#conversational conversation}. A caller can add query
     * transformers, routers and aggregators, and replace the retriever, the threads and the
     * injector.
     */
    public static DefaultRetrievalAugmentorBuilder builder(ContentRetriever retriever) {
        Executor virtualThreads =
                work -> Thread.ofVirtual().name("tern-augmentor").start(work);
        return DefaultRetrievalAugmentor.builder()
                .contentRetriever(retriever)
                .contentInjector(GraphAugmentor::injected)
                .executor(virtualThreads);
    }

    /**
     * Adds the contents to the message, and the user's own text as an attribute, for chat memories
     * that store the whole message.
     */
    private static ChatMessage injected(List<Content> contents, ChatMessage message) {
        ChatMessage injected = INJECTOR.inject(contents, message);
        if (!(injected instanceof UserMessage filled)
                || !(message instanceof UserMessage written)
                || !written.hasSingleText()) {
            return injected;
        }
        Map<String, Object> attributes = new HashMap<>(filled.attributes());
        attributes.put(ChatTurns.WRITTEN, written.singleText());
        return filled.toBuilder().attributes(attributes).build();
    }
}
