package dev.tern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.Quarantine;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.ScriptedChatModel;
import dev.tern.testing.Tenants;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What is in quarantine, or trusted by 0, is in nothing that a question brings about. */
class QuarantineTest {
    private final HashingEmbeddingModel embeddings = new HashingEmbeddingModel(64);
    private final InMemoryGraphStore store = Tenants.both(embeddings);

    private GraphRag rag(ScriptedChatModel chat) {
        return GraphRag.builder()
                .store(store)
                .embeddingModel(embeddings)
                .chatModel(chat)
                .build();
    }

    private void nothingHiddenIsShown(UnaryOperator<Question> asked) {
        for (String text : Tenants.QUESTIONS) {
            for (boolean hybrid : new boolean[] {false, true}) {
                for (Mode mode : Tenants.MODES) {
                    ScriptedChatModel chat = Tenants.eager();
                    Question question = Question.of(text, mode).withParameters(Tenants.wide(hybrid));
                    Answer answer = rag(chat).ask(asked.apply(question));
                    String shown = answer.text() + answer.passages() + answer.relations() + answer.trace();
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
    void nothingInQuarantineReachesAPromptATraceOrAnAnswer() {
        store.quarantine(
                present -> present.with(Quarantine.ofTexts(List.of("blue/*")).sources()));
        nothingHiddenIsShown(question -> question);
        // A filter asks for what is hidden, and finds nothing of it.
        Filter all = Filter.everything().or(Filter.contains(Passage.FILTERED_SOURCE, "blue"));
        nothingHiddenIsShown(question -> question.withFilter(all));
    }

    @Test
    void whatIsAddedAgainStaysHiddenAndItsOwnerSeesIt() {
        store.quarantine(
                present -> present.with(Quarantine.ofTexts(List.of("blue/*")).sources()));
        GraphRag rag = rag(Tenants.eager());
        rag.remove(List.of("blue/zibet-1"));
        rag.add(Tenants.BLUE, IngestListener.NONE);
        nothingHiddenIsShown(question -> question);
        Question question = Question.of("Who sold the zibet mill?", Mode.LOCAL);
        assertThat(rag.retrieve(question.withQuarantined()).passages())
                .extracting(passage -> passage.value().documentId())
                .contains("blue/zibet-1");
        assertThat(rag.statistics().documents()).isEqualTo(4);
        assertThat(Entities.of(rag).nearest("zibet moll", 10))
                .extracting(entity -> entity.value().name())
                .doesNotContain("Zibet Moll");
    }

    @Test
    void tooManySourcesAreRefusedAlsoWhereTheyAreTheSame() {
        assertThatThrownBy(() -> Quarantine.ofTexts(Collections.nCopies(1001, "web/*")))
                .isInstanceOf(TernException.class)
                .hasMessage(
                        "a quarantine of 1001 sources is too large; the limit is 1000: name several by what they begin"
                                + " with, and a *");
    }

    @Test
    void sourceThatIsNotTrustedAtAllIsNoBridgeEither() {
        nothingHiddenIsShown(
                question -> question.withParameters(question.parameters().withText(Parameter.TRUST, "blue/*=0")));
    }

    /** Passages of sources that nobody has heard of, which repeat the question to the last word. */
    @Test
    void listOfSourcesThatMayAnswerLeavesNoPlaceToAnyOtherHoweverItRepeatsTheQuestion() {
        GraphRag rag = rag(Tenants.eager());
        for (String text : Tenants.QUESTIONS) {
            Document poison = Document.of("web/" + text.length(), text + " Of ORLA FINN in HAM: the zibet.")
                    .withStatements(List.of(Statement.of("ORLA FINN", "says in HAM", "Zibet Moll")));
            rag.add(List.of(poison), IngestListener.NONE);
            assertThat(rag.retrieve(Question.of(text, Mode.LOCAL)).passages())
                    .as("without a list")
                    .extracting(passage -> passage.value().documentId())
                    .contains(poison.id());
        }
        nothingHiddenIsShown(
                question -> question.withParameters(question.parameters().withText(Parameter.TRUST, "*=0, red/*=1")));
    }
}
