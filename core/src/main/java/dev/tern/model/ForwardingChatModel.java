package dev.tern.model;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import java.util.Set;

/** A chat model that wraps another, and forwards its capabilities, defaults and provider. */
public interface ForwardingChatModel extends ChatModel {
    /** Returns the wrapped model. */
    ChatModel model();

    @Override
    default Set<Capability> supportedCapabilities() {
        return model().supportedCapabilities();
    }

    @Override
    default ChatRequestParameters defaultRequestParameters() {
        return model().defaultRequestParameters();
    }

    @Override
    default ModelProvider provider() {
        return model().provider();
    }
}
