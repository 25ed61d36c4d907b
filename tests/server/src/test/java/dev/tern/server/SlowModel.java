package dev.tern.server;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.concurrent.CountDownLatch;

/** A chat model that says when it was asked, and answers when it may. */
record SlowModel(CountDownLatch asked, CountDownLatch gate) implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
        asked.countDown();
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return ChatResponse.builder()
                .aiMessage(AiMessage.from("Lena Marr built it [1]."))
                .build();
    }
}
