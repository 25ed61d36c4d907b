package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.entityIds;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.EntityName;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Split;
import dev.tern.note.EditNotes;
import dev.tern.note.NamingRules;
import dev.tern.note.Note;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.InMemoryGraphStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of edits in filtered views: only edits about visible passages have an effect. */
interface FilteredEditsContract extends OpenGraph {
    @Test
    default void nameThatWasMadeForHiddenDocumentsIsNotThere() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(
                    passage("red", 0, "Hannibal crossed the Alps.", Statement.of("Hannibal", "crossed", "the Alps")),
                    passage("blue", 0, "Hannibal is a town.", Statement.of("Hannibal", "is", "a town"))));
            edit(store, List.of(new Split("Hannibal", "Hannibal, Missouri", List.of("blue"))));
            for (String document : List.of("red", "blue")) {
                MetadataFilter filter = MetadataFilter.equal(Passage.FILTERED_SOURCE, document);
                try (GraphView view = store.shown(filter);
                        GraphView twice = store.shown(MetadataFilter.everything())) {
                    for (GraphView narrowed : List.of(view, twice.visible(filter))) {
                        List<String> names = narrowed.nearestEntities(vector("Hannibal"), 9).stream()
                                .map(found -> found.value().name())
                                .toList();
                        assertThat(names.contains("Hannibal, Missouri"))
                                .as(document + " sees " + names)
                                .isEqualTo(document.equals("blue"));
                        assertThat(narrowed.entities(entityIds("Hannibal, Missouri")))
                                .hasSize(document.equals("blue") ? 1 : 0);
                        assertThat(Rows.of(narrowed).entities().keySet())
                                .as(document)
                                .hasSize(2);
                    }
                }
            }
        }
    }

    /** Tests random edits, passages and filters. */
    @Test
    default void underAnyFilterWithAnyEditsEveryLookUpIsThatOfAGraphThatHoldsOnlyTheVisibleDocuments() {
        underAnyFilterWithAnyEdits(System.nanoTime());
    }

    /** Runs the test with a given seed, for example to repeat a failure. */
    default void underAnyFilterWithAnyEdits(long seed) {
        RandomPassages chance = new RandomPassages(seed);
        List<Passage> passages = chance.passages(30);
        try (GraphStore store = openEmpty()) {
            store.write(batch(passages));
            edit(store, Stream.generate(() -> chance.change(passages)).limit(30).toList());
            int compared = 0;
            for (int i = 0; i < 40; i++) {
                MetadataFilter filter = chance.filter(i % 3);
                List<Passage> visible = passages.stream()
                        .filter(passage -> filter.holds(passage.filterMetadata()))
                        .toList();
                if (visible.isEmpty()) {
                    continue;
                }
                compared++;
                try (GraphStore nothingElse = new InMemoryGraphStore()) {
                    nothingElse.write(batch(visible.stream()
                            .map(store.latest().notes().rules()::canonicalise)
                            .toList()));
                    nothingElse.changeNotes(
                            present -> present.with(store.latest().notes().all()));
                    try (GraphView view = store.shown(filter);
                            GraphView expected = nothingElse.shown(filter)) {
                        assertThat(lookUpAll(view, passages))
                                .as("seed " + seed + ", " + filter + ", "
                                        + store.latest().notes().edits())
                                .isEqualTo(lookUpAll(expected, passages));
                    }
                }
            }
            assertThat(compared).as("filters that left something, seed " + seed).isGreaterThan(3);
        }
    }

    /** Adds edits to the notes, which may contradict each other, and applies their naming rules. */
    private static void edit(GraphStore store, List<? extends Change> changes) {
        List<Note> notes = new ArrayList<>();
        for (Change change : changes) {
            Note.Act act = new Note.Act("ada", NotesContract.ACT.at().plusSeconds(notes.size()), "");
            notes.add(EditNotes.note(change, act, 0));
        }
        store.changeNotes(present -> present.with(notes));
        NamingRules rules = store.latest().notes().rules();
        List<Passage> changed = Rows.of(store.latest()).passages().values().stream()
                .map(Embedded::value)
                .filter(passage -> !rules.canonicalise(passage).equals(passage))
                .map(rules::canonicalise)
                .toList();
        store.write(batch(changed)
                .replacing(changed.stream()
                        .flatMap(passage -> passage.statements().stream())
                        .flatMap(statement -> statement.entities().stream())
                        .map(ContentId::ofEntity)
                        .collect(Collectors.toSet())));
    }

    /** Returns the results of many look-ups, without scores or the spelling of names. */
    private static List<String> lookUpAll(GraphView view, List<Passage> all) {
        List<String> seen = new ArrayList<>();
        List<String> names = Stream.concat(RandomPassages.THINGS.stream(), RandomPassages.NEW_NAMES.stream())
                .toList();
        List<String> ids = entityIds(names.toArray(String[]::new));
        List<String> passageIds = all.stream().map(Passage::id).toList();
        for (String text : names) {
            float[] vector = vector(text);
            view.nearestEntities(vector, 3)
                    .forEach(found ->
                            seen.add("near " + text + ": " + found.value().id()
                                    + EntityName.normalise(found.value().name())));
            view.nearestRelations(vector, 4)
                    .forEach(found -> seen.add("stated near " + text + ": "
                            + found.value().key() + found.value().entityIds()
                            + found.value().mentions()));
            view.relationsTouching(entityIds(text), vector, 4)
                    .forEach(found -> seen.add("stated of " + text + ": "
                            + found.value().key() + found.value().entityIds()
                            + found.value().mentions()));
            view.nearestPassages(vector, 4).forEach(found -> seen.add("said near " + text + ": " + found.value()));
        }
        view.entities(ids)
                .forEach(found -> seen.add("entity " + found.value().id()
                        + EntityName.normalise(found.value().name())));
        view.relations(RelationsBy.PASSAGE, passageIds)
                .forEach(found -> seen.add("stated: " + found.value().key()
                        + found.value().entityIds() + found.value().mentions()));
        view.passages(PassagesBy.ID, passageIds).forEach(found -> seen.add("said: " + found.value()));
        view.passages(PassagesBy.TITLE, List.of("euler", "kiel"))
                .forEach(found -> seen.add("titled: " + found.value().id()));
        Rows rows = Rows.of(view);
        seen.add("rows " + rows.entities() + rows.passages());
        rows.relations()
                .forEach((id, row) ->
                        seen.add("row " + id + EntityName.normalise(row.value().text())
                                + row.value().entityIds() + row.value().passageId()));
        return seen;
    }
}
