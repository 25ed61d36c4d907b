package dev.tern.store.milvus;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Rows that reach the limits of a field, and rows that pass them: bytes are counted, not characters. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class FieldLimitsTest {
    private static final int FIELD = 65_535;
    private static final int LONG_FIELD = Fields.LONG_TEXT_BYTES;

    @AutoClose
    private final OwnGraphs graphs;

    FieldLimitsTest(ServerUnderTest server) {
        graphs = new OwnGraphs(server);
    }

    private static Passage of(String title, String text, Map<String, String> metadata, Statement... statements) {
        return Passage.of(
                SourceDocument.of("the document", text).withTitle(title).withMetadata(SourceMetadata.of(metadata)),
                0,
                text,
                List.of(statements));
    }

    /** Asserts that neither the refused passage nor a valid one of the same batch is written. */
    private static void assertRefused(
            GraphStore store, Passage passage, String row, String field, int bytes, int limit) {
        Passage fitting = passage("fits", 0, "It fits.", Statement.of("It", "would", "fit"));
        assertThatThrownBy(() -> store.write(batch(fitting, passage)))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(TernException.Fault.USER))
                .hasMessage(row + " has a " + field + " of " + bytes + " bytes; Milvus keeps at most " + limit
                        + ", and nothing was written");
    }

    private static String row(Passage passage) {
        return "passage " + passage.id() + " of document \"the document\"";
    }

    private static void assertAllRefused(GraphStore store) {
        Passage title = of("語".repeat(FIELD / 3) + "a", "text", Map.of());
        assertRefused(store, title, row(title), "title", FIELD + 1, FIELD);
        Passage text = of("", "😀".repeat(LONG_FIELD / 4 + 1), Map.of());
        assertRefused(store, text, row(text), "text", LONG_FIELD / 4 * 4 + 4, LONG_FIELD);
        Passage metadata = of("", "text", Map.of("note", "é".repeat(FIELD / 2)));
        assertRefused(store, metadata, row(metadata), "metadata", "{'note':''}".length() + FIELD / 2 * 2, FIELD);
        Passage statement = of("", "text", Map.of(), new Statement("ж".repeat(LONG_FIELD / 2 + 1), List.of("short")));
        assertRefused(
                store,
                statement,
                row(statement),
                "statements",
                "[['',['short']]]".length() + LONG_FIELD / 2 * 2 + 2,
                LONG_FIELD);
        String name = "n".repeat(FIELD + 1);
        Passage entity = of("", "text", Map.of(), new Statement("It names one.", List.of(name)));
        assertRefused(
                store, entity, "entity " + dev.tern.graph.Entity.named(name).id(), "name", FIELD + 1, FIELD);
    }

    @Test
    void a_row_over_a_limit_is_refused_before_anything_is_written() {
        try (GraphStore store = graphs.open("limits")) {
            assertAllRefused(store);
            assertThat(store.latest().description()).isEmpty();
            assertThat(graphs.catalog().graphs()).doesNotContain(graphs.named("limits"));

            store.write(batch(passage("d", 0, "One that fits.", Statement.of("One", "that", "fits"))));
            Rows before = Rows.of(store.latest());
            Passage title = of("é".repeat(FIELD / 2 + 1), "text", Map.of());
            assertRefused(store, title, row(title), "title", FIELD + 1, FIELD);
            assertThat(Rows.of(store.latest())).isEqualTo(before);
        }
    }

    @Test
    void rows_at_their_limits_come_back_as_they_were() {
        String name = "n".repeat(FIELD);
        Passage longest = of(
                "語".repeat(FIELD / 3),
                "😀".repeat(LONG_FIELD / 4),
                Map.of("note", "é".repeat((FIELD - "{'note':''}".length()) / 2)));
        Passage wide = passage("wide", 0, "Wide.", new Statement("ж".repeat(100_000), List.of("short", name, "c")));
        try (GraphStore store = graphs.open("limits");
                GraphStore reference = new InMemoryGraphStore()) {
            for (GraphStore each : List.of(store, reference)) {
                each.write(batch(longest));
                each.write(batch(wide));
            }
            assertThat(Rows.of(store.latest()).equals(Rows.of(reference.latest())))
                    .isTrue();
        }
    }
}
