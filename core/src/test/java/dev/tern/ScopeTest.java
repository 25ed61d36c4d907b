package dev.tern;

import static dev.tern.testing.Tenants.BLUE;
import static dev.tern.testing.Tenants.QUESTIONS;
import static dev.tern.testing.Tenants.RED;
import static dev.tern.testing.Tenants.SECRET;
import static dev.tern.testing.Tenants.document;
import static dev.tern.testing.Tenants.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.AllValues;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.ScriptedChatModel;
import dev.tern.testing.Tenants;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two tenants of one graph with documents about the same things. */
class ScopeTest {
    private final HashingEmbeddingModel embeddings = new HashingEmbeddingModel(64);
    private final InMemoryGraphStore store = Tenants.both(embeddings);

    private GraphRag.Builder over(InMemoryGraphStore graph) {
        return GraphRag.builder().store(graph).embeddingModel(embeddings).extractor(TripletExtractor.none());
    }

    @Test
    void nothingOfAnotherTenantReachesAPromptATraceOrAnAnswer() {
        for (String text : QUESTIONS) {
            for (boolean hybrid : new boolean[] {false, true}) {
                for (Mode mode : Tenants.MODES) {
                    ScriptedChatModel chat = Tenants.eager();
                    GraphRag rag =
                            over(store).chatModel(chat).scope(tenant("red")).build();
                    Answer answer = rag.ask(Question.of(text, mode).withParameters(Tenants.wide(hybrid)));

                    assertThat(answer.passages()).as(text).isNotEmpty();
                    assertThat(answer.passages())
                            .extracting(passage -> passage.value().documentId())
                            .allMatch(id -> id.startsWith("red/"));
                    assertThat(withoutQuestion(answer, chat, text))
                            .as(text + " " + mode)
                            .doesNotContain("ORLA", "HAM");
                }
            }
        }
    }

    /** Returns everything that was shown, without the question's own words. */
    private static String withoutQuestion(Answer answer, ScriptedChatModel chat, String question) {
        String shown = AllValues.of(List.of(answer.text(), answer.passages(), answer.relations()));
        for (var request : chat.requests()) {
            shown += request.messages().toString().replace(question, "");
        }
        return shown + AllValues.of(answer.trace()).replace(question, "");
    }

    @Test
    void filterThatIsTooLargeTogetherWithTheScopeIsRefused() {
        GraphRag rag = over(store).scope(tenant("red")).build();
        MetadataFilter largest = MetadataFilter.in(
                "year",
                IntStream.range(0, MetadataFilter.MAX_CONDITIONS).boxed().toList());

        assertThatThrownBy(() -> rag.retrieve(Question.of("Who?", Mode.NAIVE).withFilter(largest)))
                .isInstanceOf(TernException.class)
                .hasMessage("combined with the scope of the question, a filter has 4097 conditions;"
                        + " the limit is 4096");
        assertThat(over(store)
                        .build()
                        .retrieve(Question.of("Who?", Mode.NAIVE).withFilter(largest))
                        .passages())
                .isNotEmpty();
    }

    @Test
    void wordsThatOnlyTheOtherTenantUsesAreNowhere() {
        for (Mode mode : Tenants.MODES) {
            ScriptedChatModel chat = Tenants.eager();
            GraphRag rag = over(store).chatModel(chat).scope(tenant("red")).build();
            String question = "Who bakes bread in Ham, and what of Orla Finn's mill?";
            Answer answer = rag.ask(Question.of(question, mode).withParameters(Tenants.wide(true)));
            assertThat((answer + " " + chat.requests()).toLowerCase(Locale.ROOT))
                    .doesNotContain(SECRET);
        }
    }

    @Test
    void whatIsFoundInAScopeIsWhatAGraphWithoutAnythingElseWouldFind() {
        InMemoryGraphStore alone = new InMemoryGraphStore();
        over(alone).build().add(RED, IngestListener.NONE);
        for (String text : QUESTIONS) {
            for (boolean hybrid : new boolean[] {false, true}) {
                for (Mode mode : List.of(Mode.NAIVE, Mode.LOCAL)) {
                    Question question = Question.of(text, mode).withParameters(Tenants.wide(hybrid));
                    Retrieval scoped = over(store).scope(tenant("red")).build().retrieve(question);
                    Retrieval single = over(alone).build().retrieve(question);
                    assertThat(scoped.passages()).as(text).isEqualTo(single.passages());
                    assertThat(scoped.relations()).as(text).isEqualTo(single.relations());
                }
            }
        }
    }

    @Test
    void noFilterOfAQuestionWidensTheScope() {
        GraphRag red = over(store).scope(tenant("red")).build();
        for (MetadataFilter wish : List.of(
                MetadataFilter.everything(),
                tenant("blue"),
                tenant("blue").or(tenant("red")),
                MetadataFilter.not(tenant("red")),
                MetadataFilter.exists("tenant"))) {
            Question question = Question.of(QUESTIONS.getFirst(), Mode.LOCAL)
                    .withParameters(Tenants.wide(true))
                    .withFilter(wish);
            assertThat(red.retrieve(question).passages())
                    .as(wish.toString())
                    .extracting(passage -> passage.value().documentId())
                    .allMatch(id -> id.startsWith("red/"));
        }
        Question narrowed = Question.of(QUESTIONS.getFirst(), Mode.NAIVE)
                .withParameters(Tenants.wide(false))
                .withFilter(MetadataFilter.greater("year", 2000));
        assertThat(red.retrieve(narrowed).passages())
                .extracting(passage -> passage.value().documentId())
                .containsExactly("red/baker");
        assertThat(QuestionMapping.modes(red))
                .allSatisfy(
                        mode -> assertThat(red.retrieve(narrowed.withMode(mode)).passages())
                                .hasSize(1));
    }

    @Test
    void countsNamesAndNeighboursAreThoseOfTheScope() {
        GraphRag red = over(store).scope(tenant("red")).build();
        assertThat(red.statistics().documents()).isEqualTo(2);
        assertThat(red.statistics().entities()).isEqualTo(3);
        assertThat(Entities.of(red).nearest("Zibet Moll", 10))
                .extracting(found -> found.value().name())
                .containsExactlyInAnyOrder("Orla Finn", "Ham", "Piet Moll");
        String around =
                AllValues.of(Entities.of(red).neighbours("ORLA FINN", 10).orElseThrow());
        assertThat(around.toLowerCase(Locale.ROOT)).contains("owns the mill in").doesNotContain(SECRET);
    }

    @Test
    void onlyDocumentsOfTheScopeAreAddedAndNoneOfAnotherIsReplaced() {
        GraphRag red = over(store).scope(tenant("red")).build();
        assertThatThrownBy(() -> red.add(BLUE.getFirst()))
                .isInstanceOf(TernException.class)
                .hasMessage("document \"blue/zibet-1\" is outside the scope of this GraphRag, which is \"tenant\" ="
                        + " \"red\"; its metadata are {tenant=blue, year=1990}");
        SourceDocument taken = document("blue/zibet-1", "red", 1, "", "Mine now.", List.of());
        assertThatThrownBy(() -> red.add(taken))
                .isInstanceOf(TernException.class)
                .hasMessage(
                        "document \"blue/zibet-1\" cannot be added: its id is taken by one outside the scope of this"
                                + " GraphRag");
        assertThatThrownBy(() -> red.estimate(List.of(taken)))
                .hasMessageContaining("its id is taken by one outside the scope of this GraphRag");
        assertThat(red.add(RED.getFirst().withTitle("Mills")).documents()).isEqualTo(1);
        assertThatThrownBy(() -> red.retryFailed(IngestListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessage("retrying failed passages needs the whole graph, and this GraphRag has a "
                        + "scope: use one without");
    }

    @Test
    void onlyDocumentsOfTheScopeAreRemoved() {
        GraphRag red = over(store).scope(tenant("red")).build();
        assertThat(red.remove(List.of("blue/zibet-1", "red/mill", "nobody's"))).isEqualTo(1);
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("blue/zibet-1", "red/mill")))
                .extracting(passage -> passage.value())
                .extracting(Passage::documentId)
                .containsExactly("blue/zibet-1");
    }
}
