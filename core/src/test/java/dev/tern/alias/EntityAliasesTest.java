package dev.tern.alias;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tern.Curation;
import dev.tern.Entities;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Filter;
import dev.tern.graph.Metadata;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.note.Alias;
import dev.tern.note.Note;
import dev.tern.query.Question;
import dev.tern.query.recognise.Recogniser;
import dev.tern.query.recognise.Recognition;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.Quarantine;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RecordingStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EntityAliasesTest {
    private static final Note.Act ACT = new Note.Act("ada", Instant.parse("2026-01-31T12:00:00Z"), "");

    private final RecordingStore store = new RecordingStore(new InMemoryGraphStore());
    private final GraphRag rag = GraphRag.builder()
            .store(store)
            .embeddingModel(new HashingEmbeddingModel(64))
            .build();

    private static Document document(String id, String... triplet) {
        return Document.of(id, String.join(" ", triplet) + ".")
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
        return rag.retrieve(new Question(
                        question,
                        Mode.LOCAL,
                        Optional.empty(),
                        Parameters.DEFAULT.with(Parameter.FINAL_TOP_K, 5),
                        Filter.everything()))
                .passages();
    }

    private List<String> documents(String question) {
        return found(question).stream()
                .map(passage -> passage.value().documentId())
                .toList();
    }

    private EntityAliases aliases() {
        return Curation.of(rag).aliases();
    }

    @Test
    void aThingIsFoundUnderAnyOfItsNames() {
        people();
        assertThat(documents("Mark Twain").subList(0, 3)).contains("pen").doesNotContain("boat");
        List<Scored<Passage>> before = found("Mark Twain");
        EntityAliases.Merged merged = aliases().merge(List.of("Mark Twain", "Samuel Clemens", "Sam the Great"), ACT);
        assertThat(merged.isNew()).isTrue();
        assertThat(merged.unknown()).containsExactly("Sam the Great");
        assertThat(merged.ambiguous()).isEmpty();
        assertThat(documents("Mark Twain").subList(0, 3)).contains("pen", "boat");
        assertThat(documents("Sam the Great").subList(0, 3)).contains("pen", "boat");
        assertThat(Entities.of(rag).neighbours("Mark Twain", 10).orElseThrow().entities())
                .extracting(entity -> entity.name())
                .containsExactlyInAnyOrder("a pilot", "the Paul Jones");

        rag.add(document("boat", "Samuel Clemens", "steered", "the Paul Jones"));
        rag.remove(List.of("a"));
        assertThat(documents("Mark Twain").subList(0, 3)).contains("pen", "boat");
        rag.add(document("a", "Ada", "wrote", "notes"));

        Alias split = aliases().split("sam the great", ACT);
        assertThat(split.undone()).contains(ACT);
        assertThat(aliases().list()).isEmpty();
        assertThat(aliases().history()).containsExactly(split);
        assertThat(found("Mark Twain")).isEqualTo(before);
    }

    @Test
    void theTraceTellsThatANameWasFoundThroughAnAlias() {
        people();
        assertThat(recogniseNotes("What did Mark Twain steer?")).isEmpty();
        aliases().merge(List.of("Mark Twain", "Samuel Clemens", "Unheard Of"), ACT);
        aliases().merge(List.of("Horace Bixby", "Bixby"), ACT);
        aliases().merge(List.of("Babbage", "Bixby"), ACT);
        assertThat(recogniseNotes("What did Mark Twain steer?"))
                .containsExactly("by aliases, \"Mark Twain\" is looked for as \"Samuel Clemens\" too");
        assertThat(recogniseNotes("What did Bixby build?"))
                .containsExactly("by aliases, \"Bixby\" is looked for as \"Horace Bixby\" and \"Babbage\" too");
    }

    private List<String> recogniseNotes(String question) {
        return rag.retrieve(
                        new Question(question, Mode.LOCAL, Optional.empty(), Parameters.DEFAULT, Filter.everything()))
                .trace()
                .steps()
                .getFirst()
                .notes();
    }

    @Test
    void suggestingEndsWhenItsThreadIsInterrupted() {
        people();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> aliases().suggest(10))
                    .isInstanceOf(TernException.class)
                    .hasMessage("looking for names to merge was interrupted");
        } finally {
            assertThat(Thread.interrupted()).as("it stays interrupted").isTrue();
        }
    }

    @Test
    void suggestionsAreMergedInOneChange() {
        rag.add(
                document("1", "Twain, Mark", "wrote", "Mark Twain"),
                document("2", "Bixby, Horace", "taught", "Horace Bixby"));
        List<AliasSuggestion> suggested = aliases().suggest(10).likely();
        store.forget();
        aliases().mergeSuggested(suggested.subList(0, 1), "ada", ACT.at());
        List<String> calls = List.copyOf(store.calls());
        aliases().forget(aliases().list().getFirst().id());
        store.forget();
        List<EntityAliases.Merged> merged = aliases().mergeSuggested(suggested, "ada", ACT.at());
        assertThat(store.calls()).isEqualTo(calls);
        assertThat(merged).allMatch(EntityAliases.Merged::isNew).hasSize(2);
        assertThat(aliases().list())
                .extracting(Alias::names)
                .containsExactlyElementsOf(
                        suggested.stream().map(AliasSuggestion::names).toList());
        assertThat(aliases().list())
                .allMatch(alias -> alias.made().why().equals("suggested: the same words, turned around a comma"));
        assertThat(aliases().mergeSuggested(suggested, "ada", ACT.at())).noneMatch(EntityAliases.Merged::isNew);
        assertThat(aliases().mergeSuggested(List.of(), "ada", ACT.at())).isEmpty();
    }

    @Test
    void whatOnlySourcesInQuarantineSayIsNeitherSuggestedNorDoubted() {
        rag.add(
                document("1", "Twain, Mark", "wrote", "Mark Twain"),
                document("2", "Mark Twain", "steered", "a boat"),
                document("3", "Twain, Mark", "steered", "a boat"));
        assertThat(aliases().suggest(10).likely()).hasSize(1);
        store.quarantine(
                present -> present.with(Quarantine.ofTexts(List.of("1", "3")).sources()));
        assertThat(aliases().suggest(10).likely()).isEmpty();
    }

    @Test
    void whatATenantSeesNothingOfIsNoNameToIt() {
        rag.add(
                document("w", "William Collins", "bowed to", "a lady").withMetadata(Metadata.EMPTY.with("tenant", "b")),
                document("c", "Charlotte Collins", "kept", "hens").withMetadata(Metadata.EMPTY.with("tenant", "b")),
                document("h", "Harriet", "kept", "bees").withMetadata(Metadata.EMPTY.with("tenant", "a")));
        aliases().merge(List.of("William Collins", "Collins"), ACT);
        aliases().merge(List.of("Charlotte Collins", "Collins"), ACT);

        assertThat(namesSeenBy("b")).containsExactly("collins");
        assertThat(namesSeenBy("a")).isEmpty();
    }

    private List<String> namesSeenBy(String tenant) {
        try (GraphView view = store.visible(Filter.equal("tenant", tenant))) {
            return Recogniser.offline().recognise("what did collins keep", view).names().stream()
                    .map(Recognition.Name::text)
                    .toList();
        }
    }

    @Test
    void anAmbiguousNameFindsAllThatItMayBe() {
        people();
        rag.add(document("vicar", "William Collins", "preached at", "Hunsford"));
        rag.add(document("wife", "Charlotte Collins", "kept", "hens"));
        aliases().merge(List.of("William Collins", "Collins"), ACT);
        EntityAliases.Merged merged = aliases().merge(List.of("Charlotte Collins", "Collins"), ACT);
        assertThat(merged.ambiguous()).isEqualTo(Map.of("Collins", List.of("William Collins", "Charlotte Collins")));
        assertThat(documents("Collins").subList(0, 2)).containsExactlyInAnyOrder("vicar", "wife");
        assertThatThrownBy(() -> aliases().split("Collins", ACT))
                .isInstanceOf(TernException.class)
                .hasMessageMatching("\"Collins\" is a name in 2 aliases: give the id of one, [0-9a-f]{12}"
                        + " \\[William Collins, Collins] or [0-9a-f]{12} \\[Charlotte Collins, Collins]");
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
        Alias wrong = aliases().merge(List.of("John Ray", "Johnnie Ray"), ACT).alias();
        aliases().merge(List.of("Ada", "Countess of Lovelace"), ACT);
        assertThat(aliases().check())
                .containsExactly(new AliasDoubt(
                        wrong,
                        "John Ray",
                        "Johnnie Ray",
                        List.of(
                                "no passage names both (2 and 2 passages), and nothing is named with both",
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
        AliasSuggestions found = aliases().suggest(10);
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
                .contains(new AliasSuggestions.Possible("Watson", List.of("Dr. Watson", "Professor Watson")));
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
        assertThat(aliases().suggest(10).likely()).isEmpty();
        rag.add(
                document("12", "D. H. Lawrence", "wrote", "a novel"),
                document("13", "D.H. Lawrence", "wrote", "another novel"),
                document("14", "The Art of War", "is", "Art of War"));
        assertThat(aliases().suggest(10).likely())
                .extracting(one -> Set.copyOf(one.names()))
                .containsExactlyInAnyOrder(
                        Set.of("D. H. Lawrence", "D.H. Lawrence"), Set.of("The Art of War", "Art of War"));
    }

    @Test
    void aSuggestionTakesAlongWhatIsKnownOfItsNames() {
        rag.add(
                document("1", "Twain, Mark", "wrote", "Mark Twain"),
                document("2", "Samuel Clemens", "steered", "the Paul Jones"));
        aliases().merge(List.of("Mark Twain", "Samuel Clemens"), ACT);
        AliasSuggestion one = aliases().suggest(10).likely().getFirst();
        assertThat(one.names()).containsExactlyInAnyOrder("Mark Twain", "Twain, Mark", "Samuel Clemens");
        assertThat(aliases().merge(one.names(), ACT).ambiguous()).isEmpty();
        assertThat(store.notes().groups().otherNames("Twain, Mark"))
                .containsExactlyInAnyOrder("mark twain", "samuel clemens");
        assertThat(aliases().suggest(10).likely()).isEmpty();
    }

    @Test
    void aSuggestionThatWouldHaveTooManyNamesOrMeetAnAmbiguousOneIsNotMade() {
        rag.add(document("1", "Twain, Mark", "wrote", "Mark Twain"));
        List<String> names = new ArrayList<>(List.of("Mark Twain"));
        for (int i = 1; i < Alias.MAX_NAMES; i++) {
            names.add("Pen name " + i);
        }
        String id = aliases().merge(names, ACT).alias().id();
        assertThat(aliases().suggest(10).likely()).isEmpty();
        aliases().forget(id);
        assertThat(aliases().suggest(10).likely()).hasSize(1);
        aliases().merge(List.of("Mark Twain", "Mark"), ACT);
        aliases().merge(List.of("Mark Antony", "Mark"), ACT);
        assertThat(aliases().suggest(10).likely()).isEmpty();
    }

    /** Merges whatever and takes it back in any order: every question is answered as before, to the last digit. */
    @Test
    void mergedAndSplitAgainNothingHasChanged() {
        people();
        List<String> questions = new ArrayList<>(List.of("Mark Twain", "Who met Person 7?", "What did Ada write?"));
        for (int i = 0; i < 15; i++) {
            questions.add("What links Person " + i + " and Samuel Clemens?");
        }
        Map<String, List<Scored<Passage>>> before =
                questions.stream().collect(Collectors.toMap(text -> text, this::found));
        Random random = new Random(5);
        for (int round = 0; round < 10; round++) {
            List<String> made = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                List<String> names = new ArrayList<>(random.ints(2 + random.nextInt(3), 0, 21)
                        .distinct()
                        .mapToObj(n -> "Person " + n)
                        .toList());
                names.add("Mark Twain");
                made.add(aliases().merge(names, ACT).alias().id());
            }
            questions.forEach(this::found);
            List<String> distinct = new ArrayList<>(made.stream().distinct().toList());
            Collections.shuffle(distinct, random);
            distinct.forEach(id -> {
                if (random.nextBoolean()) {
                    aliases().split(id, ACT);
                } else {
                    aliases().forget(id);
                }
            });
            questions.forEach(text -> assertThat(found(text)).as(text).isEqualTo(before.get(text)));
            aliases().history().forEach(alias -> aliases().forget(alias.id()));
        }
    }

    @Test
    void aliasesCostNoCallOfTheStore() {
        people();
        store.forget();
        found("What did Mark Twain do?");
        List<String> without = store.calls();
        aliases().merge(List.of("Person 3", "Person 4"), ACT);
        store.forget();
        found("What did Mark Twain do?");
        assertThat(store.calls()).containsExactlyInAnyOrderElementsOf(without);
    }

    @Test
    void theSameSaidTwiceIsOneAlias() {
        people();
        String id = aliases().merge(List.of("Ada", "Babbage"), ACT).alias().id();
        EntityAliases.Merged again = aliases().merge(List.of("babbage", "ADA"), ACT);
        assertThat(again.isNew()).isFalse();
        assertThat(again.alias().id()).isEqualTo(id);
        assertThat(aliases().list()).hasSize(1);
    }

    @Test
    void whatWasTakenBackIsSaidAgainWithinTheSameSecond() {
        people();
        List<String> names = List.of("Ada", "Babbage");
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            EntityAliases.Merged merged = aliases().merge(names, ACT);
            assertThat(merged.isNew()).isTrue();
            assertThat(aliases().list()).containsExactly(merged.alias());
            assertThat(merged.alias().made().at()).isEqualTo(ACT.at());
            ids.add(merged.alias().id());
            aliases().split("Ada", ACT);
        }
        assertThat(ids).hasSize(3);
        assertThat(aliases().list()).isEmpty();
    }

    @Test
    void namesThatTwoMergeAtOnceAreOneAlias() throws Exception {
        people();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 20; round++) {
                CyclicBarrier together = new CyclicBarrier(2);
                List<String> names = List.of("Person " + round, "Somebody " + round);
                List<Future<EntityAliases.Merged>> merged = new ArrayList<>();
                for (String by : List.of("ada", "bob")) {
                    merged.add(threads.submit(() -> {
                        together.await();
                        return aliases().merge(names, new Note.Act(by, ACT.at(), ""));
                    }));
                }
                EntityAliases.Merged one = merged.getFirst().get();
                EntityAliases.Merged other = merged.getLast().get();
                assertThat(one.alias()).isEqualTo(other.alias());
                assertThat(one.isNew()).isNotEqualTo(other.isNew());
                assertThat(aliases().history()).hasSize(round + 1);
            }
        }
    }

    @Test
    void whatDoesNotFitIsRefusedByName() {
        people();
        assertRefused(List.of("Ada", " ada "), "these are 1 different names: [Ada]; an alias joins 2 to 32");
        assertRefused(List.of("Ada", " "), "a name to merge is blank");
        assertRefused(
                List.of("Ada", "x".repeat(201)),
                "the name \"" + "x".repeat(40) + "...\" has 201 characters; a name to merge has at most 200");
        assertRefused(
                List.of("Ada", "x".repeat(39) + "\ud83d\ude00" + "x".repeat(160)),
                "the name \"" + "x".repeat(39) + "...\" has 201 characters; a name to merge has at most 200");
        assertRefused(Collections.nCopies(100_000, "x".repeat(201)), "these are 100000 names; an alias joins 2 to 32");
        assertThatThrownBy(() -> aliases().split("nobody", ACT))
                .hasMessage("no alias that holds has the id or the name \"nobody\"; tern edits list shows them");
        assertThatThrownBy(() -> new Note.Act(" ", Instant.EPOCH, ""))
                .hasMessage("the name of who makes a note has 0 characters; it has 1 to 100");
        assertThatThrownBy(() -> new Note.Act("ada", Instant.EPOCH, "x".repeat(501)))
                .hasMessage("the reason of a note has 501 characters; the limit is 500");
        GraphRag ofOne = GraphRag.builder()
                .sharedStore(store)
                .embeddingModel(new HashingEmbeddingModel(64))
                .scope(Filter.exists("tenant"))
                .build();
        assertThatThrownBy(() -> Curation.of(ofOne))
                .hasMessage("editing is for a whole graph, and this GraphRag has a scope: use one that has none");
    }

    private void assertRefused(List<String> names, String message) {
        assertThatThrownBy(() -> aliases().merge(names, ACT))
                .isInstanceOf(TernException.class)
                .hasMessage(message);
    }
}
