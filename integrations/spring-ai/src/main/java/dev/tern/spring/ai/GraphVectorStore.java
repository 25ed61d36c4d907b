package dev.tern.spring.ai;

import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.ingest.IngestListener;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.store.DocumentPage;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.Filter.Expression;

/**
 * A graph as Spring AI's {@link VectorStore}, so that an application with such a store can try Tern
 * by replacing one bean: {@code QuestionAnswerAdvisor}, readers and splitters stay.
 *
 * <p>In naive mode it is a vector store like others, and scores are cosines, unless rules about
 * sources change them. In the other modes a search walks the graph. There, and in naive mode with
 * keyword search, scores have no fixed range, so a similarity threshold is refused.
 *
 * <p>A found document is a passage under the id of the document that was added; a document longer
 * than a passage can be found several times. The graph's embedding model embeds documents and
 * questions. Thread-safe; the caller closes the {@link GraphRag}.
 */
public final class GraphVectorStore implements VectorStore {
    private final GraphRag rag;
    private final Mode mode;

    private GraphVectorStore(GraphRag rag, Mode mode) {
        this.rag = rag;
        this.mode = mode;
    }

    /** Returns a store that searches in naive mode. */
    public static GraphVectorStore of(GraphRag rag) {
        return new GraphVectorStore(rag, Mode.NAIVE);
    }

    /** Returns a store that searches in a mode. */
    public static GraphVectorStore of(GraphRag rag, Mode mode) {
        return new GraphVectorStore(rag, mode);
    }

    /**
     * Adds documents; replaces a document of the same id. The metadata value "title" is the title.
     *
     * @throws IllegalArgumentException if a document has no text or a blank one, its id is blank or
     *     too long, or a metadata value is not a string, number, boolean or instant; then nothing
     *     is added
     * @throws TernException as {@link GraphRag#add(Iterable, IngestListener)}, or if the budget for
     *     models is spent before all are added
     */
    @Override
    public void add(List<Document> documents) {
        List<SourceDocument> added =
                documents.stream().map(GraphVectorStore::converted).toList();
        if (rag.add(added, IngestListener.NONE).stoppedByBudget()) {
            throw TernException.budget("the budget for models is spent before all documents were added");
        }
    }

    private static SourceDocument converted(Document document) {
        if (!document.isText()) {
            throw new IllegalArgumentException("document \"" + document.getId() + "\" has no text");
        }
        try {
            return SourceDocument.of(document.getId(), Objects.requireNonNullElse(document.getText(), ""))
                    .withTitle(Objects.toString(document.getMetadata().get(GraphDocumentRetriever.TITLE), ""))
                    .withMetadata(SourceMetadata.of(document.getMetadata()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("document \"" + document.getId() + "\": " + e.getMessage(), e);
        }
    }

    @Override
    public void delete(List<String> ids) {
        rag.remove(ids);
    }

    /** Deletes every document with at least one passage that matches the filter. */
    @Override
    public void delete(Expression filter) {
        rag.remove(rag.read(SpringFilters.of(filter), DocumentPage::ids));
    }

    /**
     * Returns at most {@code topK} passages, best first; {@code topK} is from 1 to 1,000.
     *
     * @throws TernException as {@link GraphRag#retrieve(Question)}; the user's fault, if {@code
     *     topK} is out of range, the filter is not supported, or a threshold is set in a mode other
     *     than naive, or with keyword search
     */
    @Override
    public List<Document> similaritySearch(SearchRequest request) {
        double threshold = request.getSimilarityThreshold();
        Question question = rag.question(request.getQuery());
        boolean hybrid = question.parameters().get(Parameter.HYBRID);
        if ((mode != Mode.NAIVE || hybrid) && threshold != SearchRequest.SIMILARITY_THRESHOLD_ACCEPT_ALL) {
            throw TernException.user("a similarity threshold of " + threshold + " in " + mode + " mode"
                    + (hybrid ? " with hybrid" : "") + ": its scores are not similarities; search in naive mode without"
                    + " hybrid, or without a threshold");
        }
        Retrieval retrieval = rag.retrieve(question.withMode(mode)
                .withParameters(question.parameters().with(Parameter.FINAL_TOP_K, request.getTopK()))
                .withFilter(SpringFilters.of(request.getFilterExpression())));
        return retrieval.passages().stream()
                .filter(found -> mode != Mode.NAIVE || found.score() >= threshold)
                .map(found -> GraphDocumentRetriever.document(found, retrieval)
                        .mutate()
                        .id(found.value().documentId())
                        .build())
                .toList();
    }
}
