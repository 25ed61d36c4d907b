package dev.tern.store.milvus.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphDescription;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.client.StubAnswers;
import dev.tern.store.milvus.client.StubMilvus;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.GraphCollections;
import dev.tern.store.milvus.schema.RowCodec;
import io.milvus.grpc.DataType;
import io.milvus.grpc.FieldData;
import io.milvus.grpc.FloatArray;
import io.milvus.grpc.QueryRequest;
import io.milvus.grpc.QueryResults;
import io.milvus.grpc.VectorField;
import io.milvus.shaded.io.grpc.stub.StreamObserver;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests entities under a filter, in a graph with an interrupted batch without passages. */
@Timeout(60)
class VisibleEntitiesTest {
    private static final Entity HUB = Entity.named("Hub");
    private static final Entity LOST = Entity.named("Lost");
    private static final Passage THERE =
            Passage.of(SourceDocument.of("d", "text"), 0, "text", List.of(Statement.of("hub", "is", "here")));

    private record Link(String first, String second, String passage) {}

    /** Rows of the interrupted batch come first. */
    private static final List<Link> LINKS = List.of(
            new Link(HUB.id(), LOST.id(), "gone1"),
            new Link(HUB.id(), LOST.id(), "gone2"),
            new Link(HUB.id(), Entity.named("here").id(), THERE.id()));

    private final StubMilvus server = new StubMilvus(new StubAnswers() {
        @Override
        public void query(QueryRequest request, StreamObserver<QueryResults> caller) {
            String condition = request.getExpr();
            reply(
                    caller,
                    rows(
                            switch (request.getCollectionName()) {
                                case "g_relations" -> relations(condition);
                                case "g_entities" -> entities(condition);
                                default -> passages(condition);
                            }));
        }

        private List<FieldData> relations(String condition) {
            List<Link> found = LINKS.stream()
                    .filter(link -> !condition.contains("not in") || !condition.contains(link.passage()))
                    .toList();
            return List.of(
                    texts(Fields.FIRST_ENTITY, found.stream().map(Link::first).toList()),
                    texts(Fields.SECOND_ENTITY, found.stream().map(Link::second).toList()),
                    texts(Fields.PASSAGE, found.stream().map(Link::passage).toList()));
        }

        private List<FieldData> passages(String condition) {
            int found = condition.contains(THERE.id()) ? 1 : 0;
            String statements = RowCodec.ofPassage(new Embedded<>(THERE, new float[] {1, 0}), false)
                    .get(Fields.STATEMENTS)
                    .getAsString();
            return List.of(
                    texts(Fields.ID, Collections.nCopies(found, THERE.id())),
                    texts(Fields.STATEMENTS, Collections.nCopies(found, statements)));
        }

        private List<FieldData> entities(String condition) {
            List<Entity> found = Stream.of(HUB, LOST)
                    .filter(entity -> condition.contains(entity.id()))
                    .toList();
            FloatArray vectors = FloatArray.newBuilder()
                    .addAllData(Collections.nCopies(2 * found.size(), 1f))
                    .build();
            return List.of(
                    texts(Fields.ID, found.stream().map(Entity::id).toList()),
                    texts(Fields.NAME, found.stream().map(Entity::name).toList()),
                    FieldData.newBuilder()
                            .setFieldName(Fields.VECTOR)
                            .setType(DataType.FloatVector)
                            .setVectors(VectorField.newBuilder().setDim(2).setFloatVector(vectors))
                            .build());
        }
    });
    private final MilvusConnection connection = MilvusConnection.open(server.settings(0));

    @AfterEach
    void close() {
        connection.close();
        server.close();
    }

    @Test
    void an_entity_is_found_by_a_passage_that_is_there() {
        CollectionReader reader = new CollectionReader(
                connection,
                new GraphCollections(connection, "g"),
                new GraphDescription("model", 2),
                Consistency.BOUNDED);
        VisibleEntities visible = new FilteredSearch(reader, new SelectiveFilters())
                .withFilter(MetadataFilter.not(MetadataFilter.exists("secret")))
                .visibleEntities()
                .orElseThrow();
        assertThat(visible.byId(List.of(HUB.id(), LOST.id())).values())
                .extracting(Embedded::value)
                .containsExactly(new Entity(HUB.id(), "hub"));
    }
}
