package dev.tern.app;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.model.Ledger;
import dev.tern.model.StreamedChatModel;
import dev.tern.model.Tokens;
import java.util.Set;
import java.util.function.Consumer;

/** A chat model whose calls are written down under a step, estimated where it does not say what they took. */
record RecordedChatModel(ChatModel model, String step, String modelName, Ledger ledger) implements StreamedChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
        return recorded(request, model.chat(request));
    }

    @Override
    public ChatResponse chat(ChatRequest request, Consumer<String> words) {
        return recorded(request, StreamedChatModel.ask(model, request, words));
    }

    private ChatResponse recorded(ChatRequest request, ChatResponse response) {
        TokenUsage usage = response.tokenUsage();
        boolean counted = usage != null && usage.inputTokenCount() != null && usage.outputTokenCount() != null;
        String text = String.valueOf(response.aiMessage().text());
        ledger.record(new Ledger.Expense(
                step,
                "",
                modelName,
                counted
                        ? usage.inputTokenCount()
                        : Tokens.estimate(request.messages().toString()),
                counted ? usage.outputTokenCount() : Tokens.estimate(text)));
        return response;
    }

    @Override
    public Set<Capability> supportedCapabilities() {
        return model.supportedCapabilities();
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }
}
