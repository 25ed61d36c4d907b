package dev.tern.theme.leiden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.GraphRag;
import dev.tern.curation.Curation;
import dev.tern.curation.Edits;
import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.ingest.DocumentRemoval;
import dev.tern.ingest.IngestListener;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.query.overview.NearTheme;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.settings.SourceRule;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.AllValues;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.ScriptedChatModel;
import dev.tern.theme.Theme;
import dev.tern.theme.Themes;
import dev.tern.theme.VisibleThemes.VisibleTheme;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Themes of a graph, and questions about it. */
final class ThemeFinderTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
    private static final long SEED = ThemeFinder.DEFAULT_SEED;

    private final InMemoryGraphStore store = new InMemoryGraphStore();
    private final GraphRag rag = rag(store);
    private final ThemeFinder finder = new ThemeFinder(store, () -> NOW);

    private static GraphRag rag(InMemoryGraphStore store) {
        return GraphRag.builder()
                .store(store)
                .embeddingModel(new HashingEmbeddingModel(64))
                .build();
    }

    private static SourceDocument document(String id, String tenant, String subject, String predicate, String object) {
        return SourceDocument.of(id, subject + " " + predicate + " " + object + ".")
                .withMetadata(SourceMetadata.of(Map.of("tenant", tenant)))
                .withStatements(List.of(Statement.of(subject, predicate, object)));
    }

    /** Returns documents about people of one place; each knows all others. */
    private static List<SourceDocument> village(String place, String tenant, int people) {
        List<SourceDocument> documents = new ArrayList<>();
        for (int one = 0; one < people; one++) {
            for (int other = one + 1; other < people; other++) {
                documents.add(document(
                        place + " " + one + " " + other,
                        tenant,
                        place + " person " + one,
                        "quarrelled in the market of " + place + " with",
                        place + " person " + other));
            }
        }
        return documents;
    }

    private static List<SourceDocument> twoVillages() {
        List<SourceDocument> documents = village("Ham", "red", 6);
        documents.addAll(village("Wick", "blue", 5));
        documents.add(document("road", "red", "Ham person 0", "walked once to", "Wick person 0"));
        return documents;
    }

    private Themes find() {
        return finder.find("test", SEED, ThemesListener.NONE);
    }

    private static Set<String> firstWords(List<String> names) {
        return names.stream().map(name -> name.substring(0, name.indexOf(' '))).collect(Collectors.toSet());
    }

    @Test
    void thingsThatAreNamedTogetherAreOneThemeAndTheLargestComesFirst() {
        rag.add(twoVillages(), IngestListener.NONE);

        Themes themes = find();

        assertThat(themes.all()).hasSize(2).allSatisfy(theme -> {
            assertThat(theme.parent()).isEmpty();
            assertThat(firstWords(theme.names())).hasSize(1);
            assertThat(theme.relations()).hasSize(Theme.MAX_RELATIONS).doesNotHaveDuplicates();
        });
        assertThat(themes.all()).extracting(Theme::entities).containsExactly(6, 5);
        assertThat(themes.all()).extracting(Theme::statements).containsExactly(15, 10);
        assertThat(themes.relations()).isEqualTo(26);
        assertThat(themes.foundAt()).isEqualTo(NOW);
        assertThat(Themes.of(store.notes())).as("they are kept with the graph").contains(themes);
    }

    @Test
    void theOrderOfAddingDoesNotMatter() {
        long seed = new Random().nextLong();
        System.out.println("ThemeFinderTest: seed " + seed);
        Random random = new Random(seed);
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            int group = random.nextInt(8);
            documents.add(document(
                    "d" + i,
                    "red",
                    "thing " + group + " " + random.nextInt(12),
                    "meets at " + i,
                    "thing " + (random.nextInt(10) == 0 ? random.nextInt(8) : group) + " " + random.nextInt(12)));
        }
        rag.add(documents, IngestListener.NONE);
        Themes once = find();
        Collections.shuffle(documents, random);
        try (InMemoryGraphStore other = new InMemoryGraphStore()) {
            rag(other).add(documents, IngestListener.NONE);
            Themes again = new ThemeFinder(other, () -> NOW).find("test", SEED, ThemesListener.NONE);
            assertThat(again).isEqualTo(once);
        }
        assertThat(find()).as("nor whether it was done before").isEqualTo(once);
        assertIsPartition(once);
    }

    /** Asserts that no name is in two themes of one level, and no part exceeds its theme. */
    private static void assertIsPartition(Themes themes) {
        for (boolean first : List.of(true, false)) {
            Set<String> names = new HashSet<>();
            themes.all().stream()
                    .filter(theme -> theme.parent().isEmpty() == first)
                    .flatMap(theme -> theme.names().stream())
                    .forEach(name -> assertThat(names.add(ContentId.ofEntity(name)))
                            .as(name)
                            .isTrue());
        }
        themes.first()
                .forEach(theme -> assertThat(themes.parts(theme).stream()
                                .mapToInt(Theme::entities)
                                .sum())
                        .isLessThanOrEqualTo(theme.entities()));
        assertThat(themes.all()).extracting(Theme::id).doesNotHaveDuplicates();
    }

    @Test
    void anEmptyGraphIsRefusedAndOneOfDustHasNoThemes() {
        assertThatThrownBy(this::find)
                .isInstanceOf(TernException.class)
                .hasMessage("the graph is empty: it has no themes; add documents first");
        assertThatThrownBy(() -> rag.ask(Question.of("What is it all about?", Mode.OVERVIEW)))
                .isInstanceOf(TernException.class)
                .hasMessage("the graph is empty: it has no overview; add documents first");

        rag.add(List.of(document("one", "red", "Rain", "falls on", "Rain")), IngestListener.NONE);
        assertThatThrownBy(() -> rag.ask(Question.of("What is it all about?", Mode.OVERVIEW)))
                .isInstanceOf(TernException.class)
                .hasMessage(
                        "overview mode needs themes, and this graph has none yet: run tern themes, or over HTTP POST"
                                + " .../themes, or in a program ThemeFinder");
        assertThat(find().all()).as("one entity").isEmpty();

        rag.add(
                List.of(document("two", "red", "Ann", "met", "Bea"), document("three", "red", "Cid", "met", "Dan")),
                IngestListener.NONE);
        assertThat(find().all()).as("pairs are dust").isEmpty();
        Answer answer = rag.ask(Question.of("What is it all about?", Mode.OVERVIEW));
        assertThat(answer.passages()).hasSize(3);
        assertThat(answer.kind()).isEqualTo(Answer.Kind.UNKNOWN);
        assertThat(answer.trace().steps().stream()
                        .filter(step -> step.name().equals("themes"))
                        .flatMap(step -> step.remarks().stream()))
                .containsExactly("no theme of the graph is visible here; the passages come from a walk");
    }

    @Test
    void anUpdateKeepsTheIdsOfWhatHasHardlyChanged() {
        rag.add(twoVillages(), IngestListener.NONE);
        Themes before = find();
        rag.add(village("Moor", "red", 7), IngestListener.NONE);
        rag.add(
                List.of(document("new", "red", "Ham newcomer", "quarrelled with", "Ham person 1")),
                IngestListener.NONE);

        Themes after = finder.update("test", SEED, ThemesListener.NONE);

        assertThat(after.first()).hasSize(3);
        for (Theme theme : before.first()) {
            Theme same = after.first().stream()
                    .filter(one -> one.id().equals(theme.id()))
                    .findFirst()
                    .orElseThrow();
            assertThat(same.names().subList(0, theme.names().size())).isEqualTo(theme.names());
        }
        assertThat(after.relations()).isEqualTo(before.relations() + 22);
        assertThat(store.notes().all())
                .as("nothing of the former themes stays")
                .hasSize(after.all().size() + 1);
    }

    @Test
    void newThemeDoesNotTakeTheIdThatAnEarlierOneKeeps() {
        Theme earlier = new Theme("0123456789ab", Optional.empty(), List.of("Ham", "Wick"), List.of("key"), 3, 3);
        Theme moved = new Theme("ba9876543210", Optional.empty(), List.of("Ham", "Wick"), List.of("key"), 3, 3);
        Theme other = new Theme("0123456789ab", Optional.empty(), List.of("Moor", "Dale"), List.of("key"), 3, 3);
        List<Theme> kept = EarlierThemes.kept(new Themes(NOW, 3, 3, List.of(earlier)), List.of(moved, other));
        assertThat(kept.getFirst()).isEqualTo(earlier);
        assertThat(kept.getLast().id()).hasSize(12).isNotEqualTo(earlier.id());
    }

    @Test
    void themesStandBesideOtherNotesAndAliasesAreOneEntity() {
        rag.add(twoVillages(), IngestListener.NONE);
        Curation.of(rag).edits().make(new Merge(List.of("Ham person 0", "Ham person 1")), new Note.Act("ada", NOW, ""));
        Themes themes = find();
        assertThat(themes.first().getFirst().entities()).isEqualTo(5);
        assertThat(store.notes().edits()).hasSize(1);
        store.changeNotes((Notes present) -> Themes.without(present));
        assertThat(Themes.of(store.notes())).isEmpty();
        assertThat(store.notes().edits()).hasSize(1);
    }

    @Test
    void aQuestionAboutTheWholeIsAnsweredFromEachTheme() {
        rag.add(twoVillages(), IngestListener.NONE);
        find();
        Answer answer = rag.ask(
                Question.of("who quarrelled?", Mode.OVERVIEW).withParameters(Parameters.of(Parameter.FINAL_TOP_K, 4)));

        assertThat(answer.kind()).isEqualTo(Answer.Kind.EXTRACTIVE);
        assertThat(answer.trace().steps())
                .extracting(Trace.Step::name)
                .containsExactly("recognise", "seed", "expand", "rank", "themes", "spread", "collect", "answer");
        assertThat(answer.passages()).hasSize(12);
        assertThat(answer.retrieval().themes()).hasSize(2);
        for (String place : List.of("Ham", "Wick")) {
            assertThat(answer.text().lines())
                    .anySatisfy(line -> assertThat(line)
                            .startsWith(place + " person")
                            .contains(": “" + place + " person")
                            .contains("quarrelled in the market of " + place)
                            .containsPattern("” \\[\\d+\\]"));
        }
        for (NearTheme theme : answer.retrieval().themes()) {
            assertThat(theme.passageIds()).isNotEmpty();
        }
    }

    @Test
    void aThemeOfRenamedEntitiesThatIsLookedForAgainHasTheirNewNamesAndItsPassages() {
        rag.add(twoVillages(), IngestListener.NONE);
        find();
        for (int person = 0; person < 5; person++) {
            Curation.of(rag)
                    .edits()
                    .make(
                            new Rename("Wick person " + person, "Moor person " + person),
                            new Note.Act("ada", NOW.plusSeconds(person), ""));
        }

        find();
        assertMoorHasPassages();
    }

    @Test
    void whatWasSplitFromAnEntityIsACentralNameToo() {
        rag.add(twoVillages(), IngestListener.NONE);
        List<String> quarrels =
                IntStream.range(1, 5).mapToObj(other -> "Wick 0 " + other).toList();
        Curation.of(rag)
                .edits()
                .make(new Split("Wick person 0", "Wick miller", quarrels), new Note.Act("ada", NOW, ""));

        assertThat(find().first().getLast().names()).contains("Wick miller").doesNotContain("Wick person 0");
        assertThat(Themes.of(rag).getLast().theme().names()).contains("Wick miller");
    }

    private void assertMoorHasPassages() {
        Answer answer = rag.ask(Question.of("who quarrelled?", Mode.OVERVIEW));
        assertThat(answer.retrieval().themes()).hasSize(2);
        NearTheme moor = answer.retrieval().themes().stream()
                .filter(theme -> firstWords(theme.names()).equals(Set.of("Moor")))
                .findFirst()
                .orElseThrow();
        assertThat(moor.passageIds()).isNotEmpty();
    }

    @Test
    void aChatModelIsAskedOnceAndToldTheThemes() {
        rag.add(twoVillages(), IngestListener.NONE);
        find();
        ScriptedChatModel chat =
                ScriptedChatModel.saying("The people of Ham person 0 quarrelled in the market of Ham [1].");
        try (GraphRag asking = GraphRag.builder()
                .store(store)
                .embeddingModel(new HashingEmbeddingModel(64))
                .chatModel(chat)
                .build()) {
            Answer answer = asking.ask(Question.of("who quarrelled?", Mode.OVERVIEW));
            assertThat(answer.trace().total().modelCalls())
                    .as("one of the chat model, and one for the question's vector")
                    .isEqualTo(2);
            assertThat(chat.requests()).hasSize(1);
            String prompt = ScriptedChatModel.user(chat.requests().getFirst());
            assertThat(prompt).contains("<themes>").contains("Ham person").contains(": passages ");
        }
    }

    @Test
    void aTenantSeesNothingThatAnotherBroughtIn() {
        rag.add(twoVillages(), IngestListener.NONE);
        find();
        assertThat(Themes.of(rag)).hasSize(2);
        GraphRag tenant = GraphRag.builder()
                .store(store)
                .embeddingModel(new HashingEmbeddingModel(64))
                .scope(MetadataFilter.equal("tenant", "red"))
                .build();
        List<VisibleTheme> seen = Themes.of(tenant);
        assertThat(seen).hasSize(1);
        assertThat(firstWords(seen.getFirst().theme().names())).containsExactly("Ham");

        Answer answer = rag.ask(
                Question.of("who quarrelled?", Mode.OVERVIEW).withFilter(MetadataFilter.equal("tenant", "blue")));
        assertThat(AllValues.of(answer).replace("Wick person 0", "")).doesNotContain("Ham person 1");
        assertThat(answer.text()).contains("Wick person").doesNotContain("Ham");
        assertThat(answer.retrieval().themes()).hasSize(1);

        new Edits(store).trust(SourceRule.parseAll("Wick*=0"), new Note.Act("ada", Instant.EPOCH, ""));
        assertThat(find().first()).as("a hidden source is not looked at").hasSize(1);
    }

    @Test
    void namesOfDocumentsThatAreRemovedDuringTheSearchAreNotKept() {
        rag.add(twoVillages(), IngestListener.NONE);
        List<String> wick =
                village("Wick", "blue", 5).stream().map(SourceDocument::id).toList();

        Themes themes = finder.find("test", SEED, (step, done, end) -> {
            if (step == ThemesListener.SearchStep.NAMING) {
                DocumentRemoval.remove(store, wick, ids -> rag.remove(ids));
            }
        });

        assertThat(themes.all()).hasSize(2);
        assertThat(themes.all().getLast().names())
                .as("a statement about the road names that person, too")
                .containsExactly("Wick person 0");
        assertThat(Themes.of(store.notes())).contains(themes);
    }

    @Test
    void anInterruptEndsItAndNothingIsChanged() {
        rag.add(twoVillages(), IngestListener.NONE);
        Notes before = store.notes();
        Thread.currentThread().interrupt();
        assertThatThrownBy(this::find)
                .isInstanceOf(TernException.class)
                .hasMessage("finding themes was interrupted; the graph keeps its themes");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(store.notes()).isEqualTo(before);
    }
}
