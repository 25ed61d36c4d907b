package dev.tern.store.milvus.read;

import dev.tern.error.TernException;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphDescription;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.client.MilvusFailure;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.GraphCollections;
import dev.tern.store.milvus.schema.Row;
import io.milvus.v2.client.MilvusClientV2;
import io.milvus.v2.common.ConsistencyLevel;
import io.milvus.v2.common.IndexParam;
import io.milvus.v2.service.vector.request.QueryReq;
import io.milvus.v2.service.vector.request.SearchReq;
import io.milvus.v2.service.vector.request.data.BaseVector;
import io.milvus.v2.service.vector.request.data.EmbeddedText;
import io.milvus.v2.service.vector.request.data.FloatVec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a graph's collections with the consistency of a view, as {@link Freshness} chooses it.
 * Thread-safe.
 */
public final class CollectionReader {
    /** The approximate maximum size of a reply: the default limit of servers is 64 MiB. */
    private static final int REPLY_BYTES = 24 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(CollectionReader.class);

    private static final int ROW_BYTES = 1_024;
    private static final int MAX_ROWS_PER_PAGE = 4_096;
    private static final int IDS_PER_REQUEST = 4_096;

    /** Parameters of a query whose reply has the first rows by id, as in the client's iterator. */
    private static final Map<String, Object> IN_ORDER = Map.of("iterator", "true", "reduce_stop_for_best", "false");

    private final MilvusConnection connection;
    private final GraphCollections collections;
    private final GraphDescription description;
    private final Freshness freshness;
    private final @Nullable RowFilter filter;

    public CollectionReader(
            MilvusConnection connection,
            GraphCollections collections,
            GraphDescription description,
            Consistency consistency) {
        this(connection, collections, description, new Freshness(consistency, connection.lite()), null);
    }

    private CollectionReader(
            MilvusConnection connection,
            GraphCollections collections,
            GraphDescription description,
            Freshness freshness,
            @Nullable RowFilter filter) {
        this.connection = connection;
        this.collections = collections;
        this.description = description;
        this.freshness = freshness;
        this.filter = filter;
    }

    /** Returns a reader of the rows that match a filter, with the same {@link Freshness}. */
    public CollectionReader showing(RowFilter rows) {
        return new CollectionReader(connection, collections, description, freshness, rows);
    }

    public GraphDescription description() {
        return description;
    }

    /** Returns true for Milvus Lite. */
    public boolean lite() {
        return connection.lite();
    }

    /** Returns the reason why there is no full-text search; empty if there is. */
    public Optional<String> fullTextMissing() {
        return collections.fullTextMissing();
    }

    /** Returns the maximum number of rows with vectors that are requested at once, at least 1. */
    public int maxRows() {
        int fit = REPLY_BYTES / (4 * description.dimension() + ROW_BYTES);
        return Math.max(1, Math.min(MilvusConnection.MAX_ROWS, fit));
    }

    private @Nullable RowFilter filterOf(CollectionKind kind) {
        return kind == CollectionKind.ENTITIES ? null : filter;
    }

    private List<String> fields(CollectionKind kind, List<String> wanted) {
        Set<String> fields = new LinkedHashSet<>(wanted);
        if (filterOf(kind) != null) {
            fields.add(Fields.FACETS);
        }
        return List.copyOf(fields);
    }

    private boolean shows(CollectionKind kind, Row row) {
        RowFilter hidden = filterOf(kind);
        return hidden == null || hidden.passes(row);
    }

    private <T> RowResult<T> result(CollectionKind kind, List<T> all, Function<T, Row> row, int limit) {
        return new RowResult<>(
                all.stream().filter(each -> shows(kind, row.apply(each))).toList(), all.size() >= limit);
    }

    /** Returns a condition joined with the filter's by "and"; unchanged for entities. */
    public Condition narrowed(CollectionKind kind, Condition condition) {
        RowFilter hidden = filterOf(kind);
        return hidden == null ? condition : condition.and(hidden.condition(kind));
    }

    /**
     * Reads a collection in the background if its first read would wait for a tick of the server,
     * so that the wait begins now.
     */
    public void readAhead(CollectionKind kind) {
        if (freshness.beginReadingAhead(kind)) {
            Thread.startVirtualThread(() -> {
                try {
                    query(kind, Condition.NOTHING, List.of(Fields.ID), 1);
                } catch (RuntimeException e) {
                    // The next read of the collection meets the failure.
                    LOG.debug("reading ahead failed", e);
                }
            });
        }
    }

    /**
     * Reads the best {@code limit} passages that have some of the words and meet a condition, and
     * returns the visible ones, best first.
     */
    public RowResult<ScoredRow> searchWords(String words, Condition condition, int limit) {
        SearchReq.SearchReqBuilder search = SearchReq.builder()
                .annsField(Fields.WORDS_VECTOR)
                .metricType(IndexParam.MetricType.BM25)
                .data(List.of(new EmbeddedText(words)));
        // Milvus Lite returns the negative BM25, as a distance.
        return search(CollectionKind.PASSAGES, search, Math::abs, condition, limit)
                .getFirst();
    }

    /**
     * Reads, for each vector, the {@code limit} nearest rows that meet a condition, and returns the
     * visible ones, best first. The index may miss some.
     */
    public List<RowResult<ScoredRow>> vectors(
            CollectionKind kind, List<float[]> vectors, Condition condition, int limit) {
        SearchReq.SearchReqBuilder search = SearchReq.builder()
                .annsField(Fields.VECTOR)
                .metricType(IndexParam.MetricType.COSINE)
                .data(vectors.stream().<BaseVector>map(FloatVec::new).toList())
                .searchParams(searchParameters(kind, limit));
        return search(kind, search, cosine -> cosine, condition, limit);
    }

    private List<RowResult<ScoredRow>> search(
            CollectionKind kind,
            SearchReq.SearchReqBuilder search,
            DoubleUnaryOperator score,
            Condition condition,
            int limit) {
        List<String> fields = new ArrayList<>(kind.read());
        fields.add(Fields.ID);
        List<List<ScoredRow>> replies = read(
                kind,
                "searching " + collections.name(kind),
                level -> client -> client
                        .search(search.collectionName(collections.name(kind))
                                .filter(condition.toString())
                                .outputFields(fields(kind, fields))
                                .limit(limit)
                                .consistencyLevel(level)
                                .build())
                        .getSearchResults()
                        .stream()
                        .map(results -> results.stream()
                                .map(result -> new ScoredRow(
                                        new Row(result.getEntity()), score.applyAsDouble(result.getScore())))
                                .toList())
                        .toList());
        return replies.stream()
                .map(hits -> result(kind, hits, ScoredRow::row, limit))
                .toList();
    }

    /**
     * Returns the number of rows that an index visits, as search parameters: the more rows it
     * visits, the fewer it misses.
     */
    private Map<String, Object> searchParameters(CollectionKind kind, int limit) {
        int effort = Math.min(32_768, Math.max(128, 2 * limit));
        return switch (collections.vectorIndex(kind)) {
            case HNSW -> Map.of("ef", effort);
            case DISKANN -> Map.of("search_list", Math.min(65_535, effort));
            default -> Map.of();
        };
    }

    /** Reads up to {@code limit} rows that meet a condition; returns the visible, unordered. */
    public RowResult<Row> query(CollectionKind kind, Condition condition, List<String> fields, int limit) {
        boolean selective = filter != null && filter.isSelective();
        Condition asked = selective ? narrowed(kind, condition) : condition;
        List<Row> rows;
        try {
            rows = rawQuery(kind, asked, fields, limit, Map.of());
        } catch (TernException e) {
            if (limit == 1 || !MilvusFailure.isTooLarge(e)) {
                throw e;
            }
            rows = new ArrayList<>();
            pages(kind, asked, fields, limit / 2, limit, rows::add);
        }
        return result(kind, rows, row -> row, limit);
    }

    private List<Row> rawQuery(
            CollectionKind kind, Condition condition, List<String> fields, int limit, Map<String, Object> parameters) {
        return read(
                kind,
                "reading " + collections.name(kind),
                level -> client -> client
                        .query(QueryReq.builder()
                                .collectionName(collections.name(kind))
                                .filter(condition.toString())
                                .outputFields(fields(kind, fields))
                                .limit(limit)
                                .queryParams(parameters)
                                .consistencyLevel(level)
                                .build())
                        .getQueryResults()
                        .stream()
                        .map(result -> new Row(result.getEntity()))
                        .toList());
    }

    /**
     * Returns all visible rows that meet a condition, with their vectors, unordered. Splits the
     * values into parts, and calls {@code condition} for the condition of each part.
     */
    public List<Row> rows(CollectionKind kind, Collection<String> values, Function<List<String>, Condition> condition) {
        List<String> fields = allFields(kind);
        List<Row> rows = new ArrayList<>();
        for (List<String> some : parts(values, Math.min(IDS_PER_REQUEST, maxRows()))) {
            RowResult<Row> rowResult = query(kind, condition.apply(some), fields, maxRows());
            if (!rowResult.full()) {
                rows.addAll(rowResult.rows());
            } else {
                iterate(kind, condition.apply(some), fields, rows::add);
            }
        }
        return rows;
    }

    /** Returns the names of the fields that are read with a row, and of its id and vector. */
    public static List<String> allFields(CollectionKind kind) {
        List<String> fields = new ArrayList<>(kind.read());
        fields.add(Fields.ID);
        fields.add(Fields.VECTOR);
        return fields;
    }

    /** Splits values into lists of at most {@code size}. */
    public static List<List<String>> parts(Collection<String> values, int size) {
        List<String> all = List.copyOf(values);
        List<List<String>> parts = new ArrayList<>();
        for (int start = 0; start < all.size(); start += size) {
            parts.add(all.subList(start, Math.min(all.size(), start + size)));
        }
        return parts;
    }

    /**
     * Visits every row that meets a condition and the filter, in pages by id. The client's own
     * iterator ignores the consistency and retries beyond any timeout.
     */
    public void iterate(CollectionKind kind, Condition condition, List<String> fields, Consumer<Row> visitor) {
        int page = Math.min(maxRows(), MAX_ROWS_PER_PAGE);
        pages(kind, narrowed(kind, condition), fields, page, Long.MAX_VALUE, row -> {
            if (shows(kind, row)) {
                visitor.accept(row);
            }
        });
    }

    /**
     * Visits the first rows by id that meet a condition, at most {@code limit}. Long texts can make
     * a page too large for the server: its size is then halved, down to one row.
     */
    private void pages(
            CollectionKind kind,
            Condition condition,
            List<String> fields,
            int rowsOfAPage,
            long limit,
            Consumer<Row> visitor) {
        List<String> withId = new ArrayList<>(fields);
        withId.add(Fields.ID);
        Condition rest = condition;
        int max = rowsOfAPage;
        long left = limit;
        while (left > 0) {
            int asked = (int) Math.min(max, left);
            List<Row> rows;
            try {
                rows = rawQuery(kind, rest, withId, asked, IN_ORDER);
            } catch (TernException e) {
                if (asked == 1 || !MilvusFailure.isTooLarge(e)) {
                    throw e;
                }
                max = asked / 2;
                continue;
            }
            if (rows.isEmpty()) {
                return;
            }
            rows.forEach(visitor);
            left -= rows.size();
            rest = Condition.after(Fields.ID, rows.getLast().text(Fields.ID)).and(condition);
        }
    }

    /**
     * Returns the number of rows that meet a condition and the filter's condition. The filter
     * itself may hide some of them, so the number of rows shown may be lower.
     */
    public long count(CollectionKind kind, Condition condition) {
        Row row = read(
                kind,
                "counting " + collections.name(kind),
                level -> client -> new Row(client.query(QueryReq.builder()
                                .collectionName(collections.name(kind))
                                .filter(narrowed(kind, condition).toString())
                                .outputFields(List.of("count(*)"))
                                .consistencyLevel(level)
                                .build())
                        .getQueryResults()
                        .getFirst()
                        .getEntity()));
        return row.fields().get("count(*)") instanceof Number count ? count.longValue() : 0;
    }

    private <T> T read(
            CollectionKind kind, String action, Function<ConsistencyLevel, Function<MilvusClientV2, T>> request) {
        ConsistencyLevel level = freshness.level(kind);
        T reply;
        try {
            reply = connection.raw(request.apply(level));
        } catch (RuntimeException e) {
            if (!connection.lite() || !MilvusFailure.isNotLoaded(e)) {
                throw connection.failure(action, e);
            }
            // Milvus Lite unloads its collections when restarted.
            collections.load();
            reply = connection.call(action, request.apply(level));
        }
        freshness.recordRead(kind, level);
        return reply;
    }
}
