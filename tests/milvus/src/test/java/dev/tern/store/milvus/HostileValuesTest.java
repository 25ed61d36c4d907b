package dev.tern.store.milvus;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.TitleKey;
import dev.tern.store.contract.Rows;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Values that would mean something in an expression, at every place where a value reaches the store. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class HostileValuesTest {
    private static final List<String> HOSTILE = List.of(
            "\"",
            "'",
            "\\",
            "\\\\",
            "\\\"",
            "\\n",
            "\") or true or (\"",
            "\"] or id != \"",
            "' or '1' == '1",
            "x\" or document_id like \"%",
            "%",
            "_",
            "a%",
            "a_c",
            "abc",
            "東京の「文」",
            "пример",
            "😀👩‍🚀",
            "line\nbreak",
            "carriage\rreturn",
            "tab\ttab",
            "\u0000nul\u0000",
            "\u0007bell\u001b",
            "\u2028separator",
            "{x}",
            "{ids}",
            "${y}",
            "#{z}",
            "/* comment */",
            "-- comment",
            "null",
            "true");

    @AutoClose
    private final OwnGraphs graphs;

    HostileValuesTest(ServerUnderTest server) {
        graphs = new OwnGraphs(server);
    }

    /** Returns a passage with hostile values in all its fields. */
    private static Passage hostilePassage(String value) {
        SourceDocument document = SourceDocument.of(value + "|", "Text " + value)
                .withTitle(value)
                .withMetadata(SourceMetadata.of(Map.of("key", value, "k" + value, "value")));
        return Passage.of(
                document,
                0,
                "Text " + value,
                List.of(
                        Statement.of("subject " + value, value + " says", "object " + value),
                        new Statement("All " + value, List.of("a " + value, "b " + value, "c " + value))));
    }

    private static List<Passage> hostilePassages() {
        return HOSTILE.stream().map(HostileValuesTest::hostilePassage).toList();
    }

    private static String[] ids(List<Embedded<Passage>> found) {
        return found.stream().map(each -> each.value().id()).toArray(String[]::new);
    }

    @Test
    void come_back_as_they_were() {
        try (GraphStore store = graphs.open("hostile");
                GraphStore reference = new InMemoryGraphStore()) {
            store.write(batch(hostilePassages()));
            reference.write(batch(hostilePassages()));

            assertThat(Rows.of(store.latest())).isEqualTo(Rows.of(reference.latest()));
            for (Passage passage : hostilePassages()) {
                assertThat(store.latest().passages(PassagesBy.DOCUMENT, List.of(passage.documentId())))
                        .as(passage.documentId())
                        .extracting(Embedded::value)
                        .containsExactly(passage);
                assertThat(ids(store.latest().passages(PassagesBy.ID, List.of(passage.id()))))
                        .containsExactly(passage.id());
                for (String key : TitleKey.of(passage.title())) {
                    assertThat(ids(store.latest().passages(PassagesBy.TITLE, List.of(key))))
                            .as(key)
                            .isEqualTo(ids(reference.latest().passages(PassagesBy.TITLE, List.of(key))))
                            .isNotEmpty();
                }
                List<String> entities = passage.statements().getFirst().entityIds();
                assertThat(store.latest().relationsTouching(entities, vector("x"), 10))
                        .extracting(found -> found.value().text())
                        .containsExactlyElementsOf(
                                reference.latest().relationsTouching(entities, vector("x"), 10).stream()
                                        .map(found -> found.value().text())
                                        .toList());
                assertThat(store.latest().relations(RelationsBy.PASSAGE, List.of(passage.id())))
                        .hasSize(2);
            }
        }
    }

    @Test
    void ask_for_nothing_where_ids_are_expected() {
        try (GraphStore store = graphs.open("hostile")) {
            store.write(batch(hostilePassages()));
            assertFindsNothing(store, HOSTILE);
            String id = hostilePassages().getFirst().id();
            assertFindsNothing(store, List.of(id + "\"", id.toUpperCase(java.util.Locale.ROOT), id + " ", "%", ""));
        }
    }

    private static void assertFindsNothing(GraphStore store, List<String> values) {
        assertThat(store.latest().passages(PassagesBy.ID, values)).isEmpty();
        assertThat(store.latest().entities(values)).isEmpty();
        assertThat(store.latest().relations(RelationsBy.KEY, values)).isEmpty();
        assertThat(store.latest().relations(RelationsBy.PASSAGE, values)).isEmpty();
        assertThat(store.latest().relationsTouching(values, vector("x"), 10)).isEmpty();
    }

    @Test
    void find_nothing_that_they_do_not_name() {
        try (GraphStore store = graphs.open("tame")) {
            store.write(batch(passage("a", 0, "One."), passage("abd", 0, "Two."), passage("\\", 0, "Three.")));
            List<String> others = HOSTILE.stream().map(value -> value + "?").toList();
            assertThat(store.latest().passages(PassagesBy.DOCUMENT, others)).isEmpty();
            assertThat(store.latest().passages(PassagesBy.TITLE, others)).isEmpty();
            assertThat(store.removeDocuments(others)).isZero();
            assertThat(store.latest().statistics().passages()).isEqualTo(3);
        }
    }

    @Test
    void remove_only_what_they_name() {
        List<Passage> all = hostilePassages();
        try (GraphStore store = graphs.open("hostile");
                GraphStore reference = new InMemoryGraphStore()) {
            store.write(batch(all));
            reference.write(batch(all));
            for (Passage passage : all.subList(0, all.size() / 2)) {
                assertThat(store.removeDocuments(List.of(passage.documentId())))
                        .as(passage.documentId())
                        .isOne();
                reference.removeDocuments(List.of(passage.documentId()));
                assertThat(ids(store.latest().passages(PassagesBy.DOCUMENT, documentIds(all))))
                        .as(passage.documentId())
                        .isEqualTo(ids(reference.latest().passages(PassagesBy.DOCUMENT, documentIds(all))));
            }
            assertThat(Rows.of(store.latest())).isEqualTo(Rows.of(reference.latest()));
            assertThat(store.removeDocuments(documentIds(all))).isEqualTo(all.size() - all.size() / 2);
            assertThat(Rows.of(store.latest())).isEqualTo(Rows.NONE);
        }
    }

    private static List<String> documentIds(List<Passage> passages) {
        return passages.stream().map(Passage::documentId).toList();
    }

    @Test
    void come_back_in_the_order_asked() {
        List<Passage> all = new ArrayList<>(hostilePassages());
        try (GraphStore store = graphs.open("hostile")) {
            store.write(batch(all));
            List<String> asked = documentIds(all.reversed());
            assertThat(store.latest().passages(PassagesBy.DOCUMENT, asked))
                    .extracting(found -> found.value().documentId())
                    .isEqualTo(asked);
            List<String> entities = all.stream()
                    .map(passage -> passage.statements().getFirst().entityIds().getFirst())
                    .distinct()
                    .toList();
            assertThat(store.latest().entities(entities))
                    .extracting(found -> found.value().id())
                    .isEqualTo(entities);
            String[] keys = store
                    .latest()
                    .relations(
                            RelationsBy.PASSAGE,
                            Arrays.asList(ids(store.latest().passages(PassagesBy.DOCUMENT, asked))))
                    .stream()
                    .map(Embedded::value)
                    .map(Relation::key)
                    .toArray(String[]::new);
            assertThat(store.latest().relations(RelationsBy.KEY, List.of(keys)))
                    .extracting(found -> found.value().key())
                    .containsExactly(keys);
            assertThat(store.latest().entities(List.of(Entity.named("subject %").id())))
                    .extracting(found -> found.value().name())
                    .containsExactly("subject %");
        }
    }
}
