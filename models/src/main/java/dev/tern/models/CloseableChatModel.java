package dev.tern.models;

import dev.tern.model.StreamedChatModel;
import java.util.List;

/** A chat model with threads and connections that {@link #close} releases. Thread-safe. */
public interface CloseableChatModel extends StreamedChatModel, AutoCloseable {
    /**
     * Returns a description of each request feature that later requests leave out or replace,
     * because the server rejected it.
     */
    List<String> givenUp();

    /** Releases all resources; idempotent. Later calls fail. */
    @Override
    void close();
}
