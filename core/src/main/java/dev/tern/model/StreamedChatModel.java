package dev.tern.model;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.function.Consumer;

/** A chat model that can also stream its reply. */
public interface StreamedChatModel extends ChatModel {
    /**
     * Calls the model and streams its reply.
     *
     * @param words receives parts of the reply as it is written, on the calling thread; an
     *     exception from it ends the call, stops the provider, and is rethrown
     * @return the whole reply
     */
    ChatResponse chat(ChatRequest request, Consumer<String> words);

    /** Calls a model and passes on its reply, in parts if it can stream, otherwise as a whole. */
    static ChatResponse ask(ChatModel model, ChatRequest request, Consumer<String> words) {
        if (model instanceof StreamedChatModel streamed) {
            return streamed.chat(request, words);
        }
        ChatResponse whole = model.chat(request);
        String text = whole.aiMessage().text();
        if (text != null && !text.isEmpty()) {
            words.accept(text);
        }
        return whole;
    }
}
