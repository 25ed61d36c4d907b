package dev.tern.store.milvus;

import dev.tern.graph.Filter;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphDescription;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests that read a graph's collections, all at least as fresh as the first. Thread-safe. */
final class Reads {
    /** About the most bytes of one reply: the limit that servers come with is 64 MiB. */
    private static final int REPLY_BYTES = 24 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(Reads.class);

    private static final int ROW_BYTES = 1_024;
    private static final int MOST_ROWS_OF_A_PAGE = 4_096;

    /** Makes a limited reply hold the first rows by id: what the client's iterator sends. */
    private static final Map<String, Object> IN_ORDER = Map.of("iterator", "true", "reduce_stop_for_best", "false");

    private static final int IDS_A_REQUEST = 4_096;

    private final MilvusConnection connection;
    private final GraphCollections collections;
    private final GraphDescription description;
    private final Freshness freshness;
    private final @Nullable Passing passing;
    private final Searches searches = new Searches(this);

    Reads(
            MilvusConnection connection,
            GraphCollections collections,
            GraphDescription description,
            Consistency consistency) {
        this.connection = connection;
        this.collections = collections;
        this.description = description;
        this.freshness = new Freshness(consistency, connection.lite());
        this.passing = null;
    }

    private Reads(Reads whole, Visible visible) {
        this.connection = whole.connection;
        this.collections = whole.collections;
        this.description = whole.description;
        this.freshness = whole.freshness;
        this.passing = new Passing(this, visible, collections.fewPassing());
    }

    /**
     * Requests that bring no passages, and no rows of relations, but those that pass a filter. Entities have nothing to be
     * filtered by, and come all the same.
     *
     * @throws dev.tern.error.TernException the user's fault, if the graph keeps nothing to filter by
     */
    Reads visible(Filter filter) {
        collections.requireFacets();
        Visible visible = passing == null
                ? new Visible(filter, connection.lite())
                : passing.visible().and(filter);
        return new Reads(this, visible);
    }

    /** What passes the filter; empty if everything does. */
    Optional<Passing> passing() {
        return Optional.ofNullable(passing);
    }

    /** Whether a filter holds for what is read. */
    boolean filtered() {
        return passing != null;
    }

    /** Whether a filter hides rows of a collection. */
    boolean hides(CollectionKind kind) {
        return passing != null && kind != CollectionKind.ENTITIES;
    }

    /** A condition, and that the filter lets the row through. */
    Condition visible(CollectionKind kind, Condition condition) {
        return passing != null && hides(kind) ? condition.and(passing.condition(kind)) : condition;
    }

    private List<String> fields(CollectionKind kind, List<String> wanted) {
        List<String> fields = new ArrayList<>(wanted);
        if (hides(kind)) {
            fields.add(Fields.FACETS);
        }
        return fields;
    }

    private boolean sees(CollectionKind kind, Row row) {
        return passing == null || !hides(kind) || passing.sees(row);
    }

    /**
     * What a request brought.
     *
     * @param rows the rows that may be seen
     * @param full whether there were as many as the request asked for, so that there may be more
     */
    record Found<T>(List<T> rows, boolean full) {}

    /** Leaves out what a filter hides. */
    <T> Found<T> found(CollectionKind kind, List<T> all, Function<T, Row> row, int limit) {
        return new Found<>(
                all.stream().filter(each -> sees(kind, row.apply(each))).toList(), all.size() >= limit);
    }

    /** Searches that bring only what the filter lets through. */
    Searches searches() {
        return searches;
    }

    GraphDescription description() {
        return description;
    }

    MilvusConnection connection() {
        return connection;
    }

    /** Reads a collection in the background, if its first read waits for a tick, so that the next one need not. */
    void readAhead(CollectionKind kind) {
        if (freshness.beginReadingAhead(kind)) {
            Thread.startVirtualThread(() -> {
                try {
                    query(kind, Condition.NOTHING, List.of(Fields.ID), 1);
                } catch (RuntimeException e) {
                    // Whoever reads the collection next meets the failure.
                    LOG.debug("reading ahead failed", e);
                }
            });
        }
    }

    /** A row that a search found, with its cosine or, where words were searched for, its BM25. */
    record Hit(Row row, double score) {}

    /** The most rows, with vectors, that fit into one reply. */
    int mostRows() {
        int fit = REPLY_BYTES / (4 * description.dimension() + ROW_BYTES);
        return Math.max(1, Math.min(MilvusSettings.MAX_ROWS, fit));
    }

    /** Why passages cannot be found by their words; empty if they can. */
    Optional<String> fullTextMissing() {
        return collections.fullTextMissing();
    }

    /** The passages that fit some words and a condition, best first; the filter is left to the caller. */
    List<Hit> words(String words, Condition condition, int limit) {
        CollectionKind kind = CollectionKind.PASSAGES;
        List<String> fields = fields(kind, kind.read());
        fields.add(Fields.ID);
        return read(
                kind,
                "searching the words of " + collections.name(kind),
                level -> client -> client
                        .search(SearchReq.builder()
                                .collectionName(collections.name(kind))
                                .annsField(Fields.WORDS_VECTOR)
                                .metricType(IndexParam.MetricType.BM25)
                                .data(List.of(new EmbeddedText(words)))
                                .filter(condition.toString())
                                .outputFields(fields)
                                .limit(limit)
                                .consistencyLevel(level)
                                .build())
                        .getSearchResults()
                        .getFirst()
                        .stream()
                        // Milvus Lite gives BM25 as a distance, below 0.
                        .map(result -> new Hit(new Row(result.getEntity()), Math.abs(result.getScore())))
                        .toList());
    }

    /** For each vector the nearest rows that fit a condition, best first; the filter is left to the caller. */
    List<List<Hit>> vectors(CollectionKind kind, List<float[]> vectors, Condition condition, int limit) {
        List<BaseVector> data = new ArrayList<>(vectors.size());
        vectors.forEach(vector -> data.add(new FloatVec(vector)));
        List<String> fields = fields(kind, kind.read());
        fields.add(Fields.ID);
        return read(
                kind,
                "searching " + collections.name(kind),
                level -> client -> client
                        .search(SearchReq.builder()
                                .collectionName(collections.name(kind))
                                .annsField(Fields.VECTOR)
                                .metricType(IndexParam.MetricType.COSINE)
                                .data(data)
                                .filter(condition.toString())
                                .outputFields(fields)
                                .limit(limit)
                                .searchParams(searchParameters(limit))
                                .consistencyLevel(level)
                                .build())
                        .getSearchResults()
                        .stream()
                        .map(results -> results.stream()
                                .map(result -> new Hit(new Row(result.getEntity()), result.getScore()))
                                .toList())
                        .toList());
    }

    /** How hard an index of ours looks: the more of its graph it visits, the less it misses. */
    private Map<String, Object> searchParameters(int limit) {
        int effort = Math.min(32_768, Math.max(128, 2 * limit));
        return switch (connection.settings().index()) {
            case HNSW -> Map.of("ef", effort);
            case DISKANN -> Map.of("search_list", Math.min(65_535, effort));
            case AUTOINDEX, FLAT -> Map.of();
        };
    }

    /** At most so many rows, of which those that pass the filter are shown, in no order. */
    Found<Row> query(CollectionKind kind, Condition condition, List<String> fields, int limit) {
        boolean narrowed = passing != null && passing.isLittle();
        return queryWith(kind, narrowed ? visible(kind, condition) : condition, fields, limit);
    }

    /** The same by a condition to which nothing is added. */
    Found<Row> queryWith(CollectionKind kind, Condition condition, List<String> fields, int limit) {
        return found(kind, rawQuery(kind, condition, fields(kind, fields), limit, Map.of()), row -> row, limit);
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
                                .outputFields(fields)
                                .limit(limit)
                                .queryParams(parameters)
                                .consistencyLevel(level)
                                .build())
                        .getQueryResults()
                        .stream()
                        .map(result -> new Row(result.getEntity()))
                        .toList());
    }

    /** Every row with one of the values in a field, in no order; whole rows with their vectors. */
    List<Row> rows(CollectionKind kind, Collection<String> values, Function<List<String>, Condition> filter) {
        List<String> fields = whole(kind);
        List<Row> rows = new ArrayList<>();
        for (List<String> some : parts(values, Math.min(IDS_A_REQUEST, mostRows()))) {
            Found<Row> found = query(kind, filter.apply(some), fields, mostRows());
            if (!found.full()) {
                rows.addAll(found.rows());
            } else {
                iterate(kind, filter.apply(some), fields, rows::add);
            }
        }
        return rows;
    }

    /** All fields of a row. */
    static List<String> whole(CollectionKind kind) {
        List<String> fields = new ArrayList<>(kind.read());
        fields.add(Fields.ID);
        fields.add(Fields.VECTOR);
        return fields;
    }

    /** Values in parts of at most so many. */
    static List<List<String>> parts(Collection<String> values, int size) {
        List<String> all = List.copyOf(values);
        List<List<String>> parts = new ArrayList<>();
        for (int start = 0; start < all.size(); start += size) {
            parts.add(all.subList(start, Math.min(all.size(), start + size)));
        }
        return parts;
    }

    /**
     * Shows every row that passes the filter, however many there are, in pages by id. The client has an iterator for this,
     * which reads every page as consistently as the collection's default and retries beyond any time-out.
     */
    void iterate(CollectionKind kind, Condition filter, List<String> fields, Consumer<Row> visitor) {
        List<String> withId = new ArrayList<>(fields);
        if (!withId.contains(Fields.ID)) {
            withId.add(Fields.ID);
        }
        int page = Math.min(mostRows(), MOST_ROWS_OF_A_PAGE);
        Condition rest = filter;
        List<Row> rows = page(kind, rest, withId, page);
        while (!rows.isEmpty()) {
            rows.stream().filter(row -> sees(kind, row)).forEach(visitor);
            rest = Condition.after(Fields.ID, rows.getLast().text(Fields.ID)).and(filter);
            rows = page(kind, rest, withId, page);
        }
    }

    private List<Row> page(CollectionKind kind, Condition filter, List<String> fields, int rows) {
        return rawQuery(kind, visible(kind, filter), fields(kind, fields), rows, IN_ORDER);
    }

    /** How many rows pass the condition; of those that a filter narrows, a few more where the server cannot tell. */
    long count(CollectionKind kind, Condition filter) {
        Row row = read(
                kind,
                "counting " + collections.name(kind),
                level -> client -> new Row(client.query(QueryReq.builder()
                                .collectionName(collections.name(kind))
                                .filter(visible(kind, filter).toString())
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
                throw MilvusFailure.of(connection.settings(), action, e);
            }
            // Milvus Lite forgets what was loaded when it is restarted.
            collections.load();
            reply = connection.call(action, request.apply(level));
        }
        freshness.seen(kind, level);
        return reply;
    }
}
