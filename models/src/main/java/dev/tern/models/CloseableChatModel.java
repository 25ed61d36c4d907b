package dev.tern.models;

import dev.tern.model.StreamedChatModel;

/** A chat model that holds threads, connections or native memory until it is closed. Thread-safe. */
public interface CloseableChatModel extends StreamedChatModel, AutoCloseable {
    /** Lets go of what the model holds; closing twice does nothing, calls after it fail. */
    @Override
    void close();
}
