package dev.tern.spring.ai;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;

/** A chat model of Spring AI that replies by a script and records prompts. Not thread-safe. */
final class ScriptedChat implements ChatModel {
    final List<Prompt> prompts = new ArrayList<>();
    private final Function<Prompt, String> script;
    private final String finishReason;

    ScriptedChat(Function<Prompt, String> script, String finishReason) {
        this.script = script;
        this.finishReason = finishReason;
    }

    static ScriptedChat saying(String reply) {
        return new ScriptedChat(prompt -> reply, "STOP");
    }

    @Override
    public ChatOptions getOptions() {
        return ChatOptions.builder().model("chosen-by-the-application").build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        prompts.add(prompt);
        Generation generation = new Generation(
                new AssistantMessage(script.apply(prompt)),
                ChatGenerationMetadata.builder().finishReason(finishReason).build());
        return new ChatResponse(
                List.of(generation),
                ChatResponseMetadata.builder().usage(new DefaultUsage(30, 4)).build());
    }
}
