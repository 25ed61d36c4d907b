package dev.tern.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.model.ChatTask;
import dev.tern.model.Meter;
import dev.tern.model.MeteredChat;
import dev.tern.query.Answer;
import dev.tern.store.InMemoryGraphStore;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;

class SpringModelsTest {
    @Test
    void messagesAndOptionsReachTheModelOverItsOwnOptions() {
        ScriptedChat chat = ScriptedChat.saying("Yes.");

        ChatResponse response = SpringModels.chatModel(chat)
                .chat(ChatRequest.builder()
                        .messages(SystemMessage.from("Be brief."), UserMessage.from("Is it?"), AiMessage.from("What?"))
                        .temperature(0.5)
                        .maxOutputTokens(99)
                        .build());

        Prompt prompt = chat.prompts.getLast();
        assertThat(prompt.getInstructions())
                .extracting(message -> message.getMessageType() + ": " + message.getText())
                .containsExactly("SYSTEM: Be brief.", "USER: Is it?", MessageType.ASSISTANT + ": What?");
        ChatOptions options = prompt.getOptions();
        assertThat(options).isNotNull();
        assertThat(options.getModel()).isEqualTo("chosen-by-the-application");
        assertThat(options.getTemperature()).isEqualTo(0.5);
        assertThat(options.getMaxTokens()).isEqualTo(99);
        assertThat(response.aiMessage().text()).isEqualTo("Yes.");
        assertThat(response.tokenUsage().inputTokenCount()).isEqualTo(30);
        assertThat(response.tokenUsage().outputTokenCount()).isEqualTo(4);
    }

    @Test
    void reasonsOfProvidersForEndingAreUnderstood() {
        assertThat(List.of("STOP", "end_turn", "length", "MAX_TOKENS", "content_filter", "tool_calls"))
                .extracting(SpringModelsTest::finishReason)
                .containsExactly(
                        FinishReason.STOP,
                        FinishReason.STOP,
                        FinishReason.LENGTH,
                        FinishReason.LENGTH,
                        FinishReason.CONTENT_FILTER,
                        FinishReason.OTHER);
    }

    private static FinishReason finishReason(String provider) {
        return SpringModels.chatModel(new ScriptedChat(prompt -> "Yes.", provider))
                .chat(ChatRequest.builder().messages(UserMessage.from("Is it?")).build())
                .finishReason();
    }

    @Test
    void messageThatTernNeverSendsIsRefused() {
        ChatRequest request = ChatRequest.builder()
                .messages(ToolExecutionResultMessage.from("1", "tool", "result"))
                .build();

        assertThatThrownBy(() -> SpringModels.chatModel(ScriptedChat.saying("")).chat(request))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a message of type TOOL_EXECUTION_RESULT cannot be sent to a model of Spring AI");
    }

    @Test
    void graphWorksOverModelsOfSpringAi() {
        ScriptedChat chat = new ScriptedChat(
                prompt -> prompt.getContents().contains("useful_relationships")
                        ? "{\"thought_process\": \"\", \"useful_relationships\": [\"[1]\"]}"
                        : "Rye [1].",
                "STOP");
        try (GraphRag rag = GraphRag.builder()
                .store(new InMemoryGraphStore())
                .embeddingModel(SpringModels.embeddingModel(new LetterCounts(), "letters"))
                .chatModel(SpringModels.chatModel(chat))
                .build()) {
            rag.add(SourceDocument.of("mill", "Orla Finn grinds rye."));

            Answer answer = rag.ask("What does Orla Finn grind?");

            assertThat(answer.text()).isEqualTo("Rye [1].");
            assertThat(answer.trace().total().inputTokens()).isPositive();
            String made =
                    rag.store("reading").latest().description().orElseThrow().embeddingModel();
            assertThat(made).isEqualTo("letters");
        }
    }

    @Test
    void modelThatTakesNoTemperatureIsAskedWithoutOne() {
        ScriptedChat chat = new ScriptedChat(
                prompt -> {
                    if (Objects.requireNonNull(prompt.getOptions()).getTemperature() != null) {
                        throw new IllegalStateException("400: Unsupported value: 'temperature' does not support 0.0");
                    }
                    return "Rye.";
                },
                "STOP");
        MeteredChat asking = new MeteredChat(SpringModels.chatModel(chat), ChatTask.ANSWER, 0, new Meter());

        assertThat(asking.text("Be brief.", "What does Orla Finn grind?")).isEqualTo("Rye.");
        assertThat(asking.text("Be brief.", "What else?")).isEqualTo("Rye.");
        assertThat(chat.prompts).hasSize(3);
    }

    @Test
    void embeddingModelWithoutANameIsRefused() {
        assertThatThrownBy(() -> SpringModels.embeddingModel(new LetterCounts(), " "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the embedding model's name is blank");
    }
}
