package dev.tern.models;

import dev.tern.model.StreamedChatModel;
import java.util.List;

/** A chat model with threads and connections that {@link #close} releases. Thread-safe. */
public interface CloseableChatModel extends StreamedChatModel, AutoCloseable {
    /** Returns a description of each rejected request feature that is left out or replaced. */
    List<String> givenUp();

    /** Releases all resources; idempotent. Later calls fail. */
    @Override
    void close();
}
