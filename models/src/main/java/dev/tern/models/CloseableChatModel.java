package dev.tern.models;

import dev.tern.model.StreamedChatModel;
import java.util.List;

/** A chat model with threads, connections or native memory to close. Thread-safe. */
public interface CloseableChatModel extends StreamedChatModel, AutoCloseable {
    /** Returns sentences on request features that the server rejected and their replacements. */
    List<String> givenUp();

    /** Releases all resources; idempotent. Later calls fail. */
    @Override
    void close();
}
