package dev.tern.smallmodel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.tern.Conversation;
import dev.tern.GraphRag;
import dev.tern.models.CloseableChatModel;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Replies of a small model are passed on word for word, counted as by its server, and stopped when the client is gone.
 */
@Tag("small-model")
@ExtendWith(WithSmallModel.class)
final class AnswersOfSmallModelTest {
    private static final String QUESTION = "Which clock did the teacher of Orla Tennant build?";
    private static final ChatRequest LONG_REPLY = ChatRequest.builder()
            .messages(UserMessage.from("Tell a long story about a ship, a storm and a lighthouse."))
            .temperature(0.0)
            .maxOutputTokens(2000)
            .build();

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static Question question(String text, StringBuilder words) {
        return Question.of(text, Mode.LOCAL).withListener(new QueryListener() {
            @Override
            public void answerPart(String part) {
                words.append(part);
            }
        });
    }

    @Test
    void streamedWordsAreTheWholeAnswerAndCountedAsTheServerDoes(SmallModel small) throws Exception {
        try (Front front = new Front(small, true);
                CloseableChatModel chat = front.chatModel();
                CloseableEmbeddingModel embeddings = Library.embeddings();
                GraphRag rag = Library.indexed(chat, embeddings)) {
            StringBuilder words = new StringBuilder();
            Answer answer = rag.ask(question(QUESTION, words));
            // Its text is withdrawn if no passage supports it, but the listener has received it.
            assertThat(answer.text())
                    .isIn(words.toString().strip(), "I don't know: no passage supports the model's text.");
            Trace.Cost cost = answer.trace().steps().getLast().cost();
            assertThat(front.asked()).singleElement().satisfies(asked -> {
                assertThat(asked.request().path("stream").asBoolean()).isTrue();
                assertThat(asked.read()).isPositive().isEqualTo(cost.inputTokens());
                assertThat(asked.written()).isPositive().isEqualTo(cost.outputTokens());
            });
            assertThat(front.whole(front.asked().getFirst().request())).isEqualTo(words.toString());
        }
    }

    @Test
    void followUpIsAskedByItself(SmallModel small) throws Exception {
        try (Front front = new Front(small, true);
                CloseableChatModel chat = front.chatModel();
                CloseableEmbeddingModel embeddings = Library.embeddings();
                GraphRag rag = Library.indexed(chat, embeddings)) {
            Conversation conversation = Conversation.of(rag);
            conversation.ask(Question.of("Who was Hugh Corran?", Mode.LOCAL));
            Answer second = conversation.ask(Question.of("Where was he born?", Mode.LOCAL));
            assertThat(conversation.turns()).hasSize(2);
            assertThat(front.asked())
                    .as("an answer, a question made of two, and its answer")
                    .hasSize(3);
            assertThat(second.retrieval().question().text()).isNotBlank();
            assertThat(second.passages()).isNotEmpty();
        }
    }

    @Test
    void promptThatIsTooLongIsRefusedInOneSentenceAndTheNextOneIsAnswered(SmallModel small) throws Exception {
        try (Front front = new Front(small, true);
                CloseableChatModel chat = front.chatModel();
                CloseableEmbeddingModel embeddings = Library.embeddings();
                GraphRag rag = Library.indexed(chat, embeddings)) {
            Question tooLong = question(QUESTION + " a".repeat(SmallModel.CONTEXT), new StringBuilder());
            assertThat(rag.ask(tooLong).trace().steps().getLast().remarks())
                    .singleElement()
                    .asString()
                    .matches("the chat model failed, so the passages are quoted: http://localhost:\\d+/v1 refused the"
                            + " request \\(400\\): request \\(\\d+ tokens\\) exceeds the available context size \\("
                            + SmallModel.CONTEXT
                            + " tokens\\), try increasing it\\. Check the model's name and settings");
            assertThat(rag.ask(question(QUESTION, new StringBuilder())).text()).isNotBlank();
        }
    }

    @Test
    void interruptEndsTheWritingAtTheServer(SmallModel small) throws Exception {
        long before = small.tokensWritten();
        try (Front front = new Front(small, true);
                CloseableChatModel chat = front.chatModel()) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            CountDownLatch heard = new CountDownLatch(3);
            Thread asking = Thread.ofVirtual().start(() -> {
                try {
                    chat.chat(LONG_REPLY, part -> heard.countDown());
                } catch (RuntimeException e) {
                    thrown.set(e);
                }
            });
            assertThat(heard.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            asking.interrupt();
            assertThat(asking.join(PATIENCE)).isTrue();
            assertThat(thrown.get()).isInstanceOf(CancellationException.class);
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (!small.isIdle() && System.nanoTime() < end) {
                Thread.sleep(10);
            }
            assertThat(small.isIdle()).isTrue();
            assertThat(small.tokensWritten() - before).isLessThan(LONG_REPLY.maxOutputTokens());
            assertThat(front.asked()).as("requests that came to their end").isEmpty();
        }
    }
}
