package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.note.Edit.Trusted;
import dev.tern.note.EditNotes;
import dev.tern.note.Notes;
import dev.tern.note.SourceRules;
import dev.tern.settings.SourceRule;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of rules about sources: {@link GraphStore#shown} hides passages that stay in the graph. */
interface SourceRulesContract extends OpenGraph {
    private static Passage from(String documentId, SourceMetadata metadata) {
        String text = "Ada wrote what stands in " + documentId + ".";
        SourceDocument document = SourceDocument.of(documentId, text).withMetadata(metadata);
        return Passage.of(document, 0, text, List.of(Statement.of("Ada", "wrote", "a book of " + documentId)));
    }

    private static Passage page(String documentId, String address) {
        return from(documentId, SourceMetadata.EMPTY.with(Passage.SOURCE, address));
    }

    private static List<String> asked(GraphStore store, MetadataFilter filter) {
        try (GraphView seen = store.shown(filter)) {
            return seen.nearestPassages(vector("Ada"), 100).stream()
                    .map(Scored::value)
                    .map(Passage::documentId)
                    .sorted()
                    .toList();
        }
    }

    private static void hide(GraphStore store, String... sources) {
        trust(store, Arrays.stream(sources).map(source -> source + "=0").toList());
    }

    private static void trust(GraphStore store, List<String> rules) {
        store.changeNotes(present -> present.with(rules.stream()
                .map(rule -> EditNotes.note(new Trusted(SourceRule.parse(rule)), NotesContract.ACT, 0))
                .toList()));
    }

    @Test
    default void hiddenSourcesAreInNoAnswerAndStillThere() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(
                    page("a", "https://one.example/a"),
                    page("b", "https://one.example/b"),
                    page("c", "https://one.example.other/c"),
                    from("notes/d.txt", SourceMetadata.EMPTY),
                    // A source that is no text is ignored: the id of the document counts.
                    from("notes/e.txt", SourceMetadata.EMPTY.with(Passage.SOURCE, 5))));
            hide(store, "https://one.example/*", "notes/e.txt");
            assertThat(asked(store, MetadataFilter.everything())).containsExactly("c", "notes/d.txt");
            try (GraphView seen = store.shown(MetadataFilter.everything())) {
                assertThat(seen.nearestRelations(vector("Ada"), 100)).hasSize(2);
                assertThat(seen.nearestEntities(vector("a book of b"), 100))
                        .extracting(entity -> entity.value().name())
                        .doesNotContain("a book of a", "a book of b", "a book of notes/e.txt");
            }
            assertThat(store.latest().nearestPassages(vector("Ada"), 100)).hasSize(5);
            assertThat(store.latest().statistics().passages()).isEqualTo(5);
        }
    }

    @Test
    default void noFilterWidensWhatIsHidden() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(page("a", "https://one.example/a"), from("b", SourceMetadata.EMPTY)));
            hide(store, "https://one.example/*");
            MetadataFilter hidden = MetadataFilter.equal(Passage.FILTERED_SOURCE, "https://one.example/a");
            assertThat(asked(store, hidden)).isEmpty();
            assertThat(asked(store, hidden.or(MetadataFilter.everything()))).containsExactly("b");
            assertThat(asked(store, MetadataFilter.not(MetadataFilter.exists("nothing"))))
                    .containsExactly("b");
        }
    }

    @Test
    default void metadataThatSayOtherwiseDoNotLeadOutOfIt() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(from(
                    "a", SourceMetadata.EMPTY.with(Passage.SOURCE, "evil").with(Passage.FILTERED_SOURCE, "innocent"))));
            hide(store, "evil");
            assertThat(asked(store, MetadataFilter.everything())).isEmpty();
        }
    }

    @Test
    default void whatIsAddedAgainStaysHiddenUntilItIsTrusted() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(page("a", "evil"), page("b", "good")));
            hide(store, "evil");
            store.write(batch(page("a", "evil"), page("c", "evil")));
            assertThat(asked(store, MetadataFilter.everything())).containsExactly("b");
            trust(store, List.of("evil=1"));
            assertThat(asked(store, MetadataFilter.everything())).containsExactly("a", "b", "c");
        }
    }

    @Test
    default void signsInNamesOfSourcesStandForThemselves() {
        List<String> sources = List.of(
                "a\"b\\c'd",
                "größe/名.txt",
                "😀/*",
                "100% (or \"x\" == 1)",
                "\uFFFF*",
                "x".repeat(999) + "*",
                "tab in\u00a0name");
        try (GraphStore store = openEmpty()) {
            store.write(batch(
                    page("1", "a\"b\\c'd"),
                    page("2", "größe/名.txt"),
                    page("3", "😀/smile"),
                    page("4", "100% (or \"x\" == 1)"),
                    page("5", "\uFFFFx"),
                    page("6", "x".repeat(1_500)),
                    page("7", "tab in\u00a0name"),
                    page("8", "else")));
            hide(store, sources.toArray(String[]::new));
            assertThat(store.latest().notes().sources().hidden()).containsExactlyInAnyOrderElementsOf(sources);
            assertThat(asked(store, MetadataFilter.everything())).containsExactly("8");
        }
    }

    @Test
    default void theMostSpecialRuleDecidesWhenItWasSaidAndUndoIsAsBefore() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(page("a", "evil"), page("A", "EVIL"), from("b", SourceMetadata.EMPTY)));
            trust(store, List.of("b=1"));
            hide(store, "*");
            assertThat(asked(store, MetadataFilter.everything())).containsExactly("b");
            trust(store, List.of("EVIL=0.5"));
            assertThat(asked(store, MetadataFilter.everything())).containsExactly("A", "b");
            hide(store, "EVIL");
            assertThat(asked(store, MetadataFilter.everything())).containsExactly("b");
            Notes notes = store.latest().notes();
            assertThat(notes.edits().stream()
                            .filter(edit -> notes.overruled(notes.edits()).containsKey(edit.id())))
                    .extracting(edit -> edit.change().describe())
                    .containsExactly("EVIL=0.5");
            store.changeNotes(
                    present -> present.with(List.of(notes.all().getLast().undone(NotesContract.ACT))));
            assertThat(asked(store, MetadataFilter.everything())).containsExactly("A", "b");
        }
    }

    @Test
    default void emptyGraphKeepsNoRule() {
        try (GraphStore store = openEmpty()) {
            assertThat(store.latest().notes().sources()).isEqualTo(SourceRules.NONE);
            assertThatThrownBy(() -> hide(store, "evil"))
                    .isInstanceOf(TernException.class)
                    .hasMessage("the graph is empty and keeps no notes yet: add documents first");
        }
    }
}
