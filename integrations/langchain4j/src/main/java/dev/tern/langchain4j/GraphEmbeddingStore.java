package dev.tern.langchain4j;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.store.embedding.EmbeddingMatch;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.EmbeddingSearchResult;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.langchain4j.store.embedding.RelevanceScore;
import dev.langchain4j.store.embedding.filter.Filter;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.query.Question;
import dev.tern.query.collect.SourceOrder;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.store.DocumentPage;
import dev.tern.store.GraphView;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A graph as LangChain4j's {@link EmbeddingStore}, so that an application with such a store can try
 * Tern by replacing one object: ingestors and {@code EmbeddingStoreContentRetriever} stay.
 *
 * <p>In naive mode it is a store like others: a search finds the passages nearest to the embedding,
 * which has to be of the graph's own model. The graph's rules about sources apply, and may lower
 * scores; parameters of the {@link GraphRag}, such as rules or keyword search, do not. In the other
 * modes a search walks the graph for the query's text; scores have no fixed range, so a minimum
 * score is refused.
 *
 * <p>A graph is made of texts: it embeds segments itself, and given embeddings are not stored. A
 * segment longer than a passage can be found several times, each time under the segment's id.
 * Thread-safe; the caller closes the {@link GraphRag}.
 */
public final class GraphEmbeddingStore implements EmbeddingStore<TextSegment> {
    private final GraphRag rag;
    private final Mode mode;

    private GraphEmbeddingStore(GraphRag rag, Mode mode) {
        this.rag = rag;
        this.mode = mode;
    }

    /** Returns a store that searches in naive mode. */
    public static GraphEmbeddingStore of(GraphRag rag) {
        return new GraphEmbeddingStore(rag, Mode.NAIVE);
    }

    /** Returns a store that searches in a mode. */
    public static GraphEmbeddingStore of(GraphRag rag, Mode mode) {
        return new GraphEmbeddingStore(rag, mode);
    }

    /**
     * Always throws, since there is no text to add.
     *
     * @throws TernException the user's fault
     */
    @Override
    public String add(Embedding embedding) {
        throw withoutText();
    }

    /**
     * Always throws, since there is no text to add.
     *
     * @throws TernException the user's fault
     */
    @Override
    public void add(String id, Embedding embedding) {
        throw withoutText();
    }

    /**
     * Always throws, since there is no text to add.
     *
     * @throws TernException the user's fault
     */
    @Override
    public List<String> addAll(List<Embedding> embeddings) {
        throw withoutText();
    }

    private static TernException withoutText() {
        return TernException.user("an embedding without a text segment cannot be added to a graph");
    }

    @Override
    public String add(Embedding embedding, TextSegment segment) {
        return addAll(List.of(embedding), List.of(segment)).getFirst();
    }

    /**
     * Adds segments; replaces a segment of the same id. The metadata value "title" is the title.
     *
     * @throws IllegalArgumentException as {@link GraphIngestor#ingest(List)}; then nothing is added
     * @throws TernException as {@link GraphRag#add(Iterable, IngestListener)}, or if the budget for
     *     models is spent before all are added
     */
    @Override
    public void addAll(List<String> ids, List<Embedding> embeddings, @Nullable List<TextSegment> segments) {
        if (segments == null) {
            throw withoutText();
        }
        List<SourceDocument> documents = IntStream.range(0, segments.size())
                .mapToObj(i -> GraphIngestor.converted(
                        ids.get(i), segments.get(i).text(), segments.get(i).metadata()))
                .toList();
        if (rag.add(documents, IngestListener.NONE).stoppedByBudget()) {
            throw TernException.budget("the budget for models is spent before all segments were added");
        }
    }

    @Override
    public void removeAll(Collection<String> ids) {
        rag.remove(ids);
    }

    /** Removes the segments that a search with this filter can find, with all their passages. */
    @Override
    public void removeAll(Filter filter) {
        remove(FilterTranslation.of(filter));
    }

    @Override
    public void removeAll() {
        remove(MetadataFilter.everything());
    }

    private void remove(MetadataFilter filter) {
        rag.remove(rag.read(filter, DocumentPage::ids));
    }

    /**
     * Searches in the store's mode.
     *
     * @throws TernException as {@link GraphRag#retrieve(Question)}; the user's fault, in naive mode
     *     if the embedding has another dimension than the graph, in other modes if the request has
     *     a minimum score, no text of the query, or a maximum of over 1,000 results
     */
    @Override
    public EmbeddingSearchResult<TextSegment> search(EmbeddingSearchRequest request) {
        MetadataFilter filter =
                request.filter() == null ? MetadataFilter.everything() : FilterTranslation.of(request.filter());
        return new EmbeddingSearchResult<>(mode == Mode.NAIVE ? nearest(request, filter) : retrieved(request, filter));
    }

    private List<EmbeddingMatch<TextSegment>> nearest(EmbeddingSearchRequest request, MetadataFilter filter) {
        Embedding unit = Embedding.from(request.queryEmbedding().vector().clone());
        unit.normalize();
        return rag.read(filter, view -> nearest(view, unit.vector(), request.maxResults())).stream()
                .map(found -> new EmbeddingMatch<>(
                        RelevanceScore.fromCosineSimilarity(found.score()),
                        found.value().documentId(),
                        null,
                        TextSegment.from(found.value().textToEmbed(), GraphContent.metadata(found.value(), List.of()))))
                .filter(match -> match.score() >= request.minScore())
                .toList();
    }

    private static List<Scored<Passage>> nearest(GraphView view, float[] vector, int wanted) {
        SourceOrder order = new SourceOrder(view.notes().sources(), wanted);
        return order.select(view.nearestPassages(vector, order.rankedCount()), remark -> {});
    }

    private List<EmbeddingMatch<TextSegment>> retrieved(EmbeddingSearchRequest request, MetadataFilter filter) {
        if (request.minScore() != 0) {
            throw TernException.user("a minimum score of " + request.minScore() + " in " + mode
                    + " mode: its scores are not similarities; search in naive mode or without a minimum");
        }
        if (request.query() == null) {
            throw TernException.user("a search in " + mode + " mode needs the text of the query");
        }
        Question question = rag.question(request.query());
        return GraphContent.of(rag.retrieve(question.withMode(mode)
                        .withParameters(question.parameters().with(Parameter.FINAL_TOP_K, request.maxResults()))
                        .withFilter(filter)))
                .stream()
                .map(GraphEmbeddingStore::match)
                .toList();
    }

    private static EmbeddingMatch<TextSegment> match(Content content) {
        GraphContent found = GraphContent.of(content).orElseThrow();
        return new EmbeddingMatch<>(found.score(), found.passage().documentId(), null, content.textSegment());
    }
}
