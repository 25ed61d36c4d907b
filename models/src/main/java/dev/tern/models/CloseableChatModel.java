package dev.tern.models;

import dev.tern.model.StreamedChatModel;
import java.util.List;

/** A chat model with threads and connections that {@link #close} releases. Thread-safe. */
public interface CloseableChatModel extends StreamedChatModel, AutoCloseable {
    /** Returns a sentence for each request feature that the server rejected. */
    List<String> givenUp();

    /** Releases all resources; idempotent. Later calls fail. */
    @Override
    void close();
}
