package dev.tern.store.milvus;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Statement;
import dev.tern.note.Edit;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Notes as the server has them: properties of a collection. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class KeptNotesTest {
    private static final Note.Act ACT = new Note.Act("ada", Instant.parse("2026-01-31T12:00:00Z"), "");
    private static final int MANY = 150;

    /** Of those that a server which cannot drop a property keeps without a value. */
    private static final int MOST_EMPTY = 100;

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
                store.notes(present -> present.with(notes));
                assertThat(store.notes().all()).containsExactlyElementsOf(notes);
                try (GraphStore other = graphs.open("forgotten")) {
                    assertThat(other.notes().all()).as("round %d", round).containsExactlyInAnyOrderElementsOf(notes);
                }
                store.notes(present ->
                        present.without(notes.stream().skip(1).map(Note::id).toList()));
                store.notes(present -> present.without(List.of(notes.getFirst().id())));
                assertThat(store.notes()).isEqualTo(Notes.NONE);
            }
            Map<String, String> left = properties("forgotten");
            left.keySet().removeIf(name -> !name.startsWith("tern.note"));
            assertThat(left.values()).allMatch(String::isEmpty);
            assertThat(left).hasSizeLessThanOrEqualTo(MANY + MOST_EMPTY);
        }
    }

    /** The first versions of Tern kept all notes of a graph in one property, each under an id that its maker gave it too. */
    @Test
    void notesOfTheFirstVersionsAreReadAndKept() {
        String line = "{\"id\":\"7a4d6511eb9c\",\"kind\":\"alias\",\"content\":{\"names\":[\"Mark Twain\",\"Samuel"
                + " Clemens\"]},\"made\":{\"by\":\"ada\",\"at\":\"1970-01-01T00:00:00Z\",\"why\":\"\"}}";
        List<String> lines = new ArrayList<>(List.of(line));
        lines.addAll(Notes.NONE.with(List.of(said(1))).lines());
        filled("first").close();
        client.alterCollectionProperties(AlterCollectionPropertiesReq.builder()
                .collectionName(collection("first"))
                .properties(Map.of("tern.notes", String.join("\n", lines)))
                .build());
        try (GraphStore store = graphs.open("first")) {
            assertThat(store.notes().edits())
                    .extracting(Edit::change)
                    .containsExactly(
                            new Merge(List.of("Mark Twain", "Samuel Clemens")),
                            new Merge(List.of("Name 1", "Other 1")));
            store.notes(present -> present.with(
                    List.of(present.find("7a4d6511eb9c").orElseThrow().undone(ACT), said(2))));
        }
        assertThat(properties("first").getOrDefault("tern.notes", "")).isEmpty();
        try (GraphStore store = graphs.open("first")) {
            assertThat(store.notes().all().getFirst().id()).isEqualTo("7a4d6511eb9c");
            assertThat(store.notes().edits().stream().filter(Edit::holds))
                    .extracting(Edit::change)
                    .containsExactly(new Merge(List.of("Name 1", "Other 1")), new Merge(List.of("Name 2", "Other 2")));
        }
    }
}
