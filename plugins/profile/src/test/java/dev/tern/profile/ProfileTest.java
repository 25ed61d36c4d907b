package dev.tern.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.tern.GraphRag;
import dev.tern.curation.Curation;
import dev.tern.curation.Edits;
import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.NameDoubt;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Note;
import dev.tern.profile.GraphProfile.Advice;
import dev.tern.profile.GraphProfile.Advice.Topic;
import dev.tern.profile.GraphProfile.CountedName;
import dev.tern.profile.GraphProfile.DoubtfulName;
import dev.tern.profile.GraphProfile.EdgeKind;
import dev.tern.profile.GraphProfile.EdgeKind.Kind;
import dev.tern.profile.GraphProfile.LanguageShare;
import dev.tern.profile.GraphProfile.Verdict.Outlook;
import dev.tern.profile.ProfileListener.ProfileStep;
import dev.tern.settings.SourceRule;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.text.Language;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ProfileTest {
    private final InMemoryGraphStore store = new InMemoryGraphStore();
    private GraphRag rag = rag(TripletExtractor.none());

    private GraphRag rag(TripletExtractor extractor) {
        return GraphRag.builder()
                .store(store)
                .embeddingModel(new HashingEmbeddingModel(256))
                .extractor(extractor)
                .build();
    }

    @AfterEach
    void close() {
        rag.close();
        store.close();
    }

    private void offline() {
        rag = rag(TripletExtractor.offline());
    }

    private GraphProfile profile() {
        return Profile.of(rag);
    }

    private static SourceDocument stating(String id, String subject, String predicate, String object) {
        return SourceDocument.of(id, subject + " " + predicate + " " + object + ".")
                .withStatements(List.of(Statement.of(subject, predicate, object)));
    }

    /**
     * 24 passages: twelve of a chain of 13 persons, where inner persons are in two each; six with
     * two unique names each; four without statements; two with the same text.
     */
    private void chain() {
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            documents.add(stating("chain" + i, "Person " + i, "taught", "Person " + (i + 1)));
        }
        for (int i = 0; i < 6; i++) {
            documents.add(stating("alone" + i, "Tower" + i, "stands in", "Field" + i));
        }
        for (int i = 0; i < 4; i++) {
            documents.add(
                    SourceDocument.of("silent" + i, "Rain fell on day " + i + " and nothing else was to be told."));
        }
        documents.add(stating("copy", "The Mill", "burned in", "1902"));
        documents.add(stating("copied", "The Mill", "burned in", "1902"));
        rag.add(documents, IngestListener.NONE);
    }

    @Test
    void whatIsThereIsCounted() {
        chain();

        GraphProfile profile = profile();

        assertThat(profile.sample()).isEqualTo(new GraphProfile.SampleSize(Profile.DEFAULT_SEED, 500, 24, 27));
        assertThat(profile)
                .hasToString("24 documents, 24 passages: " + profile.verdict().sentence());
        assertThat(profile.sizes().entities()).isEqualTo(13 + 12 + 2);
        assertThat(profile.sizes().relations()).isEqualTo(12 + 6 + 1);
        assertThat(profile.sizes().statements()).isEqualTo(20.0 / 24);
        assertThat(profile.sizes().withoutStatements()).isEqualTo(4.0 / 24);
        assertThat(profile.sizes().nameLists()).isZero();
        assertThat(profile.sizes().selfRelations()).isZero();
        assertThat(profile.sizes().p95Tokens()).isEqualTo(13);
        assertThat(profile.embeddingModel()).isEqualTo("hashing-256");
        assertThat(profile.languages()).containsExactly(new LanguageShare(Language.ENGLISH, 1));
    }

    @Test
    void passagesAreLinkedByNamesThatOthersHave() {
        chain();

        GraphProfile.Links links = profile().links();

        assertThat(links.linked()).isEqualTo(14.0 / 24);
        assertThat(links.crossDocument()).isEqualTo(14.0 / 24);
        assertThat(links.titled()).isZero();
        assertThat(links.singlePassageEntities()).isEqualTo((2 + 12) / 27.0);
        assertThat(links.hubLimit()).isEqualTo(20);
        assertThat(links.hubs()).isEmpty();
    }

    @Test
    void joinedPassagesAreComparedWithAnyTwo() {
        chain();

        assertThat(profile().edges()).singleElement().satisfies(edge -> {
            assertThat(edge.kind()).isEqualTo(Kind.NAME);
            assertThat(edge.pairs()).isEqualTo(14);
            assertThat(edge.nearer()).isBetween(0.8, 1.0);
        });
    }

    @Test
    void aTitleInATextAndTheNextPassageAreEdgesToo() {
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            documents.add(SourceDocument.of("d" + i, "Behind the hill lies Village" + (i + 1) + ", which is old.")
                    .withTitle("Village" + i));
        }
        documents.add(
                SourceDocument.of("long", "The first sentence is about rain. ".repeat(60) + "The last is about sun."));
        rag.add(documents, IngestListener.NONE);

        GraphProfile profile = profile();

        int passages = Math.toIntExact(profile.sizes().passages());
        assertThat(profile.links().titled()).isEqualTo(19.0 / passages);
        assertThat(profile.edges())
                .extracting(EdgeKind::kind, EdgeKind::pairs)
                .containsExactly(tuple(Kind.TITLE, 19), tuple(Kind.READING_ORDER, passages - 21));
    }

    @Test
    void copiesAreFoundAndNamed() {
        chain();

        GraphProfile.Duplicates copies = profile().duplicates();

        assertThat(copies.same()).isEqualTo(2.0 / 24);
        assertThat(copies.alike()).isEqualTo(2.0 / 24);
        assertThat(copies.examples()).containsExactly(List.of("copied", "copy"));
        assertThat(copies.aliases()).isEqualTo(OptionalInt.of(0));
    }

    @Test
    void aNameThatIsEverywhereIsAHubAndNoLink() {
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            documents.add(stating("d" + i, "LiHua", "met", "Friend" + i));
        }
        rag.add(documents, IngestListener.NONE);

        GraphProfile profile = profile();

        assertThat(profile.links().hubs()).containsExactly(new CountedName("LiHua", 30));
        assertThat(profile.links().linked()).isZero();
        assertThat(profile.verdict().outlook()).isEqualTo(Outlook.DOES_NOT_HELP);
        assertThat(profile.verdict().sentence())
                .isEqualTo(
                        "Mode local will probably find no more than plain vector search: 0 of 100 passages have a name"
                            + " in common with another; other shared names are in more than 20 passages each and make"
                            + " no link.");
    }

    @Test
    void theTitleOfALongDocumentIsNoHub() {
        List<SourceDocument> documents = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            text.append("Tarnside Mill is mentioned in line ").append(i).append(" of this book. ");
        }
        documents.add(SourceDocument.of("book", text.toString()).withTitle("Tarnside Mill"));
        for (int i = 0; i < 10; i++) {
            documents.add(SourceDocument.of("d" + i, "The visitor number " + i + " went to Tarnside Mill."));
        }
        offline();
        rag.add(documents, IngestListener.NONE);

        GraphProfile profile = profile();

        long passages = profile.sizes().passages();
        assertThat(passages).isGreaterThan(21 + 10);
        assertThat(profile.links().titled()).isEqualTo(10.0 / passages);
        assertThat(profile.edges()).extracting(EdgeKind::kind).contains(Kind.TITLE);
        rag.remove(documents.stream().skip(1).map(SourceDocument::id).toList());
        assertThat(profile().links().hubs()).isEmpty();
    }

    @Test
    void whatLooksLikeNoNameIsCountedByWhatItIsInstead() {
        rag.add(
                SourceDocument.of("a", "However, the whistle blew and a whistle answered. Whistle it was.")
                        .withStatements(List.of(
                                Statement.of("Whistle", "blew at", "Anna Moor"),
                                Statement.of("Anna Moor", "is in", "report-7.pdf"),
                                Statement.of("However", "is", "THE GREAT HALL"),
                                Statement.of("Anna Moor", "is", "1902"))),
                SourceDocument.of("b", "Anna Moor saw it in 1902.")
                        .withStatements(List.of(Statement.of("Anna Moor", "saw it in", "1902"))));

        GraphProfile.SuspectNames names = profile().names();

        assertThat(names.suspectShare()).isEqualTo(5.0 / 6);
        assertThat(names.doubts())
                .isEqualTo(Map.of(
                        NameDoubt.COMMON_WORD, 1.0 / 6,
                        NameDoubt.ADDRESS, 1.0 / 6,
                        NameDoubt.FUNCTION_WORD, 1.0 / 6,
                        NameDoubt.HEADING, 1.0 / 6,
                        NameDoubt.NUMBER, 1.0 / 6));
        assertThat(names.examples())
                .containsExactly(
                        new DoubtfulName("1902", NameDoubt.NUMBER, 2),
                        new DoubtfulName("However", NameDoubt.FUNCTION_WORD, 1),
                        new DoubtfulName("THE GREAT HALL", NameDoubt.HEADING, 1),
                        new DoubtfulName("Whistle", NameDoubt.COMMON_WORD, 1),
                        new DoubtfulName("report-7.pdf", NameDoubt.ADDRESS, 1));
    }

    @Test
    void whatLooksLikeNoNameDoesSoWithAliasesToo() {
        rag.add(SourceDocument.of("a", "The whistle blew and a whistle answered. Whistle it was.")
                .withStatements(List.of(
                        Statement.of("Whistle", "blew at", "Anna Moor"), Statement.of("However", "is", "Chapter"))));
        Curation.of(rag).edits().make(new Merge(List.of("However", "Chapter")), new Note.Act("ada", Instant.EPOCH, ""));

        GraphProfile.SuspectNames names = profile().names();

        assertThat(names.doubts()).isEqualTo(Map.of(NameDoubt.FUNCTION_WORD, 1.0 / 3, NameDoubt.COMMON_WORD, 1.0 / 3));
        assertThat(names.doubts().keySet()).containsExactly(NameDoubt.FUNCTION_WORD, NameDoubt.COMMON_WORD);
        assertThat(names.suspectShare()).isEqualTo(2.0 / 3);
        assertThat(names.examples()).extracting(DoubtfulName::name).contains("Whistle");
    }

    @Test
    void theNamesThatStandInForStatementsAreNoneThatSayNothing() {
        NameCountVisitor counting =
                new NameCountVisitor(new NameTallies(1), new WordSpellings(), 3, ProfileListener.NONE);
        Passage passage = Passage.of(
                SourceDocument.of("a", "x"), 0, "Anna. Bert.", List.of(Statement.ofNames(List.of("Anna", "Bert"))));

        for (Extraction extraction : List.of(
                Extraction.GIVEN,
                Extraction.waiting("a model"),
                Extraction.waiting("a model").failed("no answer"))) {
            counting.passage(new Embedded<>(passage.with(passage.statements(), extraction), new float[] {1}));
            assertThat(counting.listing()).isEqualTo(1);
        }
        counting.passage(new Embedded<>(
                passage.with(List.of(Statement.of("Anna", "met", "Bert")), Extraction.GIVEN), new float[] {1}));

        assertThat(counting.listing()).isEqualTo(0.5);
        assertThat(counting.statementsOfAPassage()).isEqualTo(1);
    }

    @Test
    void aGraphMadeWithoutAnExtractorIsToBeMadeWithOne() {
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            documents.add(
                    SourceDocument.of("d" + i, "Edith Crane " + i + " built the mill number " + i + " on the river."));
        }
        rag.add(documents, IngestListener.NONE);

        assertThat(profile().advice())
                .contains(new Advice(
                        Topic.SIZES,
                        "To find missing statements, add the documents again with tern add --extractor rules."));
    }

    @Test
    void passagesWithoutAWordAreNoCopies() {
        rag.add(List.of(SourceDocument.of("a", "*** --- ***"), SourceDocument.of("b", "...")), IngestListener.NONE);

        assertThat(profile().duplicates().alike()).isZero();
    }

    @Test
    void asManyNamesToMergeAsAreCountedAreManyInAGraphOfAnySize() {
        GraphProfile.Sizes sizes = new GraphProfile.Sizes(9, 9, 190_000, 9, 0, 0, 99, 99, 1, 0, 0, 0);

        assertThat(advice(999, sizes)).isEmpty();
        assertThat(advice(1000, sizes))
                .containsExactly(new Advice(
                        Topic.DUPLICATES, "tern edit suggest shows these names, and with --merge merges them."));
    }

    private static List<Advice> advice(int aliases, GraphProfile.Sizes sizes) {
        return new AdviceRules(List.of())
                .copies(new GraphProfile.Duplicates(0, 0, List.of(), OptionalInt.of(aliases)), sizes)
                .advice();
    }

    @Test
    void statementsThatSayNothingAreCounted() {
        rag.add(SourceDocument.of("a", "Anna. Bert.")
                .withStatements(List.of(
                        Statement.ofNames(List.of("Anna", "Bert")),
                        Statement.of("Anna", "is", "anna"),
                        Statement.of("Anna", "met", "Bert"),
                        new Statement("Bert slept", List.of("Bert")))));

        GraphProfile.Sizes sizes = profile().sizes();

        assertThat(sizes.nameLists()).isEqualTo(0.25);
        assertThat(sizes.selfRelations()).isEqualTo(0.25);
    }

    @Test
    void aliasesJoinWhatTheyName() {
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            documents.add(stating("d" + i, "Thing" + i, "belongs to", "Owner" + i));
        }
        rag.add(documents, IngestListener.NONE);
        assertThat(profile().links().linked()).isZero();

        Curation.of(rag).edits().make(new Merge(List.of("Thing1", "Owner7")), new Note.Act("ada", Instant.EPOCH, ""));

        assertThat(profile().links().linked()).isEqualTo(2.0 / 20);
    }

    @Test
    void hiddenSourcesAreLeftOut() {
        chain();
        new Edits(store).trust(SourceRule.parseAll("copied=0"), new Note.Act("ada", Instant.EPOCH, ""));

        assertThat(profile().sizes().passages()).isEqualTo(23);
        assertThat(profile().duplicates().same()).isZero();
    }

    @Test
    void theSameSeedDrawsTheSameWhateverTheOrderOfAdding() {
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            documents.add(stating("d" + i, "Person " + i % 90, "taught", "Person " + (i + 1) % 90));
        }
        rag.add(documents, IngestListener.NONE);
        GraphProfile one = Profile.of(store, 50, 7, ProfileListener.NONE);
        rag.remove(documents.stream().map(SourceDocument::id).toList());
        rag.add(documents.reversed(), IngestListener.NONE);

        assertThat(Profile.of(store, 50, 7, ProfileListener.NONE)).isEqualTo(one);
        assertThat(one.sample()).isEqualTo(new GraphProfile.SampleSize(7, 50, 50, 50));
        // Every person is in four or five passages, so that all samples agree.
        assertThat(one.links().linked()).isEqualTo(1);
        assertThat(one.links().singlePassageEntities()).isZero();
    }

    @Test
    void theListenerHearsEveryStepToItsEnd() {
        chain();
        Map<ProfileStep, Long> last = new EnumMap<>(ProfileStep.class);
        Map<ProfileStep, Long> ends = new EnumMap<>(ProfileStep.class);

        Profile.of(store, 50, 1, (step, done, end) -> {
            last.put(step, done);
            ends.put(step, end);
        });

        assertThat(last)
                .isEqualTo(Map.of(ProfileStep.DRAWING, 51L, ProfileStep.COUNTING, 24L, ProfileStep.COMPARING, 24L));
        assertThat(ends).isEqualTo(last);
    }

    @Test
    void whatCannotBeProfiledIsRefused() {
        assertThatThrownBy(this::profile)
                .isInstanceOf(TernException.class)
                .hasMessage("the graph is empty: there is nothing to profile");
        chain();
        assertThatThrownBy(() -> Profile.of(store, 49, 1, ProfileListener.NONE))
                .hasMessage("the sample is 49; it must be 50 to 10000");
        try (GraphRag scoped = GraphRag.builder()
                .store(store)
                .embeddingModel(new HashingEmbeddingModel(256))
                .scope(MetadataFilter.parse("team = \"a\""))
                .build()) {
            assertThatThrownBy(() -> Profile.of(scoped))
                    .hasMessage("profiling needs the whole graph, and this GraphRag has a scope: use one without");
        }
    }

    @Test
    void aGraphOfWhichEverythingWasRemovedHasAProfileOfNothing() {
        chain();
        Set<String> ids = new TreeSet<>();
        for (int i = 0; i < 12; i++) {
            ids.addAll(List.of("chain" + i, "alone" + i, "silent" + i));
        }
        ids.addAll(List.of("copy", "copied"));
        rag.remove(ids);

        GraphProfile profile = profile();

        assertThat(profile.sizes().passages()).isZero();
        assertThat(profile.edges()).isEmpty();
        assertThat(profile.languages()).isEmpty();
        assertThat(profile.advice()).isEmpty();
        assertThat(profile.verdict().sentence())
                .isEqualTo("0 passages are too few to tell: plain vector search finds many of them in its first five.");
    }

    @Test
    void aHealthyGraphHelpsAndNothingIsToBeChanged() {
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            String miller = "Miller" + i % 37;
            String baker = "Baker" + i * 7 % 41;
            String season = List.of(
                            "dry summer",
                            "cold winter",
                            "bright spring",
                            "late autumn",
                            "long journey",
                            "short war",
                            "great flood",
                            "quiet peace")
                    .get(i % 8);
            documents.add(SourceDocument.of(
                            "d" + i, miller + " taught " + baker + " " + season + " and wrote letters home about it.")
                    .withStatements(List.of(Statement.of(miller, "taught", baker))));
        }
        rag.add(documents, IngestListener.NONE);

        GraphProfile profile = profile();

        assertThat(profile.verdict().outlook()).as(profile.verdict().sentence()).isEqualTo(Outlook.HELPS);
        assertThat(profile.advice()).isEmpty();
    }

    @Test
    void unrelatedSentencesAreNotHelped() {
        offline();
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            documents.add(SourceDocument.of("d" + i, "The kettle number " + i + " warms a cold room near the river."));
        }
        rag.add(documents, IngestListener.NONE);

        GraphProfile profile = profile();

        assertThat(profile.verdict().sentence())
                .isEqualTo("Mode local will probably find no more than plain vector search: 0 of 100 passages have a"
                        + " name in common with another, so there are few links to follow.");
        assertThat(profile.advice())
                .contains(new Advice(
                        Topic.SIZES,
                        "To find missing statements, add the documents again with a chat model: tern add"
                                + " --extractor model, after tern add --dry-run."));
    }

    @Test
    void theLinesOfALogAreNotHelped() {
        offline();
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 600; i++) {
            log.append("2024-03-%02d 10:%02d:00 %s [worker-%d] com.example.Service - request %d took %d ms%n"
                    .formatted(
                            1 + i % 28, i % 60, List.of("INFO", "WARN", "ERROR").get(i % 3), i % 8, i * 7919, i % 900));
        }
        rag.add(SourceDocument.of("app.log", log.toString()));

        GraphProfile profile = profile();

        assertThat(profile.verdict().outlook()).as(profile.toString()).isEqualTo(Outlook.DOES_NOT_HELP);
        assertThat(profile.advice()).extracting(Advice::about).doesNotContain(Topic.LANGUAGES);
    }

    @Test
    void oneDocumentAHundredTimesIsNotHelped() {
        offline();
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            documents.add(SourceDocument.of(
                    "d" + i, "Edith Crane built the Tarnside Mill. Her brother Oswald Crane ran it."));
        }
        rag.add(documents, IngestListener.NONE);

        GraphProfile profile = profile();

        assertThat(profile.verdict().sentence())
                .isEqualTo("Mode local will probably find no more than plain vector search: 100 of 100 passages nearly"
                        + " repeat another.");
        assertThat(profile.advice())
                .contains(new Advice(
                        Topic.DUPLICATES,
                        "Copies take up places among the passages found: tern remove DOCUMENT takes one out, and tern"
                                + " add --exclude GLOB leaves files out."));
    }

    @Test
    void ofOneShortDocumentNothingCanBeTold() {
        offline();
        rag.add(SourceDocument.of("d", "Edith Crane built the Tarnside Mill. Her brother Oswald Crane ran it."));

        GraphProfile profile = profile();

        assertThat(profile.verdict().outlook()).isEqualTo(Outlook.CANNOT_TELL);
        assertThat(profile.verdict().sentence())
                .isEqualTo("1 passage is too few to tell: plain vector search finds many of them in its first five.");
    }

    @Test
    void textInJapaneseIsReadAndAModelForEnglishIsTold() {
        rag = GraphRag.builder()
                .store(store)
                .embeddingModel(new HashingEmbeddingModel(64).named("all-MiniLM-L6-v2-q"))
                .build();
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            documents.add(SourceDocument.of("d" + i, "「カモメ" + i % 12 + "」は田中の小説である。東京で書かれた。"));
        }
        rag.add(documents, IngestListener.NONE);

        GraphProfile profile = profile();

        assertThat(profile.languages()).containsExactly(new LanguageShare(Language.JAPANESE, 1));
        assertThat(profile.links().linked()).isEqualTo(1, within(0.01));
        assertThat(profile.advice())
                .contains(new Advice(
                        Topic.LANGUAGES,
                        "The embedding model is for English: add the documents to another graph with one for many"
                                + " languages, as in tern add --graph NEW --embedding-model"
                                + " ./models/multilingual-e5-small."));
    }
}
