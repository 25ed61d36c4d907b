package dev.tern.models;

import dev.tern.model.StreamedChatModel;
import java.util.List;

/** A chat model that holds threads, connections or native memory until it is closed. Thread-safe. */
public interface CloseableChatModel extends StreamedChatModel, AutoCloseable {
    /** What its server has refused so far and what is done instead, as "temperature: it is left out from now on, and the server's default applies". */
    List<String> givenUp();

    /** Lets go of what the model holds; closing twice does nothing, calls after it fail. */
    @Override
    void close();
}
