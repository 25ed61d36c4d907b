package dev.tern.store.milvus;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Statement;
import dev.tern.note.Edit.Merge;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import io.milvus.v2.client.MilvusClientV2;
import io.milvus.v2.service.collection.request.AlterCollectionPropertiesReq;
import io.milvus.v2.service.collection.request.DescribeCollectionReq;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests of notes as the server stores them, as properties of a collection. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class KeptNotesTest {
    private static final Note.Act ACT = new Note.Act("ada", Instant.parse("2026-01-31T12:00:00Z"), "");
    private static final int MANY = 150;

    /** Removed notes that a server keeps without a value, as it cannot drop a property. */
    private static final int MAX_EMPTY = 100;

    private final OwnGraphs graphs;
    private final MilvusClientV2 client;

    KeptNotesTest(ServerUnderTest server) {
        graphs = new OwnGraphs(server);
        client = new MilvusClientV2(OwnDatabase.connecting(server).build());
    }

    @AfterEach
    void close() {
        client.close();
        graphs.close();
    }

    private GraphStore filled(String name) {
        GraphStore store = graphs.open(name);
        store.write(batch(passage("a", 0, "One.", Statement.of("a", "is", "b"))));
        return store;
    }

    private Map<String, String> properties(String name) {
        return client.describeCollection(DescribeCollectionReq.builder()
                        .collectionName(collection(name))
                        .build())
                .getProperties();
    }

    private String collection(String name) {
        return graphs.named(name) + "_passages";
    }

    private static Note said(int number) {
        return EditNotes.note(new Merge(List.of("Name " + number, "Other " + number)), ACT, 0);
    }

    @Test
    void whatIsForgottenLeavesNoPropertyBehindOrABoundedNumber() {
        try (GraphStore store = filled("forgotten")) {
            for (int round = 0; round < 4; round++) {
                int first = round * MANY;
                List<Note> notes = IntStream.range(first, first + MANY)
                        .mapToObj(KeptNotesTest::said)
                        .toList();
                store.changeNotes(present -> present.with(notes));
                assertThat(store.latest().notes().all()).containsExactlyElementsOf(notes);
                try (GraphStore other = graphs.open("forgotten")) {
                    assertThat(other.latest().notes().all())
                            .as("round %d", round)
                            .containsExactlyInAnyOrderElementsOf(notes);
                }
                store.changeNotes(present ->
                        present.without(notes.stream().skip(1).map(Note::id).toList()));
                store.changeNotes(
                        present -> present.without(List.of(notes.getFirst().id())));
                assertThat(store.latest().notes()).isEqualTo(Notes.NONE);
            }
            Map<String, String> left = properties("forgotten");
            left.keySet().removeIf(name -> !name.startsWith("tern.note"));
            assertThat(left.values()).allMatch(String::isEmpty);
            assertThat(left).hasSizeLessThanOrEqualTo(MANY + MAX_EMPTY);
        }
    }

    /** Development versions kept all notes of a graph in one property, and hidden sources in another. */
    @Test
    void aGraphWithNotesOfDevelopmentVersionsIsRefused() {
        for (String property : List.of("notes", "quarantine")) {
            filled(property).close();
            setProperty(property, "a line");
            assertThatThrownBy(() -> graphs.open(property))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("was made by a Tern before 0.1.0, with other metadata or notes");
            setProperty(property, "");
        }
    }

    private void setProperty(String name, String value) {
        client.alterCollectionProperties(AlterCollectionPropertiesReq.builder()
                .collectionName(collection(name))
                .properties(Map.of("tern." + name, value))
                .build());
    }
}
