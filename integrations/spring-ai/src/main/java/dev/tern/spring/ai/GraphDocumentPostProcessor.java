package dev.tern.spring.ai;

import dev.tern.GraphRag;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.Question;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.postretrieval.document.DocumentPostProcessor;

/**
 * Re-ranks documents of any retriever by a graph: documents that the graph chooses for the question
 * come first, in its order, then the others in their own order. A document belongs to the graph if
 * it has a passage's id or text.
 *
 * <p>Each call is one retrieval of the graph, usually with one call of the chat model in graph mode
 * and none in local mode. Fails like {@link GraphRag#retrieve(Question)}. Thread-safe; the caller
 * closes the {@link GraphRag}.
 */
public final class GraphDocumentPostProcessor implements DocumentPostProcessor {
    private final GraphDocumentRetriever retriever;
    private final int limit;

    private GraphDocumentPostProcessor(GraphDocumentRetriever retriever, int limit) {
        this.retriever = retriever;
        this.limit = limit;
    }

    /** Returns a post-processor with the graph's default mode that keeps all documents. */
    public static GraphDocumentPostProcessor of(GraphRag rag) {
        return of(GraphDocumentRetriever.of(rag));
    }

    /**
     * Returns a post-processor that ranks by a retriever's mode and filters, and keeps all
     * documents; documents of passages that the filters hide count as unknown to the graph.
     */
    public static GraphDocumentPostProcessor of(GraphDocumentRetriever retriever) {
        return new GraphDocumentPostProcessor(retriever, Integer.MAX_VALUE);
    }

    /** Returns a post-processor that keeps a maximum number of documents, at least 1. */
    public GraphDocumentPostProcessor withLimit(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("the limit of documents is " + value + "; it must be at least 1");
        }
        return new GraphDocumentPostProcessor(retriever, value);
    }

    @Override
    public List<Document> process(Query query, List<Document> documents) {
        if (documents.isEmpty()) {
            return documents;
        }
        Map<String, Integer> ranks = ranks(query, documents.size());
        List<Document> ordered = new ArrayList<>(documents);
        ordered.sort(Comparator.comparingInt(document -> rank(document, ranks)));
        return List.copyOf(ordered.subList(0, Math.min(limit, ordered.size())));
    }

    private Map<String, Integer> ranks(Query query, int wanted) {
        Map<String, Integer> ranks = new HashMap<>();
        for (Scored<Passage> found : retriever.retrieval(query, wanted).passages()) {
            Passage passage = found.value();
            int rank = ranks.size();
            ranks.putIfAbsent(passage.id(), rank);
            ranks.putIfAbsent(passage.text(), rank);
            ranks.putIfAbsent(passage.textToEmbed(), rank);
        }
        return ranks;
    }

    private static int rank(Document document, Map<String, Integer> ranks) {
        Integer byId = ranks.get(document.getId());
        return byId != null
                ? byId
                : ranks.getOrDefault(Objects.requireNonNullElse(document.getText(), ""), Integer.MAX_VALUE);
    }
}
