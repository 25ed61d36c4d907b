package dev.tern.model;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.function.Consumer;

/** A chat model that can also be heard while it writes. */
public interface StreamedChatModel extends ChatModel {
    /**
     * Asks the model and passes its words on as they come.
     *
     * @param words hears the reply as it is written, on the thread that asks; what it throws ends the call, tells the
     *     provider to write no more, and comes out of here
     * @return the whole reply; its text is all that was heard
     */
    ChatResponse chat(ChatRequest request, Consumer<String> words);

    /** Asks any model, and passes its words on as they come where it can be heard, and otherwise when they are whole. */
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
