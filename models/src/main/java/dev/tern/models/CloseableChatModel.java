package dev.tern.models;

import dev.tern.model.StreamedChatModel;
import java.util.List;

/** A chat model with threads and connections that {@link #close} releases. Thread-safe. */
public interface CloseableChatModel extends StreamedChatModel, AutoCloseable {
    /** Describes the request features that the server rejected, with their replacements. */
    List<String> omittedFeatures();

    /** Releases all resources; idempotent. Later calls fail. */
    @Override
    void close();
}
