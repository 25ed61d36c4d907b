package dev.tern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.note.Note;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.AllValues;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.NotedEdits;
import dev.tern.testing.ScriptedChatModel;
import dev.tern.testing.Tenants;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A source of trust 0, by the graph's or the question's rules, adds nothing to a query. */
class HiddenSourcesTest {
    private final HashingEmbeddingModel embeddings = new HashingEmbeddingModel(64);
    private final InMemoryGraphStore store = Tenants.both(embeddings);

    private GraphRag rag(ScriptedChatModel chat) {
        return GraphRag.builder()
                .store(store)
                .embeddingModel(embeddings)
                .chatModel(chat)
                .build();
    }

    private void trust(String rules) {
        store.changeNotes(NotedEdits.trust(new Note.Act("ada", Instant.EPOCH, ""), rules));
    }

    private void nothingHiddenIsShown(UnaryOperator<Question> asked) {
        for (String text : Tenants.QUESTIONS) {
            for (boolean hybrid : new boolean[] {false, true}) {
                for (Mode mode : Tenants.MODES) {
                    ScriptedChatModel chat = Tenants.eager();
                    Question question = Question.of(text, mode).withParameters(Tenants.wide(hybrid));
                    Answer answer = rag(chat).ask(asked.apply(question));
                    String shown =
                            AllValues.of(List.of(answer.text(), answer.passages(), answer.relations(), answer.trace()));
                    for (var request : chat.requests()) {
                        shown += request.messages();
                    }
                    assertThat(answer.passages()).as(text + " " + mode).isNotEmpty();
                    assertThat(shown.replace(text, "")).as(text + " " + mode).doesNotContain("ORLA", "HAM");
                }
            }
        }
    }

    @Test
    void nothingHiddenReachesAPromptATraceOrAnAnswer() {
        trust("blue/*=0");
        nothingHiddenIsShown(question -> question);
        // A filter for a hidden source finds nothing.
        MetadataFilter all = MetadataFilter.everything().or(MetadataFilter.contains(Passage.FILTERED_SOURCE, "blue"));
        nothingHiddenIsShown(question -> question.withFilter(all));
    }

    @Test
    void whatIsAddedAgainStaysHiddenAndItsOwnerSeesIt() {
        trust("blue/*=0");
        GraphRag rag = rag(Tenants.eager());
        rag.remove(List.of("blue/zibet-1"));
        rag.add(Tenants.BLUE, IngestListener.NONE);
        nothingHiddenIsShown(question -> question);
        Question question = Question.of("Who sold the zibet mill?", Mode.LOCAL);
        assertThat(rag.retrieve(question.withHidden()).passages())
                .extracting(passage -> passage.value().documentId())
                .contains("blue/zibet-1");
        assertThat(rag.statistics().documents()).isEqualTo(4);
        assertThat(Entities.of(rag).nearest("zibet moll", 10))
                .extracting(entity -> entity.value().name())
                .doesNotContain("Zibet Moll");
    }

    @Test
    void sourceThatIsNotTrustedAtAllIsNoBridgeEither() {
        nothingHiddenIsShown(
                question -> question.withParameters(question.parameters().withText(Parameter.TRUST, "blue/*=0")));
    }

    /** Passages of unknown sources that repeat the question literally. */
    @Test
    void listOfSourcesThatMayAnswerLeavesNoPlaceToAnyOtherHoweverItRepeatsTheQuestion() {
        GraphRag rag = rag(Tenants.eager());
        for (String text : Tenants.QUESTIONS) {
            SourceDocument poison = SourceDocument.of("web/" + text.length(), text + " Of ORLA FINN in HAM: the zibet.")
                    .withStatements(List.of(Statement.of("ORLA FINN", "says in HAM", "Zibet Moll")));
            rag.add(List.of(poison), IngestListener.NONE);
            assertThat(rag.retrieve(Question.of(text, Mode.LOCAL)).passages())
                    .as("without a list")
                    .extracting(passage -> passage.value().documentId())
                    .contains(poison.id());
        }
        nothingHiddenIsShown(
                question -> question.withParameters(question.parameters().withText(Parameter.TRUST, "*=0, red/*=1")));
        trust("*=0, red/*=1");
        nothingHiddenIsShown(question -> question);
    }

    private List<String> found(UnaryOperator<Question> asked) {
        Question question = Question.of("Who sold the zibet mill?", Mode.LOCAL)
                .withParameters(Parameters.of(Parameter.FINAL_TOP_K, 10));
        return rag(Tenants.eager()).retrieve(asked.apply(question)).passages().stream()
                .map(passage -> passage.value().source())
                .sorted()
                .toList();
    }

    private List<String> found(String rules) {
        return found(question -> question.withParameters(question.parameters().withText(Parameter.TRUST, rules)));
    }

    /** The question's rules replace rules with one pattern; the most specific counts. */
    @Test
    void rulesOfTheGraphAndOfTheQuestionAreOneList() {
        List<String> all = found(question -> question);
        List<String> red =
                all.stream().filter(source -> source.startsWith("red/")).toList();
        assertThat(all).hasSizeGreaterThan(red.size());
        trust("blue/*=0");
        assertThat(found(question -> question)).isEqualTo(red);
        assertThat(found("*=0.9")).as("a wider rule of the question").isEqualTo(red);
        assertThat(found("blue/*=0.9"))
                .as("the question's about the same pattern")
                .isEqualTo(all);
        assertThat(found("blue/zibet-1=1"))
                .as("a more special rule of the question")
                .containsOnlyOnce("blue/zibet-1")
                .hasSize(red.size() + 1);
        assertThat(found(Question::withHidden)).isEqualTo(all);
        trust("*=1:1");
        assertThat(found(Question::withHidden)).doesNotHaveDuplicates();
    }
}
