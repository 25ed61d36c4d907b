package dev.tern.model;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import java.util.Set;

/** A chat model in front of another, which answers all that is asked about the model itself. */
public interface ForwardingChatModel extends ChatModel {
    /** The model behind this one. */
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
