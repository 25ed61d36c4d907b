package dev.tern.curation.alias;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tern.Entities;
import dev.tern.GraphRag;
import dev.tern.curation.Curation;
import dev.tern.curation.Edits;
import dev.tern.curation.Edits.EditResult;
import dev.tern.error.TernException;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Merge;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.settings.SourceRule;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RecordingStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EntityAliasesTest {
    private static final Note.Act ACT = new Note.Act("ada", Instant.parse("2026-01-31T12:00:00Z"), "");

    private final RecordingStore store = new RecordingStore(new InMemoryGraphStore());
    private final GraphRag rag = GraphRag.builder()
            .store(store)
            .embeddingModel(new HashingEmbeddingModel(64))
            .build();

    private static SourceDocument document(String id, String... triplet) {
        return SourceDocument.of(id, String.join(" ", triplet) + ".")
                .withStatements(List.of(Statement.of(triplet[0], triplet[1], triplet[2])));
    }

    private void people() {
        rag.add(
                document("pen", "Mark Twain", "is the pen name of", "a pilot"),
                document("boat", "Samuel Clemens", "steered", "the Paul Jones"),
                document("owner", "the Natchez", "belonged to", "Horace Bixby"),
                document("a", "Ada", "wrote", "notes"),
                document("b", "Babbage", "built", "engines"));
        for (int i = 0; i < 20; i++) {
            rag.add(document("other " + i, "Person " + i, "met", "Person " + (i + 1)));
        }
    }

    private List<Scored<Passage>> found(String question) {
        return rag.retrieve(Question.of(question, Mode.LOCAL)
                        .withParameters(Parameters.DEFAULT.with(Parameter.FINAL_TOP_K, 5)))
                .passages();
    }

    private List<String> documents(String question) {
        return found(question).stream()
                .map(passage -> passage.value().documentId())
                .toList();
    }

    private EditResult merge(String... names) {
        return Curation.of(rag).edits().make(new Merge(List.of(names)), ACT);
    }

    private AliasFinder names() {
        return new AliasFinder(store);
    }

    @Test
    void aThingIsFoundUnderAnyOfItsNames() {
        people();
        assertThat(documents("Mark Twain").subList(0, 3)).contains("pen").doesNotContain("boat");
        List<Scored<Passage>> before = found("Mark Twain");
        EditResult merged = merge("Mark Twain", "Samuel Clemens", "Sam the Great");
        assertThat(merged.isNew()).isTrue();
        assertThat(merged.remarks())
                .containsExactly("the graph has neither an entity nor a title \"Sam the Great\": the edit applies to "
                        + "questions and later additions");
        assertThat(documents("Mark Twain").subList(0, 3)).contains("pen", "boat");
        assertThat(documents("Sam the Great").subList(0, 3)).contains("pen", "boat");
        assertThat(Entities.of(rag)
                        .neighbours("Samuel Clemens", 10)
                        .orElseThrow()
                        .entities())
                .extracting(Entity::name)
                .containsExactlyInAnyOrder("a pilot", "the Paul Jones");
        rag.add(document("boat", "Samuel Clemens", "steered", "the Paul Jones"));
        assertThat(documents("Mark Twain").subList(0, 3)).contains("pen", "boat");
        Curation.of(rag).edits().undo(merged.edit().id(), ACT);
        assertThat(found("Mark Twain")).isEqualTo(before);
    }

    @Test
    void whatIsMergedWithAMergedNameIsOneThingWithAllOfIt() {
        people();
        merge("Ada", "Babbage");
        EditResult more = merge("Countess", "Babbage");
        assertThat(more.edit().change()).isEqualTo(new Merge(List.of("Countess", "Ada", "Babbage")));
        assertThat(more.remarks()).hasSize(1);
        assertThat(Entities.of(rag).neighbours("Ada", 10).orElseThrow().entity())
                .isEqualTo(Entity.named("Countess"));
        assertThat(Entities.of(rag).neighbours("babbage", 10).orElseThrow().entities())
                .extracting(Entity::name)
                .containsExactlyInAnyOrder("notes", "engines");
    }

    @Test
    void ofMergesThatContradictEachOtherTheSharedNameIsAThingOfItsOwn() {
        rag.add(
                document("vicar", "William Collins", "preached at", "Hunsford"),
                document("wife", "Charlotte Collins", "kept", "hens"),
                document("letter", "Collins", "wrote", "a letter"));
        store.changeNotes(present -> present.with(List.of(
                EditNotes.note(new Merge(List.of("William Collins", "Collins")), ACT, 0),
                EditNotes.note(new Merge(List.of("Charlotte Collins", "Collins")), ACT, 0))));
        Curation.of(rag).edits().applyPending();
        assertThat(store.notes().pending()).isEmpty();
        assertThat(Entities.of(rag).neighbours("Collins", 10).orElseThrow().relations())
                .extracting(relation -> relation.value().text())
                .containsExactly("Collins wrote a letter");
        assertThat(merge("Collins", "Bill").remarks())
                .contains("\"Collins\" may be any of [William Collins, Charlotte Collins, Bill], which no edit "
                        + "merges: it stays a separate entity");
    }

    @Test
    void theTraceTellsThatANameWasFoundThroughAnAlias() {
        people();
        assertThat(recogniseNotes("What did Mark Twain steer?")).isEmpty();
        merge("Mark Twain", "Samuel Clemens", "Unheard Of");
        assertThat(recogniseNotes("What did Samuel Clemens steer?"))
                .containsExactly("by an edit, \"Samuel Clemens\" is looked up as \"Mark Twain\"");
    }

    private List<String> recogniseNotes(String question) {
        return rag.retrieve(Question.of(question, Mode.LOCAL))
                .trace()
                .steps()
                .getFirst()
                .remarks();
    }

    @Test
    void suggestingEndsWhenItsThreadIsInterrupted() {
        people();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> names().suggest(10))
                    .isInstanceOf(TernException.class)
                    .hasMessage("the search for aliases was interrupted");
        } finally {
            assertThat(Thread.interrupted()).as("it stays interrupted").isTrue();
        }
    }

    @Test
    void whatOnlyHiddenSourcesSayIsNeitherSuggestedNorDoubted() {
        rag.add(
                document("1", "Twain, Mark", "wrote", "Mark Twain"),
                document("2", "Mark Twain", "steered", "a boat"),
                document("3", "Twain, Mark", "steered", "a boat"));
        assertThat(names().suggest(10).likely()).hasSize(1);
        new Edits(store).trust(SourceRule.parseAll("1=0, 3=0"), ACT);
        assertThat(names().suggest(10).likely()).isEmpty();
    }

    @Test
    void homonymsThatWereMergedAreDoubted() {
        rag.add(
                document("1", "John Ray", "was born in", "Black Notley in 1627"),
                document("2", "John Ray", "named", "plants"),
                document("3", "Johnnie Ray", "was born in", "Oregon in 1927"),
                document("4", "Johnnie Ray", "sang", "Cry"),
                document("5", "Ada", "wrote", "notes"),
                document("6", "Ada", "knew", "Babbage"),
                document("7", "Countess of Lovelace", "knew", "Babbage"),
                document("8", "Countess of Lovelace", "rode", "horses"));
        Edit wrong = merge("John Ray", "Johnnie Ray").edit();
        merge("Ada", "Countess of Lovelace");
        assertThat(names().check())
                .containsExactly(new AliasDoubt(
                        wrong,
                        "John Ray",
                        "Johnnie Ray",
                        List.of(
                                "no passage names both (2 and 2 passages), and they share no neighbour",
                                "born 1627 against born 1927")));
    }

    @Test
    void aShortNameStandsForTheFullestOneAndForNoneOfSeveral() {
        rag.add(
                document("1", "J. R. R. Tolkien", "is", "John Ronald Reuel Tolkien"),
                document("2", "Dr. Watson", "is not", "Professor Watson"),
                document("3", "Watson", "met", "Dr. Watson"),
                document("4", "Watson", "knew", "Professor Watson"),
                document("5", "Zo\u00eb Baird", "knew", "Zoe Baird"),
                document("6", "Twain, Mark", "wrote", "Mark Twain"),
                document("7", "UNO", "means", "United Nations Organisation"));
        AliasSuggestions found = names().suggest(10);
        assertThat(found.likely())
                .extracting(
                        one -> Set.copyOf(one.names()),
                        one -> one.evidence().getFirst().rule())
                .containsExactlyInAnyOrder(
                        tuple(Set.of("John Ronald Reuel Tolkien", "J. R. R. Tolkien"), AliasRule.INITIALS),
                        tuple(Set.of("Zo\u00eb Baird", "Zoe Baird"), AliasRule.SPELLING),
                        tuple(Set.of("Mark Twain", "Twain, Mark"), AliasRule.ORDER),
                        tuple(Set.of("United Nations Organisation", "UNO"), AliasRule.ABBREVIATION));
        assertThat(found.possible())
                .contains(new AliasSuggestions.PossibleMeanings("Watson", List.of("Dr. Watson", "Professor Watson")));
    }

    @Test
    void namesThatAreOftenTwoThingsAreNotSuggested() {
        rag.add(
                document("1", "Deep Blue Sea", "is of", "1999"),
                document("2", "The Deep Blue Sea", "is of", "1955"),
                document("3", "Martin", "met", "Mart\u00edn"),
                document("4", "Martin", "met", "Ada"),
                document("5", "Thomas Fiennes, 9th Baron Dacre", "was the son of", "Sir Thomas Fiennes"),
                document("6", "Thomas Fiennes", "was the son of", "Sir Thomas Fiennes"),
                document("7", "Madame Wellington Koo", "married", "Wellington Koo"),
                document("8", "the event", "was an", "event"),
                document("9", "V. m. mandarinia", "is of", "V. mandarinia"),
                document("10", "St Mary's School", "is in", "Wantage"),
                document("11", "St. Mary's School", "is in", "Patiala"));
        assertThat(names().suggest(10).likely()).isEmpty();
        rag.add(
                document("12", "D. H. Lawrence", "wrote", "a novel"),
                document("13", "D.H. Lawrence", "wrote", "another novel"),
                document("14", "The Art of War", "is", "Art of War"));
        assertThat(names().suggest(10).likely())
                .extracting(one -> Set.copyOf(one.names()))
                .containsExactlyInAnyOrder(
                        Set.of("D. H. Lawrence", "D.H. Lawrence"), Set.of("The Art of War", "Art of War"));
    }

    @Test
    void aSuggestionThatWouldHaveTooManyNamesOrMeetAnAmbiguousOneIsNotMade() {
        rag.add(document("1", "Twain, Mark", "wrote", "Mark Twain"));
        List<String> names = new ArrayList<>(List.of("Mark Twain"));
        for (int i = 1; i < Edit.MAX_MERGED; i++) {
            names.add("Pen name " + i);
        }
        String id = Curation.of(rag).edits().make(new Merge(names), ACT).edit().id();
        assertThat(names().suggest(10).likely()).isEmpty();
        Curation.of(rag).edits().forget(id);
        assertThat(names().suggest(10).likely()).hasSize(1);
        store.changeNotes(present -> present.with(List.of(
                EditNotes.note(new Merge(List.of("Mark Twain", "Mark")), ACT, 0),
                EditNotes.note(new Merge(List.of("Mark Antony", "Mark")), ACT, 0),
                EditNotes.note(new Merge(List.of("Mark Antony", "Mark Twain", "Anton")), ACT, 0))));
        assertThat(names().suggest(10).likely()).isEmpty();
    }

    @Test
    void aliasesCostNoCallOfTheStore() {
        people();
        store.forget();
        found("What did Mark Twain do?");
        List<String> without = store.calls();
        merge("Person 3", "Person 4");
        store.forget();
        found("What did Mark Twain do?");
        assertThat(store.calls()).containsExactlyInAnyOrderElementsOf(without);
    }
}
