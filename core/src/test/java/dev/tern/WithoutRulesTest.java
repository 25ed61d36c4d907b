package dev.tern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.extract.LanguageModelExtractor;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.query.answer.InstalledAnswers;
import dev.tern.query.conversation.Turn;
import dev.tern.settings.Mode;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.ScriptedChatModel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The library without the module of language rules, as in all tests of this module. */
class WithoutRulesTest {
    private static final SourceDocument BAKER = SourceDocument.of("baker", "Piet Moll bakes bread from rye.")
            .withStatements(List.of(Statement.of("Piet Moll", "bakes bread from", "rye")));
    private static final SourceDocument MILL = SourceDocument.of("mill", "Orla Finn grinds rye.")
            .withStatements(List.of(Statement.of("Orla Finn", "grinds", "rye")));
    private static final String QUESTION = "Who grinds the rye of Piet Moll?";

    private final GraphRag.Builder builder =
            GraphRag.builder().store(new InMemoryGraphStore()).embeddingModel(new HashingEmbeddingModel(64));

    @Test
    void givenStatementsAreFoundAndAChatModelAnswers() {
        assertThat(InstalledAnswers.find()).isEmpty();
        GraphRag rag = builder.chatModel(ScriptedChatModel.answering(request -> request.responseFormat() == null
                        ? "Orla Finn grinds rye [1]."
                        : "{\"thought_process\": \"\", \"useful_relationships\": [\"[1]\"]}"))
                .build();
        rag.add(BAKER, MILL);

        for (Mode mode : List.of(Mode.NAIVE, Mode.LOCAL, Mode.GRAPH)) {
            Answer answer = rag.ask(Question.of(QUESTION, mode));
            assertThat(answer.passages()).hasSize(2);
            assertThat(answer.kind()).isEqualTo(Answer.Kind.GENERATED);
            assertThat(answer.marks()).isEmpty();
            assertThat(answer.path()).isEmpty();
        }
    }

    @Test
    void addingWithoutStatementsNamesTheModuleAndTheOtherWays() {
        GraphRag rag = builder.build();

        assertThatThrownBy(() -> rag.add(SourceDocument.of("d", "Orla Finn grinds rye.")))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage("extracting statements without a language model needs dev.tern:tern-offline, which is not "
                        + "on the class path; add it, set an extractor that calls a model with "
                        + "GraphRag.builder().extractor(...), or give the documents their statements");
        assertThat(rag.statistics().documents()).isZero();
        assertThat(rag.add(BAKER).documents()).isOne();
    }

    @Test
    void answeringWithoutAChatModelNamesTheModule() {
        GraphRag rag = builder.build();
        rag.add(BAKER, MILL);

        assertThatThrownBy(() -> rag.ask(QUESTION))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage("answering without a chat model needs dev.tern:tern-offline, which is not on the class "
                        + "path; add it, or set a chat model");
    }

    @Test
    void failureOfAChatModelIsThrownAsNothingElseAnswers() {
        GraphRag rag = builder.chatModel(ScriptedChatModel.failing(new IllegalStateException("quota exceeded")))
                .build();
        rag.add(BAKER, MILL);

        assertThatThrownBy(() -> rag.ask(QUESTION)).hasMessageContaining("quota exceeded");
        assertThat(rag.retrieve(QUESTION).passages()).hasSize(2);
    }

    @Test
    void passageWhoseExtractionFailsHasNoNames() {
        GraphRag rag = builder.extractor(LanguageModelExtractor.builder(ScriptedChatModel.answering(request -> "no"))
                        .build())
                .build();

        IngestReport report = rag.add(SourceDocument.of("d", "Orla Finn grinds rye."));

        assertThat(report.failed()).isOne();
        assertThat(rag.statistics().entities()).isZero();
    }

    @Test
    void questionWithoutANameContinuesTheConversation() {
        GraphRag rag = builder.build();
        rag.add(BAKER, MILL);

        Question asked = Conversation.standaloneQuestion(
                rag, Question.of("and where?", Mode.LOCAL), List.of(new Turn("Who is Piet Moll?", "A baker.")));

        assertThat(asked.text()).isEqualTo("and where? (Piet Moll)");
    }
}
