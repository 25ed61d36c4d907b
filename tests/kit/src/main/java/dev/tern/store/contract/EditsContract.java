package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.entityIds;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.edit.EditConflict;
import dev.tern.edit.Edits;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Statement;
import dev.tern.graph.Triplet;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Edit.Pin;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.Weight;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.settings.Trust;
import dev.tern.store.CuratedView;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.RelationRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What people corrected is seen over whatever a store returns, as over the reference, and stays when documents are added again. */
interface EditsContract extends OpenGraph {
    /** More than there is of anything. */
    int ALL = 20;

    /** Everything that the documents name, and what is named by the edits. */
    List<String> NAMES = List.of(
            "Mark Twain",
            "Hannibal",
            "Hannibal, Missouri",
            "the Paul Jones",
            "the Titanic",
            "Come",
            "Samuel Clemens",
            "Nikola Tesla",
            "Sam");

    private static GraphBatch documents() {
        return batch(
                passage("pen", 0, "Mark Twain wrote of Hannibal.", Statement.of("Mark Twain", "wrote of", "Hannibal")),
                passage(
                        "boat",
                        0,
                        "Mark Twain steered the Paul Jones.",
                        Statement.of("Mark Twain", "steered", "the Paul Jones")),
                passage("lie", 0, "Mark Twain sank the Titanic.", Statement.of("Mark Twain", "sank", "the Titanic")),
                passage("ad", 0, "Come to Hannibal.", Statement.of("Come", "is near", "Hannibal")));
    }

    /** One of every kind. */
    private static List<Change> changes() {
        return List.of(
                new Rename("Mark Twain", "Samuel Clemens"),
                new Merge(List.of("Mark Twain", "Sam")),
                new Split("Hannibal", "Hannibal, Missouri", List.of("pen")),
                new WrongEntity("Come"),
                new WrongRelation(
                        Statement.of("Mark Twain", "sank", "the Titanic").relationKey(), ""),
                new WrongPassage(ContentId.ofPassage("ad", "Come to Hannibal."), "", ""),
                new Missing(new Triplet("Mark Twain", "met", "Nikola Tesla"), "They met.", ""),
                new Pin("", "pen", "Mark Twain"),
                new Weight(Trust.parse("boat=0.5")));
    }

    private static Edits edits(GraphStore store) {
        return new Edits(
                store, document -> store.write(batch(Passage.of(document, 0, document.text(), document.statements()))));
    }

    private static Note.Act act(int second) {
        return new Note.Act("ada", Instant.parse("2026-01-31T12:00:00Z").plusSeconds(second), "");
    }

    /** Makes all of them; the ids, in their order. */
    private static List<String> corrected(GraphStore store) {
        List<String> ids = new ArrayList<>();
        for (Change change : changes()) {
            ids.add(edits(store).make(change, act(ids.size())).edit().id());
        }
        return ids;
    }

    /** All that a question could look up. */
    private static List<String> seen(GraphStore store) {
        List<String> seen = new ArrayList<>();
        try (GraphView view = CuratedView.over(store.view())) {
            for (String name : NAMES) {
                List<String> ids = view.notes().groups().members(entityIds(name));
                view.nearestEntities(List.of(vector(name)), ALL)
                        .getFirst()
                        .forEach(entity -> seen.add("near " + name + ": " + entity.value()));
                view.relationsTouching(ids, vector(name), ALL)
                        .forEach(relation -> seen.add("about " + name + ": " + relation.value()));
                view.nearestPassages(vector(name), ALL)
                        .forEach(passage -> seen.add("says " + name + ": "
                                + passage.value().id() + passage.value().statements()));
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
            seen.add("first " + view.notes().corrections().pins());
            seen.add("trusted " + view.notes().corrections().weights());
        }
        return seen;
    }

    @Test
    default void editsAreSeenAsOverTheReferenceAndOutliveTheirDocuments() {
        try (GraphStore store = openEmpty();
                GraphStore reference = new InMemoryGraphStore();
                GraphStore copy = new InMemoryGraphStore()) {
            store.write(documents());
            reference.write(documents());
            corrected(reference);
            corrected(store);
            List<String> edited = seen(store);
            assertThat(edited).isEqualTo(seen(reference));
            assertThat(String.join("\n", edited))
                    .contains("Samuel Clemens", "Nikola Tesla", "name=Hannibal, Missouri", "stated: ")
                    .doesNotContain("sank", "name=Come", "is near");
            assertThat(edits(store).conflicts()).isEmpty();

            store.removeDocuments(List.of("pen", "lie", "ad"));
            assertThat(edits(store).conflicts())
                    .extracting(EditConflict::reason)
                    .containsExactly(
                            "the graph has no entity \"Hannibal\" any more",
                            "the graph has no entity \"Come\" any more",
                            "no passage states this relation any more",
                            "the document \"ad\" was removed",
                            "the document \"pen\" was removed");
            store.write(documents());
            assertThat(seen(store)).isEqualTo(edited);
            assertThat(edits(store).conflicts()).isEmpty();

            copy.write(documents());
            List<Passage> added = store
                    .passages(PassagesBy.DOCUMENT, List.of(added(store).document()))
                    .stream()
                    .map(Embedded::value)
                    .toList();
            copy.write(batch(added));
            copy.notes(
                    present -> present.with(Notes.ofLines(store.notes().lines()).all()));
            assertThat(seen(copy)).isEqualTo(edited);
        }
    }

    private static Edit added(GraphStore store) {
        return edits(store).list().stream()
                .filter(edit -> edit.change() instanceof Missing)
                .findFirst()
                .orElseThrow();
    }

    @Test
    default void whatDocumentsOfBothThingsStateIsOfTheFirstHoweverItIsLookedAt() {
        try (GraphStore store = openEmpty()) {
            Statement both = Statement.of("Hannibal", "is", "old");
            Statement one = Statement.of("Hannibal", "lies on", "a river");
            store.write(batch(
                    passage("town", 0, "Hannibal is old. It lies on a river.", both, one),
                    passage("general", 0, "Hannibal is old.", both)));
            edits(store).make(new Split("Hannibal", "Hannibal, Missouri", List.of("town")), act(0));
            try (GraphView view = CuratedView.over(store.view())) {
                Map<String, Set<List<String>>> rows = new HashMap<>();
                Set<String> entities = new HashSet<>();
                view.scan(new GraphVisitor() {
                    @Override
                    public void relation(Embedded<RelationRow> relation) {
                        rows.computeIfAbsent(relation.value().key(), absent -> new HashSet<>())
                                .add(relation.value().entityIds());
                    }

                    @Override
                    public void entity(Embedded<Entity> entity) {
                        entities.add(entity.value().name());
                    }
                });
                assertThat(entities).contains("Hannibal", "Hannibal, Missouri");
                assertThat(rows)
                        .isEqualTo(Map.of(
                                both.relationKey(),
                                Set.of(entityIds("Hannibal", "old")),
                                one.relationKey(),
                                Set.of(entityIds("Hannibal, Missouri", "a river"))));
                for (Embedded<Relation> found : view.relations(RelationsBy.KEY, rows.keySet())) {
                    assertThat(rows.get(found.value().key()))
                            .containsExactly(found.value().entityIds());
                }
            }
        }
    }

    @Test
    default void editsThatCameWithACopyAreTakenBackWhole() {
        try (GraphStore store = openEmpty();
                GraphStore origin = new InMemoryGraphStore()) {
            store.write(documents());
            List<String> before = seen(store);
            origin.write(documents());
            List<String> ids = corrected(origin);
            origin.passages(PassagesBy.DOCUMENT, List.of(added(origin).document()))
                    .forEach(passage -> store.write(batch(passage.value())));
            store.notes(present -> present.with(origin.notes().all()));
            assertThat(seen(store)).isEqualTo(seen(origin)).isNotEqualTo(before);
            assertThat(edits(store).list()).isEqualTo(edits(origin).list());
            for (String id : ids) {
                edits(store).undo(id, act(60));
            }
            assertThat(seen(store)).isEqualTo(before);
            assertThat(edits(store).list()).isEmpty();
            assertThat(edits(store).history()).hasSameSizeAs(ids);
            assertThatThrownBy(() -> edits(store).undo(ids.getFirst(), act(61)))
                    .hasMessage("the edit \"" + ids.getFirst() + "\" was taken back by ada, 2026-01-31T12:01:00Z");
            store.removeDocuments(List.of("lie"));
            assertThatThrownBy(() -> edits(store).make(new WrongEntity("the Titanic"), act(62)))
                    .hasMessage("the graph has no entity \"the Titanic\"");
        }
    }
}
