package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.model.ChatTask;
import dev.tern.model.Meter;
import dev.tern.model.MeteredChat;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ShortAnswersTest {
    private static final List<Passage> PASSAGES = List.of(passage("one"), passage("two"), passage("three"));

    private static Passage passage(String text) {
        return Passage.of(SourceDocument.of(text, text), 0, text, List.of());
    }

    private static String answer(String reply) {
        return new ShortAnswers(new MeteredChat(new ScriptedChatModel(reply), ChatTask.ANSWER, 0, new Meter()), 5)
                .answer("?", PASSAGES);
    }

    @Test
    void readsTheAnswerOfAReply() {
        assertThat(answer("{\"thought\": \"so\", \"answer\": \" Halden \"}")).isEqualTo("Halden");
        assertThat(answer("```json\n{\"answer\": \"1871\"}\n```")).isEqualTo("1871");
    }

    @Test
    void takesAReplyThatIsNoJsonAsTheAnswer() {
        assertThat(answer("Halden\n")).isEqualTo("Halden");
        assertThat(answer("{\"answer\": ")).isEqualTo("{\"answer\":");
        assertThat(answer("{broken}")).isEmpty();
    }

    @Test
    void showsTheFirstPassagesAndTheQuestion() {
        List<String> said = new ArrayList<>();
        ChatModel listening = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                for (ChatMessage message : request.messages()) {
                    if (message instanceof UserMessage user) {
                        said.add(user.singleText());
                    }
                }
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from("{\"answer\": \"x\"}"))
                        .build();
            }
        };
        new ShortAnswers(new MeteredChat(listening, ChatTask.ANSWER, 0, new Meter()), 2).answer("Who?", PASSAGES);
        assertThat(said).containsExactly("Passage: one\n\nPassage: two\n\nQuestion: Who?\nReply:");
    }
}
