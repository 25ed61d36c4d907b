package dev.tern.app;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.model.ForwardingChatModel;
import dev.tern.model.Ledger;
import dev.tern.model.StreamedChatModel;
import dev.tern.model.TokenEstimator;
import java.util.function.Consumer;

/** Records a chat model's calls under a step; estimates tokens if any count is not reported. */
record RecordedChatModel(ChatModel model, String step, String modelName, Ledger ledger)
        implements StreamedChatModel, ForwardingChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
        return recorded(request, model.chat(request));
    }

    @Override
    public ChatResponse chat(ChatRequest request, Consumer<String> words) {
        StringBuilder heard = new StringBuilder();
        ChatResponse response;
        try {
            response = StreamedChatModel.ask(model, request, part -> {
                heard.append(part);
                words.accept(part);
            });
        } catch (RuntimeException e) {
            if (!heard.isEmpty()) {
                // The text received before the failure has to be paid.
                record(input(request), TokenEstimator.estimate(heard.toString()));
            }
            throw e;
        }
        return recorded(request, response);
    }

    private ChatResponse recorded(ChatRequest request, ChatResponse response) {
        TokenUsage usage = response.tokenUsage();
        boolean counted = usage != null && usage.inputTokenCount() != null && usage.outputTokenCount() != null;
        String text = String.valueOf(response.aiMessage().text());
        record(
                counted ? usage.inputTokenCount() : input(request),
                counted ? usage.outputTokenCount() : TokenEstimator.estimate(text));
        return response;
    }

    private static int input(ChatRequest request) {
        return TokenEstimator.estimate(request.messages().toString());
    }

    private void record(int inputTokens, int outputTokens) {
        ledger.record(new Ledger.Expense(step, "", modelName, inputTokens, outputTokens));
    }
}
