package dev.tern.curation;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.graph.Triplet;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests of edits in a store: they change rows as in the reference store, also for documents added
 * later, and one that was killed goes on in the reopened graph.
 */
public abstract class EditsContract {
    /** A search limit above the number of rows in these tests. */
    private static final int ALL = 20;

    /** All names in the documents and the edits. */
    private static final List<String> NAMES = List.of(
            "Mark Twain",
            "Hannibal",
            "Hannibal, Missouri",
            "the Paul Jones",
            "the Titanic",
            "Come",
            "Samuel Clemens",
            "Nikola Tesla",
            "Sam");

    /** Opens a graph, empty at first; a graph that was closed opens as it was. */
    protected abstract GraphStore open(String graphName);

    private static List<String> entityIds(String... names) {
        return Stream.of(names).map(ContentId::ofEntity).toList();
    }

    private static List<Passage> documents() {
        return List.of(
                passage("pen", 0, "Mark Twain wrote of Hannibal.", Statement.of("Mark Twain", "wrote of", "Hannibal")),
                passage(
                        "boat",
                        0,
                        "Mark Twain steered the Paul Jones.",
                        Statement.of("Mark Twain", "steered", "the Paul Jones")),
                passage("lie", 0, "Mark Twain sank the Titanic.", Statement.of("Mark Twain", "sank", "the Titanic")),
                passage("ad", 0, "Come to Hannibal.", Statement.of("Come", "is near", "Hannibal")));
    }

    /** Returns one change of every kind, except for rules about sources. */
    private static List<Change> changes() {
        return List.of(
                new Rename("Mark Twain", "Samuel Clemens"),
                new Merge(List.of("Mark Twain", "Sam")),
                new Split("Hannibal", "Hannibal, Missouri", List.of("pen")),
                new WrongEntity("Come"),
                new WrongRelation(
                        Statement.of("Mark Twain", "sank", "the Titanic").relationKey(), ""),
                new WrongPassage(ContentId.ofPassage("ad", "Come to Hannibal."), "", ""),
                new Missing(new Triplet("Mark Twain", "met", "Nikola Tesla"), "They met.", ""));
    }

    private static Edits edits(GraphStore store) {
        return new Edits(store, new SampleWriter(store));
    }

    private static void add(GraphStore store, List<Passage> passages) {
        store.write(batch(passages.stream()
                .map(store.latest().notes().rules()::canonicalise)
                .toList()));
    }

    private static Note.Act act(int second) {
        return new Note.Act("ada", Instant.parse("2026-01-31T12:00:00Z").plusSeconds(second), "");
    }

    /** Makes all changes and returns the ids of their edits, in order. */
    private static List<String> corrected(GraphStore store) {
        List<String> ids = new ArrayList<>();
        for (Change change : changes()) {
            ids.add(edits(store).make(change, act(ids.size())).edit().id());
        }
        return ids;
    }

    /** Returns the results of many look-ups in the shown view, as texts. */
    private static List<String> lookUpAll(GraphStore store) {
        List<String> seen = new ArrayList<>();
        try (GraphView view = store.shown(MetadataFilter.everything())) {
            for (String name : NAMES) {
                List<String> ids = entityIds(view.notes().rules().canonical(name));
                view.nearestEntities(List.of(vector(name)), ALL)
                        .getFirst()
                        .forEach(entity -> seen.add("near " + name + ": " + entity.value() + ", "
                                + entity.value().id()));
                view.relationsTouching(ids, vector(name), ALL)
                        .forEach(relation -> seen.add("about " + name + ": " + relation.value()));
                view.nearestPassages(vector(name), ALL)
                        .forEach(passage -> passage.value()
                                .statements()
                                .forEach(statement -> seen.add("says " + name + ": "
                                        + passage.value().id() + statement.text() + statement.entities())));
            }
            view.nearestRelations(vector("Mark Twain"), ALL).forEach(relation -> seen.add("" + relation.value()));
            List<String> passages = view.passages(PassagesBy.DOCUMENT, List.of("pen", "boat", "lie", "ad")).stream()
                    .map(Embedded::value)
                    .map(Passage::id)
                    .sorted()
                    .toList();
            seen.add("passages " + passages);
            view.relations(RelationsBy.PASSAGE, passages).stream()
                    .map(relation -> "stated: " + relation.value())
                    .sorted()
                    .forEach(seen::add);
        }
        return seen;
    }

    @Test
    void editsAreSeenAsOverTheReferenceAndOutliveTheirDocuments() {
        try (GraphStore store = open("edited");
                GraphStore reference = new InMemoryGraphStore();
                GraphStore copy = new InMemoryGraphStore()) {
            add(store, documents());
            add(reference, documents());
            corrected(reference);
            corrected(store);
            List<String> edited = lookUpAll(store);
            assertThat(edited).isEqualTo(lookUpAll(reference));
            assertThat(String.join("\n", edited))
                    .contains("Samuel Clemens", "Nikola Tesla", "near Hannibal: Hannibal, Missouri, ", "stated: ")
                    .doesNotContain("sank", ": Come, ", "is near");
            assertThat(edits(store).conflicts()).isEmpty();

            store.removeDocuments(List.of("pen", "lie", "ad"));
            assertThat(edits(store).conflicts())
                    .extracting(EditConflict::reason)
                    .containsExactly(
                            "the graph no longer has the entity \"Hannibal\"",
                            "the graph no longer has the entity \"Come\"",
                            "no passage states this relation any longer",
                            "the document \"ad\" was removed");
            add(store, documents());
            assertThat(lookUpAll(store)).isEqualTo(edited);
            assertThat(edits(store).conflicts()).isEmpty();

            copy.write(batch(documents()));
            List<Passage> added =
                    store
                            .latest()
                            .passages(PassagesBy.DOCUMENT, List.of(added(store).document()))
                            .stream()
                            .map(passage -> passage.value()
                                    .withStatements(passage.value().extractedStatements()))
                            .toList();
            copy.write(batch(added));
            copy.changeNotes(present -> present.with(
                            Notes.ofLines(store.latest().notes().lines()).all())
                    .withAllPending());
            edits(copy).applyPending();
            assertThat(lookUpAll(copy)).isEqualTo(edited);
        }
    }

    private static Edit added(GraphStore store) {
        return edits(store).list().stream()
                .filter(edit -> edit.change() instanceof Missing)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSplitNameIsTheOtherInItsDocumentsAndTheFirstInAllOthers() {
        try (GraphStore store = open("edited")) {
            Statement both = Statement.of("Hannibal", "is", "old");
            store.write(batch(
                    passage("town", 0, "Hannibal is old.", both), passage("general", 0, "Hannibal is old.", both)));
            edits(store).make(new Split("Hannibal", "Hannibal, Missouri", List.of("town")), act(0));
            Rows rows = Rows.of(store.latest());
            assertThat(rows.relations().values())
                    .extracting(row -> row.value().documentId() + row.value().entityIds())
                    .containsExactlyInAnyOrder(
                            "town" + entityIds("Hannibal, Missouri", "old"), "general" + entityIds("Hannibal", "old"));
            Passage town = store.latest()
                    .passages(PassagesBy.DOCUMENT, List.of("town"))
                    .getFirst()
                    .value();
            assertThat(town.statements())
                    .containsExactly(new Statement(both.text(), List.of("Hannibal, Missouri", "old")));
            assertThat(town.extractedStatements()).containsExactly(both);
        }
    }

    @Test
    void passagesThatRulesHaveChangedAreFoundByThat() {
        try (GraphStore store = open("edited")) {
            add(store, documents());
            edits(store).make(new Rename("the Titanic", "the ship"), act(0));
            try (GraphView renamed = store.latest().visible(MetadataFilter.exists(Passage.RENAMED))) {
                assertThat(Rows.of(renamed).passages().values())
                        .extracting(passage -> passage.value().documentId())
                        .containsExactly("lie");
            }
        }
    }

    @Test
    void editsThatCameWithACopyAreTakenBackWhole() {
        try (GraphStore store = open("edited");
                GraphStore origin = new InMemoryGraphStore()) {
            add(store, documents());
            List<String> before = lookUpAll(store);
            add(origin, documents());
            List<String> ids = corrected(origin);
            store.changeNotes(
                    present -> present.with(origin.latest().notes().all()).withAllPending());
            origin.latest()
                    .passages(PassagesBy.DOCUMENT, List.of(added(origin).document()))
                    .forEach(passage -> add(store, List.of(passage.value())));
            edits(store).applyPending();
            assertThat(store.latest().notes().pending()).isEmpty();
            assertThat(lookUpAll(store)).isEqualTo(lookUpAll(origin)).isNotEqualTo(before);
            assertThat(edits(store).list()).isEqualTo(edits(origin).list());
            for (String id : ids) {
                edits(store).undo(id, act(60));
            }
            assertThat(lookUpAll(store)).isEqualTo(before);
            assertThat(edits(store).list()).isEmpty();
            assertThat(edits(store).history()).hasSameSizeAs(ids);
            assertThatThrownBy(() -> edits(store).undo(ids.getFirst(), act(61)))
                    .hasMessage("the edit \"" + ids.getFirst() + "\" was taken back by ada, 2026-01-31T12:01:00Z");
            store.removeDocuments(List.of("lie"));
            assertThatThrownBy(() -> edits(store).make(new WrongEntity("the Titanic"), act(62)))
                    .hasMessage("the graph has no entity \"the Titanic\"");
        }
    }

    /** Simulates a killed process by a listener that throws. */
    @Test
    void editThatWasKilledHalfWayGoesOnInTheReopenedGraph() {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            passages.add(passage(
                    "d" + i, 0, "Mark Twain wrote page " + i + ".", Statement.of("Mark Twain", "wrote", "page " + i)));
        }
        try (GraphStore store = open("kept")) {
            store.write(batch(passages));
            Edits killed = edits(store).with((done, all) -> {
                if (done > 0) {
                    throw new IllegalStateException("killed after " + done + " of " + all);
                }
                return true;
            });
            assertThatThrownBy(() -> killed.make(new Rename("Mark Twain", "Samuel Clemens"), act(0)))
                    .hasMessage("killed after 256 of 300");
        }
        try (GraphStore store = open("kept")) {
            assertThat(relationsOf(store, "Mark Twain")).isEqualTo(44);
            assertThat(relationsOf(store, "Samuel Clemens")).isEqualTo(256);
            assertThat(store.latest().notes().pending()).hasSize(1);
            edits(store).applyPending();
        }
        try (GraphStore store = open("kept")) {
            assertThat(relationsOf(store, "Mark Twain")).isZero();
            assertThat(relationsOf(store, "Samuel Clemens")).isEqualTo(300);
            assertThat(store.latest().notes().pending()).isEmpty();
        }
    }

    private static int relationsOf(GraphStore store, String entity) {
        return store.latest()
                .relationsTouching(List.of(ContentId.ofEntity(entity)), vector(entity), 1_000)
                .size();
    }
}
