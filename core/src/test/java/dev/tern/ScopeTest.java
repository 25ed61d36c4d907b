package dev.tern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Filter;
import dev.tern.graph.Metadata;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.query.Answer;
import dev.tern.query.Mode;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.ScriptedChatModel;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Two tenants of one graph who speak of the same things. */
class ScopeTest {
    /** In every text, name and title that the second tenant does not share with the first. */
    private static final String SECRET = "zibet";

    private static final List<Document> RED = List.of(
            document(
                    "red/mill",
                    "red",
                    1990,
                    "Mill",
                    "The mill of Orla Finn stands in Ham.",
                    List.of(Statement.of("Orla Finn", "owns the mill in", "Ham"))),
            document(
                    "red/baker",
                    "red",
                    2020,
                    "Baker",
                    "Piet Moll bakes bread in Ham.",
                    List.of(
                            Statement.of("Piet Moll", "bakes bread in", "Ham"),
                            Statement.of("Piet Moll", "is the son of", "Orla Finn"))));

    private static final List<Document> BLUE = List.of(
            document(
                    "blue/zibet-1",
                    "blue",
                    1990,
                    "Zibet Mill",
                    "ORLA FINN sold the zibet mill in HAM.",
                    List.of(
                            Statement.of("ORLA FINN", "sold the zibet mill in", "HAM"),
                            Statement.of("ORLA FINN", "is the mother of", "Zibet Moll"))),
            document(
                    "blue/zibet-2",
                    "blue",
                    2020,
                    "Ham",
                    "Zibet Moll bakes zibet bread in HAM.",
                    List.of(
                            Statement.of("Zibet Moll", "bakes bread in", "HAM"),
                            Statement.of("Zibet Moll", "is the rival of", "Piet Moll"))));

    private final HashingEmbeddingModel embeddings = new HashingEmbeddingModel(64);
    private final InMemoryGraphStore store = new InMemoryGraphStore();

    private static Document document(
            String id, String tenant, long year, String title, String text, List<Statement> statements) {
        return Document.of(id, text)
                .withTitle(title)
                .withStatements(statements)
                .withMetadata(Metadata.EMPTY.with("tenant", tenant).with("year", year));
    }

    private static Filter tenant(String name) {
        return Filter.equal("tenant", name);
    }

    private GraphRag.Builder over(InMemoryGraphStore graph) {
        return GraphRag.builder().store(graph).embeddingModel(embeddings);
    }

    private void addBoth() {
        over(store).build().add(BLUE, IngestListener.NONE);
        over(store).build().add(RED, IngestListener.NONE);
    }

    private static Parameters wide(boolean hybrid) {
        return Parameters.builder()
                .finalTopK(5)
                .entityTopK(10)
                .relationTopK(10)
                .degree(2)
                .hybrid(hybrid)
                .build();
    }

    private static final List<String> QUESTIONS = List.of(
            "Which bread does Zibet Moll bake in Ham?",
            "Whose son bakes bread where Orla Finn has a mill?",
            "Who sold the zibet mill?",
            "what is known about orla finn and ham?");

    @Test
    void nothingOfAnotherTenantReachesAPromptATraceOrAnAnswer() {
        addBoth();
        for (String text : QUESTIONS) {
            for (boolean hybrid : new boolean[] {false, true}) {
                for (Mode mode : Mode.values()) {
                    ScriptedChatModel chat = ScriptedChatModel.answering(
                            request -> request.responseFormat() == null ? "Seen [1]." : "[1, 2, 3, 4, 5, 6, 7, 8, 9]");
                    GraphRag rag =
                            over(store).chatModel(chat).scope(tenant("red")).build();
                    Answer answer = rag.ask(Question.of(text, mode).withParameters(wide(hybrid)));

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

    /** Everything that was shown, but for what the question itself says. */
    private static String withoutQuestion(Answer answer, ScriptedChatModel chat, String question) {
        String shown = answer.text() + answer.passages() + answer.relations();
        for (var request : chat.requests()) {
            shown += request.messages().toString().replace(question, "");
        }
        return shown + answer.trace().toString().replace(question, "");
    }

    @Test
    void wordsThatOnlyTheOtherTenantUsesAreNowhere() {
        addBoth();
        for (Mode mode : Mode.values()) {
            ScriptedChatModel chat = ScriptedChatModel.answering(
                    request -> request.responseFormat() == null ? "Seen [1]." : "[1, 2, 3, 4, 5]");
            GraphRag rag = over(store).chatModel(chat).scope(tenant("red")).build();
            String question = "Who bakes bread in Ham, and what of Orla Finn's mill?";
            Answer answer = rag.ask(Question.of(question, mode).withParameters(wide(true)));
            assertThat((answer + " " + chat.requests()).toLowerCase(Locale.ROOT))
                    .doesNotContain(SECRET);
        }
    }

    @Test
    void whatIsFoundInAScopeIsWhatAGraphWithoutAnythingElseWouldFind() {
        addBoth();
        InMemoryGraphStore alone = new InMemoryGraphStore();
        over(alone).build().add(RED, IngestListener.NONE);
        for (String text : QUESTIONS) {
            for (boolean hybrid : new boolean[] {false, true}) {
                for (Mode mode : List.of(Mode.NAIVE, Mode.LOCAL)) {
                    Question question = Question.of(text, mode).withParameters(wide(hybrid));
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
        addBoth();
        GraphRag red = over(store).scope(tenant("red")).build();
        for (Filter wish : List.of(
                Filter.everything(),
                tenant("blue"),
                tenant("blue").or(tenant("red")),
                Filter.not(tenant("red")),
                Filter.exists("tenant"))) {
            Question question = Question.of(QUESTIONS.getFirst(), Mode.LOCAL)
                    .withParameters(wide(true))
                    .withFilter(wish);
            assertThat(red.retrieve(question).passages())
                    .as(wish.toString())
                    .extracting(passage -> passage.value().documentId())
                    .allMatch(id -> id.startsWith("red/"));
        }
        Question narrowed = Question.of(QUESTIONS.getFirst(), Mode.NAIVE)
                .withParameters(wide(false))
                .withFilter(Filter.greater("year", 2000));
        assertThat(red.retrieve(narrowed).passages())
                .extracting(passage -> passage.value().documentId())
                .containsExactly("red/baker");
        assertThat(red.compare(narrowed))
                .allSatisfy(answer -> assertThat(answer.passages()).hasSize(1));
        assertThat(red.candidates(narrowed).shown())
                .allSatisfy(shown -> assertThat(shown.text()).startsWith("Piet Moll"));
    }

    @Test
    void countsNamesAndNeighboursAreThoseOfTheScope() {
        addBoth();
        GraphRag red = over(store).scope(tenant("red")).build();
        assertThat(red.statistics().documents()).isEqualTo(2);
        assertThat(red.statistics().entities()).isEqualTo(3);
        assertThat(red.nearestEntities("Zibet Moll", 10))
                .extracting(found -> found.value().name())
                .containsExactlyInAnyOrder("Orla Finn", "Ham", "Piet Moll");
        assertThat(red.neighbours("ORLA FINN", 10).orElseThrow().toString().toLowerCase(Locale.ROOT))
                .contains("owns the mill in")
                .doesNotContain(SECRET);
    }

    @Test
    void onlyDocumentsOfTheScopeAreAddedAndNoneOfAnotherIsReplaced() {
        addBoth();
        GraphRag red = over(store).scope(tenant("red")).build();
        assertThatThrownBy(() -> red.add(BLUE.getFirst()))
                .isInstanceOf(TernException.class)
                .hasMessage("document \"blue/zibet-1\" is outside the scope of this GraphRag, which is \"tenant\" ="
                        + " \"red\"; its metadata are {tenant=blue, year=1990}");
        Document taken = document("blue/zibet-1", "red", 1, "", "Mine now.", List.of());
        assertThatThrownBy(() -> red.add(taken))
                .isInstanceOf(TernException.class)
                .hasMessage(
                        "document \"blue/zibet-1\" cannot be added: its id is taken by one outside the scope of this"
                                + " GraphRag");
        assertThat(red.add(RED.getFirst().withTitle("Mills")).documents()).isEqualTo(1);
        assertThatThrownBy(() -> red.retryFailed(IngestListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessage("asking again about failed passages is for a whole graph, and this GraphRag has a scope:"
                        + " use one that has none");
    }

    @Test
    void onlyDocumentsOfTheScopeAreRemoved() {
        addBoth();
        GraphRag red = over(store).scope(tenant("red")).build();
        assertThat(red.remove(List.of("blue/zibet-1", "red/mill", "nobody's"))).isEqualTo(1);
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("blue/zibet-1", "red/mill")))
                .extracting(passage -> passage.value())
                .extracting(Passage::documentId)
                .containsExactly("blue/zibet-1");
    }
}
