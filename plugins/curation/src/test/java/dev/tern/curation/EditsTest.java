package dev.tern.curation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.Entities;
import dev.tern.GraphRag;
import dev.tern.curation.Edits.EditResult;
import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.graph.Triplet;
import dev.tern.ingest.DocumentRemoval;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.AllValues;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RecordingStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EditsTest {
    private static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");
    private static final Note.Act ACT = new Note.Act("ada", AT, "I was there");

    private final RecordingStore store = new RecordingStore(new InMemoryGraphStore());
    private final GraphRag rag = GraphRag.builder()
            .store(store)
            .embeddingModel(new HashingEmbeddingModel(64))
            .build();

    /** Creates edits with another way to add documents. */
    private Edits editing(Consumer<SourceDocument> adding) {
        return new Edits(store, new EditWriter() {
            @Override
            public void add(SourceDocument document) {
                adding.accept(document);
            }

            @Override
            public void remove(String documentId) {
                store.removeDocuments(List.of(documentId));
            }

            @Override
            public void changeNotes(UnaryOperator<Notes> change) {
                store.changeNotes(change);
            }
        });
    }

    private static Note.Act act(int second) {
        return new Note.Act("editor " + second, AT.plusSeconds(second), "");
    }

    private static SourceDocument document(String id, String... triplet) {
        return SourceDocument.of(id, String.join(" ", triplet) + ".")
                .withStatements(List.of(Statement.of(triplet[0], triplet[1], triplet[2])))
                .withMetadata(SourceMetadata.of(Map.of("tenant", id.length() % 2 == 0 ? "even" : "odd")));
    }

    private static String key(String... triplet) {
        return Statement.of(triplet[0], triplet[1], triplet[2]).relationKey();
    }

    private static String passage(String id, String... triplet) {
        return ContentId.ofPassage(id, String.join(" ", triplet) + ".");
    }

    private void people() {
        rag.add(
                document("pen", "Mark Twain", "is the pen name of", "a pilot"),
                document("boat", "Mark Twain", "steered", "the Paul Jones"),
                document("lie", "Mark Twain", "invented", "the telephone"),
                document("owner", "the Paul Jones", "belonged to", "Horace Bixby"),
                document("come", "Come", "belonged to", "Mark Twain"));
        for (int i = 0; i < 20; i++) {
            rag.add(document("other " + i, "Person " + i, "met", "Person " + (i + 1)));
        }
    }

    private static Question question(String text, Mode mode) {
        return Question.of(text, mode).withParameters(Parameters.DEFAULT.with(Parameter.FINAL_TOP_K, 5));
    }

    private Retrieval found(String text, Mode mode) {
        return rag.retrieve(question(text, mode));
    }

    private List<String> documents(String text, Mode mode) {
        return found(text, mode).passages().stream()
                .map(passage -> passage.value().documentId())
                .toList();
    }

    private String shown(String text, Mode mode) {
        Retrieval found = found(text, mode);
        return AllValues.of(
                List.of(found.passages(), found.relations(), found.trace().steps()));
    }

    private static final List<String> QUESTIONS = List.of(
            "What did Mark Twain steer?",
            "Who owned the boat that Mark Twain steered?",
            "Who invented the telephone?",
            "Whom did Person 7 meet?");

    /** Returns all retrievals with exact scores. */
    private List<String> answers() {
        List<String> answers = new ArrayList<>();
        for (String question : QUESTIONS) {
            for (Mode mode : List.of(Mode.NAIVE, Mode.LOCAL)) {
                Retrieval found = found(question, mode);
                answers.add(AllValues.of(List.of(found.passages(), found.relations())));
                answers.add(rag.ask(question(question, mode)).text());
            }
        }
        answers.add(AllValues.of(Entities.of(rag).neighbours("Mark Twain", 10)));
        answers.add(AllValues.of(Entities.of(rag).nearest("Mark", 10)));
        answers.add(rag.statistics().toString());
        return answers;
    }

    @Test
    void aWrongRelationIsNowhereAndItsPassageStays() {
        people();
        String wrong = key("Mark Twain", "invented", "the telephone");
        assertThat(shown("Who invented the telephone?", Mode.LOCAL)).contains(wrong);
        EditResult edited = Curation.of(rag).edits().make(new WrongRelation(wrong, ""), ACT);
        assertThat(edited.isNew()).isTrue();
        assertThat(edited.edit().change()).isEqualTo(new WrongRelation(wrong, "Mark Twain invented the telephone"));
        assertThat(Curation.of(rag)
                        .edits()
                        .make(new WrongRelation(wrong, "anything"), act(1))
                        .isNew())
                .isFalse();
        Retrieval found = found("Who invented the telephone?", Mode.LOCAL);
        assertThat(found.passages())
                .extracting(passage -> passage.value().documentId())
                .contains("lie");
        assertThat(shown("Who invented the telephone?", Mode.LOCAL)).doesNotContain(wrong);
        assertThat(found.passages())
                .filteredOn(passage -> passage.value().documentId().equals("lie"))
                .allSatisfy(passage -> assertThat(passage.value().statements()).isEmpty());
        assertThat(around("Mark Twain"))
                .extracting(relation -> relation.value().text())
                .contains("Mark Twain steered the Paul Jones")
                .doesNotContain("Mark Twain invented the telephone");
        assertThat(store.relations(RelationsBy.KEY, List.of(wrong))).isEmpty();
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("lie"))
                        .getFirst()
                        .value()
                        .extractedStatements())
                .as("the passage keeps it as it was found")
                .containsExactly(Statement.of("Mark Twain", "invented", "the telephone"));
    }

    @Test
    void somethingThatIsNoNameIsLeftOutAndWhatElseIsSaidStays() {
        people();
        rag.add(SourceDocument.of("list", "Come, Paris and London.")
                .withStatements(List.of(
                        Statement.ofNames(List.of("Come", "Paris", "London")),
                        new Statement("Come, Paris met London", List.of("Come", "Paris", "London")))));
        Curation.of(rag).edits().make(new WrongEntity("COME"), ACT);
        assertThat(Entities.of(rag).nearest("Come", 30))
                .extracting(entity -> entity.value().name())
                .isNotEmpty()
                .doesNotContain("Come");
        assertThat(around("Mark Twain"))
                .extracting(relation -> relation.value().text())
                .doesNotContain("Come belonged to Mark Twain")
                .hasSize(3);
        assertThat(around("Paris"))
                .extracting(Scored::value)
                .extracting(Relation::text)
                .as("names alone are no relation to show, without one of them neither")
                .containsExactly("Come, Paris met London");
        List<Passage> list = found("Come, Paris, London", Mode.NAIVE).passages().stream()
                .map(Scored::value)
                .filter(passage -> passage.documentId().equals("list"))
                .toList();
        assertThat(list).hasSize(1);
        assertThat(list.getFirst().statements())
                .containsExactly(
                        Statement.ofNames(List.of("Paris", "London")),
                        new Statement("Come, Paris met London", List.of("Paris", "London")));
    }

    @Test
    void aWrongPassageAnswersNothing() {
        people();
        String lie = passage("lie", "Mark Twain", "invented", "the telephone");
        Edit edit = Curation.of(rag)
                .edits()
                .make(new WrongPassage(lie, "", ""), ACT)
                .edit();
        assertThat(edit.change().describe())
                .isEqualTo("a passage of the document \"lie\" is wrong: \"Mark Twain invented the telephone.\"");
        for (String question : QUESTIONS) {
            for (Mode mode : List.of(Mode.NAIVE, Mode.LOCAL)) {
                assertThat(documents(question, mode)).hasSize(5).doesNotContain("lie");
                assertThat(shown(question, mode).replace(question, "")).doesNotContain("invented the telephone", lie);
            }
        }
    }

    @Test
    void anEntityIsShownUnderItsNewNameAndFoundUnderBoth() {
        people();
        List<String> before = documents("What did Mark Twain steer?", Mode.LOCAL);
        Curation.of(rag).edits().make(new Rename("mark twain", "Samuel L. Clemens"), ACT);
        assertThat(Entities.of(rag)
                        .neighbours("Samuel L. Clemens", 10)
                        .orElseThrow()
                        .entity())
                .isEqualTo(Entity.named("Samuel L. Clemens"));
        assertThat(around("Mark Twain")).hasSize(4);
        assertThat(documents("What did Samuel L. Clemens steer?", Mode.LOCAL).subList(0, 2))
                .contains("boat");
        assertThat(documents("What did Mark Twain steer?", Mode.LOCAL)).startsWith(before.getFirst());
        assertThatThrownBy(() -> Curation.of(rag).edits().make(new Rename("Mark Twain", "Horace Bixby"), ACT))
                .hasMessage("the graph already has an entity \"Horace Bixby\": if it is \"Mark Twain\", merge the "
                        + "two");
        Curation.of(rag).edits().make(new Rename("Horace Bixby", "HORACE BIXBY"), ACT);
        Curation.of(rag).edits().make(new Rename("Horace Bixby", "Horace BIXBY"), act(1));
        assertThat(Entities.of(rag)
                        .neighbours("horace bixby", 10)
                        .orElseThrow()
                        .entity()
                        .name())
                .as("spelling alone, and the later counts")
                .isEqualTo("Horace BIXBY");
    }

    @Test
    void theLastOfSeveralEntitiesThatWereGivenANameIsMeantByIt() {
        Notes notes = Notes.NONE.with(List.of(
                EditNotes.note(new Rename("Ada", "Mill"), act(1), 0),
                EditNotes.note(new Rename("Bert", "Wheel"), act(2), 0),
                EditNotes.note(new Rename("Ada", "Wheel"), act(3), 0)));
        assertThat(notes.rules().entityNamed("wheel")).contains("Ada");
    }

    @Test
    void anEntityThatWasRenamedIsMeantByTheNameThatItIsShownUnderToo() {
        people();
        Curation.of(rag).edits().make(new Rename("Mark Twain", "Samuel Clemens"), ACT);
        assertThatThrownBy(() -> Curation.of(rag).edits().make(new Rename("samuel clemens", "Samuel Clemens"), ACT))
                .hasMessage("\"Samuel Clemens\" is already its name");
        assertThat(Curation.of(rag)
                        .edits()
                        .make(new Merge(List.of("Samuel Clemens", "Sam")), act(1))
                        .edit()
                        .change())
                .isEqualTo(new Merge(List.of("Samuel Clemens", "Sam", "Mark Twain")));
        assertThat(Curation.of(rag)
                        .edits()
                        .make(new Rename("Samuel Clemens", "S. L. Clemens"), act(2))
                        .edit()
                        .change())
                .isEqualTo(new Rename("Mark Twain", "S. L. Clemens"));
        assertThat(Entities.of(rag).neighbours("Sam", 1).orElseThrow().entity().name())
                .isEqualTo("S. L. Clemens");
        Curation.of(rag).edits().make(new Rename("S. L. Clemens", "Mark Twain"), act(3));
        assertThat(Entities.of(rag).neighbours("Sam", 1).orElseThrow().entity().name())
                .isEqualTo("Mark Twain");
        Curation.of(rag).edits().make(new WrongEntity("Mark Twain"), act(4));
        assertThatThrownBy(() -> Curation.of(rag).edits().make(new WrongEntity("Samuel Clemens"), act(5)))
                .hasMessage("the graph has no entity \"Samuel Clemens\"");
    }

    private List<Scored<Relation>> around(String name) {
        return Entities.of(rag).neighbours(name, 10).orElseThrow().relations();
    }

    @Test
    void aNameOfTwoThingsIsTwoByWhatDocumentsSayOfIt() {
        people();
        rag.add(
                document("town", "Twain", "lies in", "Harte"),
                document("map", "Twain", "lies near", "Harte"),
                document("novel", "Twain", "wrote", "a novel"),
                SourceDocument.of("index", "Twain, Harte.")
                        .withStatements(List.of(Statement.ofNames(List.of("Twain", "Harte")))));
        List<String> before = answers();
        Edits edits = Curation.of(rag).edits();
        Edit split = edits.make(new Split("twain", "Twain (town)", List.of("town", "map", "index", "map")), ACT)
                .edit();
        assertThat(split.change().describe())
                .isEqualTo("\"twain\" is \"Twain (town)\" in \"town\", \"map\", \"index\"");
        assertThat(around("Twain"))
                .extracting(relation -> relation.value().text())
                .containsExactly("Twain wrote a novel");
        assertThat(around("Twain (town)"))
                .extracting(relation -> relation.value().text())
                .containsExactlyInAnyOrder("Twain lies in Harte", "Twain lies near Harte");
        assertThat(Entities.of(rag).neighbours("Harte", 10).orElseThrow().entities())
                .extracting(Entity::name)
                .containsExactly("Twain (town)");
        assertThat(Entities.of(rag).nearest("Twain", 3))
                .extracting(entity -> entity.value().name())
                .contains("Twain", "Twain (town)");
        assertThat(documents("What lies in Harte?", Mode.LOCAL)).startsWith("town");
        String asked = "What is near Twain (town)?";
        assertThat(shown(asked, Mode.LOCAL).replace(asked, "")).contains("Twain (town)");
        Edit other = edits.make(new Split("the Paul Jones", "Twain (town)", List.of("owner")), act(1))
                .edit();
        assertThat(around("Twain (town)")).hasSize(3);
        edits.undo(other.id(), act(1));
        edits.make(new WrongEntity("Come"), act(1));
        rag.add(document("town", "Twain", "lies in", "Harte"));
        assertThat(around("Twain")).hasSize(1);
        assertThatThrownBy(() -> edits.make(new Split("Twain", "Twain (x)", List.of("pen")), ACT))
                .hasMessage("the document \"pen\" states nothing about \"Twain\"");
        assertThatThrownBy(() -> edits.make(new Split("Twain", "Twain (x)", List.of("gone")), ACT))
                .hasMessage("the graph has no document \"gone\"");
        assertThatThrownBy(() -> edits.make(new Split("Twain", "TWAIN", List.of("pen")), ACT))
                .hasMessage("\"TWAIN\" is the entity to split: give the other entity another name");
        assertThatThrownBy(() -> new Split("Twain", "T", List.of()))
                .hasMessage("there are 0 documents; a split takes 1 to 100");
        rag.remove(List.of("map"));
        assertThat(edits.conflicts())
                .extracting(EditConflict::reason)
                .containsExactly("the document \"map\" was removed");
        rag.add(document("map", "Harte", "lies near", "a river"));
        assertThat(edits.conflicts())
                .extracting(EditConflict::reason)
                .containsExactly("the document \"map\" no longer states anything about \"twain\"");
        EditResult later = edits.make(new Split("Twain", "Twain Harte", List.of("town")), act(2));
        assertThat(later.remarks()).hasSize(1).first().asString().startsWith("it replaces the edit ");
        assertThat(around("Twain Harte")).hasSize(1);
        rag.add(document("map", "Twain", "lies near", "Harte"));
        edits.list().forEach(edit -> edits.undo(edit.id(), act(3)));
        assertThat(answers()).isEqualTo(before);
    }

    @Test
    void whatASplitMadeIsRenamedAndMarkedWrongByItsName() {
        people();
        Edits edits = Curation.of(rag).edits();
        Edit split = edits.make(new Split("Mark Twain", "another Twain", List.of("lie")), ACT)
                .edit();
        edits.make(new Rename("Another Twain", "a liar"), act(1));
        assertThat(Entities.of(rag).neighbours("a liar", 10).orElseThrow().entity())
                .isEqualTo(Entity.named("a liar"));
        assertThatThrownBy(() -> edits.make(new Rename("Horace Bixby", "another Twain"), act(2)))
                .hasMessage("the graph already has an entity \"another Twain\": if it is \"Horace Bixby\", merge the "
                        + "two");
        edits.make(new WrongEntity("another Twain"), act(3));
        assertThat(Entities.of(rag).nearest("another Twain", 40))
                .extracting(entity -> entity.value().id())
                .contains(ContentId.ofEntity("Mark Twain"))
                .doesNotContain(ContentId.ofEntity("another Twain"));
        assertThat(store.entities(List.of(ContentId.ofEntity("the telephone"))))
                .as("nothing else was said of it")
                .isEmpty();
        assertThat(edits.conflicts())
                .extracting(EditConflict::reason)
                .containsExactly("another edit says that \"Another Twain\" is not a name");
        edits.undo(split.id(), act(4));
        assertThat(edits.conflicts())
                .extracting(EditConflict::reason)
                .containsExactly(
                        "the graph no longer has the entity \"Another Twain\"",
                        "the graph no longer has the entity \"another Twain\"");
    }

    @Test
    void aWrongRelationOfASplitIsStatedByNoPassageAndAWrongPassageStatesNothingForTheOldEntity() {
        people();
        rag.add(document("copy", "Mark Twain", "steered", "the Paul Jones"));
        Edits edits = Curation.of(rag).edits();
        edits.make(new Split("Mark Twain", "another Twain", List.of("lie", "boat")), ACT);
        Statement lie = new Statement("Mark Twain invented the telephone", List.of("another Twain", "the telephone"));
        assertThat(edits.make(new WrongRelation(lie.relationKey(), ""), act(1))
                        .edit()
                        .change())
                .as("as it was found, so that it stays wrong without the split")
                .isEqualTo(new WrongRelation(key("Mark Twain", "invented", "the telephone"), lie.text()));
        assertThat(found("Who invented the telephone?", Mode.NAIVE).passages())
                .filteredOn(passage -> passage.value().documentId().equals("lie"))
                .hasSize(1)
                .allSatisfy(passage -> assertThat(passage.value().statements()).isEmpty());
        assertThat(Entities.of(rag)
                        .neighbours("another Twain", 10)
                        .orElseThrow()
                        .relations())
                .extracting(relation -> relation.value().text())
                .containsExactly("Mark Twain steered the Paul Jones");
        edits.make(new WrongPassage(passage("copy", "Mark Twain", "steered", "the Paul Jones"), "", ""), act(2));
        assertThat(around("Mark Twain"))
                .extracting(relation -> relation.value().text())
                .doesNotContain("Mark Twain steered the Paul Jones");
    }

    @Test
    void documentsThatEditsAreAboutAreLookedUpAFewAtATime() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ids.add("letter " + i);
            rag.add(document("letter " + i, "Mark Twain", "wrote", "letter " + i));
        }
        store.forget();
        Curation.of(rag).edits().make(new Split("Mark Twain", "another Twain", ids), ACT);
        assertThat(store.calls().stream().filter("passages"::equals)).hasSize(15);
        store.forget();
        assertThat(Curation.of(rag).edits().conflicts()).isEmpty();
        assertThat(store.calls().stream().filter("passages"::equals)).hasSize(9);
    }

    @Test
    void whatIsMissingIsADocumentOfItsOwnThatOnlyThoseSeeWhoSeeThePassageBesideIt() {
        people();
        Missing missing = new Missing(
                new Triplet("Mark Twain", "met", "Nikola Tesla"),
                "In New York Mark Twain met Nikola Tesla.",
                passage("pen", "Mark Twain", "is the pen name of", "a pilot"));
        Edit edit = Curation.of(rag).edits().make(missing, ACT).edit();
        assertThat(documents("Which Nikola did Mark Twain meet?", Mode.LOCAL)).startsWith(edit.document());
        assertThat(Entities.of(rag).neighbours("Nikola Tesla", 5).orElseThrow().entities())
                .extracting(Entity::name)
                .containsExactly("Mark Twain");
        Passage added = found("Which Nikola did Mark Twain meet?", Mode.LOCAL)
                .passages()
                .getFirst()
                .value();
        assertThat(added.source()).isEqualTo("edit/ada");
        Question odd = question("Which Nikola did Mark Twain meet?", Mode.LOCAL);
        assertThat(rag.retrieve(odd.withFilter(MetadataFilter.equal("tenant", "odd")))
                        .passages())
                .extracting(passage -> passage.value().documentId())
                .contains(edit.document());
        assertThat(AllValues.of(rag.retrieve(odd.withFilter(MetadataFilter.equal("tenant", "even")))))
                .doesNotContain("Tesla");
        rag.add(document("pen", "Mark Twain", "is the pen name of", "a pilot"));
        rag.remove(List.of("pen"));
        assertThat(Curation.of(rag).edits().conflicts())
                .extracting(EditConflict::reason)
                .containsExactly("the passage it was added beside no longer exists; the edit still applies");
        Curation.of(rag).edits().undo(edit.id(), ACT);
        assertThat(Entities.of(rag)
                        .neighbours("Nikola Tesla", 5)
                        .orElseThrow()
                        .entity()
                        .name())
                .isNotEqualTo("Nikola Tesla");
    }

    @Test
    void whatCannotBeAddedWasNotSaid() {
        people();
        Edits failing = editing(document -> {
            throw TernException.model("the model is away");
        });
        Missing missing = new Missing(new Triplet("A", "met", "B"), "A met B.", "");
        assertThatThrownBy(() -> failing.make(missing, ACT)).hasMessage("the model is away");
        assertThat(store.notes()).isEqualTo(Notes.NONE);
    }

    /** Simulates a Milvus server that fails after the write. */
    @Test
    void whatFailsOnceItIsStoredWasNotSaidAndIsNotThere() {
        people();
        long before = store.statistics().documents();
        Edits failing = editing(document -> {
            rag.add(document);
            throw TernException.store("the server is away");
        });
        Missing missing = new Missing(new Triplet("A", "met", "B"), "A met B.", "");

        assertThatThrownBy(() -> failing.make(missing, ACT)).hasMessage("the server is away");

        assertThat(store.notes()).isEqualTo(Notes.NONE);
        assertThat(store.statistics().documents()).isEqualTo(before);
    }

    private List<Passage> statements(Edit edit) {
        return store.passages(PassagesBy.DOCUMENT, List.of(edit.document())).stream()
                .map(Embedded::value)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsTakenBackWhileItIsAddedIsNotThereAfterwards(boolean forgotten) {
        people();
        Edits slow = editing(document -> {
            String id = Curation.of(rag).edits().list().getFirst().id();
            Edit edit = forgotten
                    ? Curation.of(rag).edits().forget(id)
                    : Curation.of(rag).edits().undo(id, act(1));
            assertThat(statements(edit)).isEmpty();
            rag.add(document);
            assertThat(statements(edit)).hasSize(1);
        });

        Edit edit = slow.make(new Missing(new Triplet("A", "met", "B"), "A met B.", ""), ACT)
                .edit();

        assertThat(Curation.of(rag).edits().list()).isEmpty();
        assertThat(statements(edit)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsAddedWhileItIsTakenBackIsNotThereAfterwards(boolean forgotten) {
        people();
        List<SourceDocument> added = new ArrayList<>();
        Edits edits = editing(document -> {
            added.add(document);
            rag.add(document);
        });
        Edit edit = edits.make(new Missing(new Triplet("A", "met", "B"), "A met B.", ""), ACT)
                .edit();
        store.beforeCall(method -> {
            if (method.equals("notes")) {
                assertThat(statements(edit)).isEmpty();
                rag.add(added.getFirst());
            }
        });

        Edit back = forgotten ? edits.forget(edit.id()) : edits.undo(edit.id(), act(1));

        assertThat(statements(back)).isEmpty();
    }

    private List<Change> allKinds() {
        return List.of(
                new Rename("Mark Twain", "Samuel Clemens"),
                new Rename("Person 7", "PERSON 7"),
                new Merge(List.of("Mark Twain", "Person 3")),
                new Split("Person 8", "Person 8 of Bath", List.of("other 7")),
                new Split("Mark Twain", "another Twain", List.of("lie", "come")),
                new WrongEntity("Come"),
                new WrongEntity("Person 9"),
                new WrongRelation(key("Mark Twain", "invented", "the telephone"), ""),
                new WrongRelation(key("Mark Twain", "steered", "the Paul Jones"), ""),
                new WrongPassage(passage("lie", "Mark Twain", "invented", "the telephone"), "", ""),
                new Missing(new Triplet("Person 7", "steered", "the Paul Jones"), "Person 7 steered it.", ""));
    }

    @Test
    void whoeverTakesEverythingBackIsAnsweredAsBeforeToTheLastDigit() {
        people();
        List<String> before = answers();
        for (long seed = 0; seed < 8; seed++) {
            Random random = new Random(seed);
            List<Change> some = new ArrayList<>(allKinds());
            Collections.shuffle(some, random);
            List<String> ids = new ArrayList<>();
            for (Change change : some.subList(0, 4 + random.nextInt(some.size() - 4))) {
                ids.add(Curation.of(rag)
                        .edits()
                        .make(change, act(ids.size()))
                        .edit()
                        .id());
            }
            assertThat(answers()).as("edits have an effect, seed %d", seed).isNotEqualTo(before);
            people();
            Collections.shuffle(ids, random);
            for (String id : ids) {
                if (random.nextBoolean()) {
                    Curation.of(rag).edits().undo(id, act(99));
                } else {
                    Curation.of(rag).edits().forget(id);
                }
            }
            assertThat(Curation.of(rag).edits().list()).isEmpty();
            assertThat(answers()).as("seed %d", seed).isEqualTo(before);
        }
    }

    @Test
    void addingDocumentsAgainUndoesNothing() {
        people();
        for (Change change : allKinds()) {
            Curation.of(rag).edits().make(change, ACT);
        }
        List<String> edited = answers();
        rag.remove(List.of("lie", "come", "boat", "other 3", "owner", "other 9", "other 8"));
        assertThat(Curation.of(rag).edits().list()).hasSize(allKinds().size());
        people();
        rag.add(
                document("lie", "Mark Twain", "invented", "the telephone"),
                document("boat", "Mark Twain", "steered", "the Paul Jones"));
        assertThat(answers()).isEqualTo(edited);
    }

    @Test
    void whatIsNotThereAnyMoreIsAConflictUntilItComesBack() {
        people();
        Curation.of(rag).edits().make(new WrongRelation(key("Mark Twain", "invented", "the telephone"), ""), act(0));
        Curation.of(rag)
                .edits()
                .make(new WrongPassage(passage("lie", "Mark Twain", "invented", "the telephone"), "", ""), act(1));
        Curation.of(rag).edits().make(new WrongEntity("Come"), act(2));
        Edit added = Curation.of(rag)
                .edits()
                .make(new Missing(new Triplet("A", "met", "B"), "A met B.", ""), act(4))
                .edit();
        Curation.of(rag).edits().make(new Merge(List.of("Come", "Nobody")), act(5));
        assertThat(Curation.of(rag).edits().conflicts())
                .extracting(EditConflict::reason)
                .containsExactly("another edit says that \"Come\" is not a name");
        rag.add(document("lie", "Mark Twain", "made up", "the telephone"));
        rag.remove(List.of("come", added.document()));
        assertThat(Curation.of(rag).edits().conflicts())
                .extracting(EditConflict::reason)
                .containsExactly(
                        "no passage states this relation any longer",
                        "the document \"lie\" has changed and no longer has the passage",
                        "the graph no longer has the entity \"Come\"",
                        "its document \"" + added.document() + "\" was removed: add it again, or undo",
                        "the graph no longer has any of its names");
        assertThat(Curation.of(rag)
                        .edits()
                        .make(new Missing(new Triplet("A", "met", "B"), "A met B.", ""), act(6))
                        .isNew())
                .as("said before, and added once more")
                .isFalse();
        people();
        assertThat(Curation.of(rag).edits().conflicts())
                .extracting(EditConflict::reason)
                .containsExactly("another edit says that \"Come\" is not a name");
        assertThat(documents("Who invented the telephone?", Mode.NAIVE)).doesNotContain("lie");
    }

    @Test
    void whatIsNotInTheGraphIsRefusedByNameAndNothingIsChanged() {
        assertThatThrownBy(() -> Curation.of(rag).edits().make(new WrongEntity("Come"), ACT))
                .hasMessage("the graph is empty and keeps no edits yet: add documents first");
        people();
        String id = "0123456789abcdef0123456789abcdef";
        Edits edits = Curation.of(rag).edits();
        assertThatThrownBy(() -> edits.make(new WrongEntity("Nobody"), ACT))
                .isInstanceOf(TernException.class)
                .hasMessage("the graph has no entity \"Nobody\"");
        assertThatThrownBy(() -> edits.make(new WrongRelation(id, ""), ACT))
                .hasMessage("the graph has no relation " + id + ": it was removed, or its document has changed");
        assertThatThrownBy(() -> edits.make(new WrongPassage(id, "", ""), ACT))
                .hasMessage("the graph has no passage " + id + ": it was removed, or its document has changed");
        assertThatThrownBy(() -> edits.make(new Rename("Come", " Come"), ACT))
                .hasMessage("\"Come\" is already its name");
        assertThatThrownBy(() -> new WrongEntity(" ")).hasMessage("a name in an edit is blank");
        assertThatThrownBy(() -> new WrongEntity("n".repeat(301)))
                .hasMessageEndingWith("has 301 characters; a name in an edit has at most 300");
        assertThatThrownBy(() -> new Missing(new Triplet("a", "b", "c"), " ", ""))
                .hasMessage("the sentence to add has 0 characters; it must have 1 to 2000");
        assertThatThrownBy(() -> edits.undo("012345678901", ACT))
                .hasMessage("the graph has no edit \"012345678901\"; tern edit list --all shows all of them");
        assertThatThrownBy(() -> edits.relationKey("Mark Twain sank"))
                .hasMessage("the graph has no relation \"Mark Twain sank\"");
        assertThatThrownBy(() -> edits.relationKey("Mark Twain invented telephones"))
                .hasMessage("the graph has no relation \"Mark Twain invented telephones\"; did you mean"
                        + " \"Mark Twain invented the telephone\"?");
        assertThat(edits.relationKey("mark  twain INVENTED the telephone"))
                .isEqualTo(key("Mark Twain", "invented", "the telephone"));
        assertThat(edits.relationKey("AB".repeat(16))).isEqualTo("ab".repeat(16));
        assertThat(edits.history()).isEmpty();
        GraphRag tenant = GraphRag.builder()
                .store(store)
                .embeddingModel(new HashingEmbeddingModel(64))
                .scope(MetadataFilter.equal("tenant", "odd"))
                .build();
        assertThatThrownBy(() -> Curation.of(tenant))
                .hasMessage("editing needs the whole graph, and this GraphRag has a scope: use one without");
    }

    @Test
    void ofTwoWhoEditAtOnceBothAreKeptTheLaterCountsAndTheOtherIsListed() throws Exception {
        people();
        int editors = 8;
        CyclicBarrier start = new CyclicBarrier(editors);
        try (ExecutorService threads = Executors.newFixedThreadPool(editors)) {
            List<Future<EditResult>> made = new ArrayList<>();
            for (int i = 0; i < editors; i++) {
                int editor = i;
                made.add(threads.submit(() -> {
                    start.await();
                    return Curation.of(rag).edits().make(new Rename("Mark Twain", "Name " + editor), act(editor));
                }));
            }
            for (Future<EditResult> edit : made) {
                assertThat(edit.get().isNew()).isTrue();
            }
        }
        assertThat(Curation.of(rag).edits().list()).hasSize(editors);
        assertThat(Entities.of(rag)
                        .neighbours("Mark Twain", 1)
                        .orElseThrow()
                        .entity()
                        .name())
                .isEqualTo("Name 7");
        assertThat(Curation.of(rag).edits().conflicts())
                .hasSize(editors - 1)
                .allSatisfy(conflict -> assertThat(conflict.reason()).contains("by editor 7 applies: "));
        Edit last = Curation.of(rag).edits().list().getLast();
        Curation.of(rag).edits().undo(last.id(), ACT);
        assertThatThrownBy(() -> Curation.of(rag).edits().undo(last.id(), act(1)))
                .hasMessage("the edit \"" + last.id() + "\" was taken back by ada, 2026-01-31T12:00:00Z");
        assertThat(Entities.of(rag)
                        .neighbours("Mark Twain", 1)
                        .orElseThrow()
                        .entity()
                        .name())
                .isEqualTo("Name 6");
        EditResult again = Curation.of(rag).edits().make(new Rename("Mark Twain", "Name 7"), act(20));
        assertThat(again.edit().id()).isNotEqualTo(last.id());
        assertThat(Entities.of(rag)
                        .neighbours("Mark Twain", 1)
                        .orElseThrow()
                        .entity()
                        .name())
                .isEqualTo("Name 7");
        assertThat(Curation.of(rag).edits().history()).hasSize(editors + 1);
    }

    @Test
    void aQuestionWaitsForTheStoreAsOftenAsWithoutEdits() {
        people();
        List<String> before = calls();
        for (Change change : allKinds()) {
            // A filter, which hides a passage, opens another view, whose calls are not recorded.
            if (!(change instanceof Missing || change instanceof WrongPassage)) {
                Curation.of(rag).edits().make(change, ACT);
            }
        }
        assertThat(calls()).hasSameSizeAs(before);
    }

    /** Simulates a process killed in between. */
    @Test
    void whatWasInterruptedGoesOnWithTheNextAdditionAndIsAsIfItNeverWas() {
        people();
        Curation.of(rag).edits().make(new Rename("Mark Twain", "Samuel Clemens"), ACT);
        List<String> edited = answers();
        String id = Curation.of(rag).edits().list().getFirst().id();
        Curation.of(rag).edits().forget(id);
        Edits killed = new Edits(store, new EditWriter() {
            @Override
            public void changeNotes(UnaryOperator<Notes> change) {
                store.changeNotes(change);
            }

            @Override
            public void rewrite(Collection<String> passageIds) {
                throw TernException.store("killed");
            }
        });
        assertThatThrownBy(() -> killed.make(new Rename("Mark Twain", "Samuel Clemens"), ACT))
                .hasMessage("killed");
        assertThat(store.notes().pending()).hasSize(1);
        rag.add(document("other 3", "Person 3", "met", "Person 4"));
        assertThat(store.notes().pending()).isEmpty();
        assertThat(answers()).isEqualTo(edited);
    }

    private void editsOfTheLie() {
        people();
        Edits edits = Curation.of(rag).edits();
        edits.make(new Rename("the telephone", "a talking wire"), ACT);
        edits.make(new WrongPassage(passage("lie", "Mark Twain", "invented", "the telephone"), "", ""), ACT);
        edits.make(new Rename("Mark Twain", "Samuel Clemens"), ACT);
    }

    /** Simulates a process killed between the removal and the clean-up of its notes. */
    @Test
    void namesOfARemovalThatWasInterruptedGoWithTheNextAddition() {
        editsOfTheLie();
        assertThatThrownBy(() -> DocumentRemoval.remove(store, List.of("lie"), ids -> {
                    rag.remove(ids);
                    throw new IllegalStateException("killed");
                }))
                .hasMessage("killed");
        assertThat(store.notes().removals()).hasSize(1);
        assertThat(Curation.of(rag).edits().history()).hasSize(3);
        rag.add(document("other 3", "Person 3", "met", "Person 4"));
        assertThat(store.notes().removals()).isEmpty();
        assertThat(Curation.of(rag).edits().history())
                .extracting(Edit::change)
                .containsExactly(new Rename("Mark Twain", "Samuel Clemens"));
    }

    @Test
    void othersWriteWhileDocumentsAreRemovedWithTheirNames() {
        editsOfTheLie();
        DocumentRemoval.remove(store, List.of("lie"), ids -> {
            CompletableFuture.runAsync(() -> rag.add(document("other 3", "Person 3", "met", "Person 4")))
                    .orTimeout(30, TimeUnit.SECONDS)
                    .join();
            return rag.remove(ids);
        });
        assertThat(store.notes().removals()).isEmpty();
        assertThat(Curation.of(rag).edits().history())
                .extracting(Edit::change)
                .containsExactly(new Rename("Mark Twain", "Samuel Clemens"));
    }

    @Test
    void aRemovalThatFailsCostsNoEdit() {
        editsOfTheLie();
        assertThatThrownBy(() -> DocumentRemoval.remove(store, List.of("lie"), ids -> {
                    throw TernException.store("the disk is away");
                }))
                .hasMessage("the disk is away");
        rag.add(document("other 3", "Person 3", "met", "Person 4"));
        assertThat(store.notes().removals()).isEmpty();
        assertThat(Curation.of(rag).edits().history()).hasSize(3);
    }

    @Test
    void whatCannotBeForgottenAtOnceIsLeftAsItWas() {
        people();
        String id = Curation.of(rag)
                .edits()
                .make(new Rename("Mark Twain", "Samuel Clemens"), ACT)
                .edit()
                .id();
        Edits few = Curation.of(rag).edits().with((done, all) -> all <= 3);
        String refusal =
                "forgetting the edit \"" + id + "\" means to write 4 passages again, too many to wait for: take"
                        + " it back first, and forget it once none of them waits";
        assertThatThrownBy(() -> few.forget(id)).hasMessage(refusal);
        assertThat(few.list()).hasSize(1);
        assertThat(store.notes().pending()).isEmpty();

        few.undo(id, ACT);
        assertThat(store.notes().pending()).as("left for later").hasSize(1);
        assertThatThrownBy(() -> few.forget(id)).hasMessage(refusal);
        assertThat(few.history()).hasSize(1);

        Curation.of(rag).edits().applyPending();
        few.forget(id);
        assertThat(few.history()).isEmpty();
        assertThat(store.entities(List.of(ContentId.ofEntity("Samuel Clemens"))))
                .isEmpty();
    }

    @Test
    void whatAnOlderStoreHoldsIsBroughtOverWhenItIsWritten() {
        people();
        List<String> lines = new ArrayList<>();
        List<Change> changes = List.of(
                new Rename("Mark Twain", "Samuel Clemens"),
                new Merge(List.of("Horace Bixby", "a pilot")),
                new WrongEntity("Come"));
        changes.forEach(change -> lines.addAll(
                Notes.NONE.with(List.of(EditNotes.note(change, ACT, 0))).lines()));
        assertThat(lines).noneMatch(line -> line.contains("applied"));
        store.changeNotes(present -> Notes.ofLines(lines));
        assertThat(Entities.of(rag)
                        .neighbours("the Paul Jones", 10)
                        .orElseThrow()
                        .entities())
                .extracting(Entity::name)
                .contains("Mark Twain");
        rag.add(document("new", "Come", "met", "Mark Twain"));
        assertThat(Entities.of(rag)
                        .neighbours("the Paul Jones", 10)
                        .orElseThrow()
                        .entities())
                .extracting(Entity::name)
                .containsExactlyInAnyOrder("Samuel Clemens", "Horace Bixby");
        assertThat(Entities.of(rag)
                        .neighbours("Samuel Clemens", 10)
                        .orElseThrow()
                        .entities())
                .extracting(Entity::name)
                .doesNotContain("Come")
                .contains("Horace Bixby");
    }

    /**
     * The document is prepared when the edit is made, and written before the edit; none escapes it.
     */
    @Test
    void anEditWhileDocumentsAreAddedConcernsThemToo() throws Exception {
        people();
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<?> adding = threads.submit(() -> {
                for (int i = 0; i < 200; i++) {
                    rag.add(document("letter " + i, "Mark Twain", "wrote", "letter " + i));
                }
            });
            while (store.statistics().documents() < 60) {
                Thread.onSpinWait();
            }
            Curation.of(rag).edits().make(new Rename("Mark Twain", "Samuel Clemens"), ACT);
            adding.get();
        }
        assertThat(store.entities(List.of(ContentId.ofEntity("Mark Twain")))).isEmpty();
        assertThat(Entities.of(rag)
                        .neighbours("Samuel Clemens", 1000)
                        .orElseThrow()
                        .relations())
                .hasSize(204);
    }

    private List<String> calls() {
        store.forget();
        found("What did Mark Twain steer?", Mode.LOCAL);
        found("What did Mark Twain steer?", Mode.NAIVE);
        return List.copyOf(store.calls());
    }
}
