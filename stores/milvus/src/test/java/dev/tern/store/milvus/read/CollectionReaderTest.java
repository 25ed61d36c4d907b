package dev.tern.store.milvus.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphDescription;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.client.StubAnswers;
import dev.tern.store.milvus.client.StubMilvus;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.GraphCollections;
import dev.tern.store.milvus.schema.Row;
import io.milvus.grpc.DescribeIndexRequest;
import io.milvus.grpc.DescribeIndexResponse;
import io.milvus.grpc.QueryRequest;
import io.milvus.grpc.QueryResults;
import io.milvus.grpc.SearchRequest;
import io.milvus.grpc.SearchResults;
import io.milvus.grpc.Status;
import io.milvus.shaded.io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests reads of rows so large that the server sends few of them at once. */
@Timeout(60)
class CollectionReaderTest {
    private static final Pattern AFTER = Pattern.compile("id > \"(\\w+)\"");
    private static final int UNEXPECTED = 65_535;
    private static final List<String> IDS =
            IntStream.range(100, 150).mapToObj(String::valueOf).toList();

    private final List<Long> asked = new CopyOnWriteArrayList<>();
    private final List<String> parameters = new CopyOnWriteArrayList<>();
    private volatile int rowsThatFit = 5;
    private volatile String refusal = "query results exceed the limit size at SegmentInterface.cpp:116";

    private final StubMilvus server = new StubMilvus(new StubAnswers() {
        @Override
        public void query(QueryRequest request, StreamObserver<QueryResults> caller) {
            long limit = request.getQueryParamsList().stream()
                    .filter(pair -> pair.getKey().equals("limit"))
                    .mapToLong(pair -> Long.parseLong(pair.getValue()))
                    .findFirst()
                    .orElseThrow();
            asked.add(limit);
            Matcher after = AFTER.matcher(request.getExpr());
            String first = after.find() ? after.group(1) : "";
            List<String> ids = IDS.stream()
                    .filter(id -> id.compareTo(first) > 0)
                    .limit(limit)
                    .toList();
            reply(caller, ids.size() > rowsThatFit ? refused() : rows(List.of(texts(Fields.ID, ids))));
        }

        @Override
        public void describeIndex(DescribeIndexRequest request, StreamObserver<DescribeIndexResponse> caller) {
            DescribeIndexResponse.Builder reply = DescribeIndexResponse.newBuilder();
            reply.addIndexDescriptionsBuilder()
                    .setFieldName(Fields.VECTOR)
                    .addParamsBuilder()
                    .setKey("index_type")
                    .setValue("HNSW");
            reply(caller, reply.build());
        }

        @Override
        public void search(SearchRequest request, StreamObserver<SearchResults> caller) {
            request.getSearchParamsList().forEach(pair -> parameters.add(pair.getValue()));
            reply(caller, SearchResults.getDefaultInstance());
        }
    });
    private final MilvusConnection connection = MilvusConnection.open(server.settings(0));
    private final GraphCollections collections = new GraphCollections(connection, "g");
    private final CollectionReader reader =
            new CollectionReader(connection, collections, new GraphDescription("model", 8), Consistency.BOUNDED);

    @AfterEach
    void close() {
        connection.close();
        server.close();
    }

    private QueryResults refused() {
        return QueryResults.newBuilder()
                .setStatus(Status.newBuilder().setCode(UNEXPECTED).setReason(refusal))
                .build();
    }

    private static List<String> ids(List<Row> rows) {
        return rows.stream().map(row -> row.text(Fields.ID)).toList();
    }

    private List<String> iterated() {
        List<Row> rows = new CopyOnWriteArrayList<>();
        reader.iterate(CollectionKind.PASSAGES, Condition.ALL, List.of(Fields.TEXT), rows::add);
        return ids(rows);
    }

    private List<String> whole() {
        return ids(reader.rows(CollectionKind.PASSAGES, IDS, some -> Condition.in(Fields.ID, some)));
    }

    @Test
    void a_page_that_is_too_large_for_the_server_is_halved() {
        assertThat(iterated()).isEqualTo(IDS);
        // From 4,096 rows down to 4, and so on from there.
        assertThat(asked).startsWith(4_096L, 2_048L).hasSize(10 + IDS.size() / 4 + 2);
        assertThat(asked.subList(10, asked.size())).containsOnly(4L);
        assertThat(whole()).isEqualTo(IDS);
    }

    @Test
    void pages_shrink_to_a_row_and_one_that_is_too_large_is_a_failure() {
        rowsThatFit = 1;
        refusal = "rpc error: code = ResourceExhausted desc = grpc: trying to send message larger than max";
        assertThat(iterated()).isEqualTo(IDS);
        assertThat(whole()).isEqualTo(IDS);
        rowsThatFit = 0;
        assertThatThrownBy(this::iterated)
                .isInstanceOf(TernException.class)
                .hasMessageContaining("failed (reading g_passages): ")
                .hasMessageContaining("message larger than max");
        assertThat(asked.getLast()).isEqualTo(1);
    }

    @Test
    void other_refusals_are_not_asked_about_again() {
        refusal = "cannot parse expression";
        assertThatThrownBy(this::iterated).hasMessageContaining("cannot parse expression");
        assertThat(asked).hasSize(1);
    }

    @Test
    void a_search_is_for_the_index_that_the_graph_has_and_not_for_that_of_new_graphs() {
        collections.load();
        reader.vectors(CollectionKind.PASSAGES, List.of(new float[8]), Condition.ALL, 10);
        assertThat(parameters).anyMatch(value -> value.contains("\"ef\":128"));
    }

    @Test
    void a_query_for_some_rows_brings_as_many_in_pages() {
        RowResult<Row> rowResult = reader.query(CollectionKind.PASSAGES, Condition.ALL, List.of(Fields.TEXT), 13);
        assertThat(ids(rowResult.rows())).isEqualTo(IDS.subList(0, 13));
        assertThat(rowResult.full()).isTrue();
    }
}
