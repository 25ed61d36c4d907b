package dev.tern.models;

import dev.tern.error.TernException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Who runs a model. */
public enum Provider {
    /** OpenAI, or any server that speaks its protocol. */
    OPENAI("openai", "https://api.openai.com/v1"),
    /** Ollama, on this machine unless a base URL says otherwise. */
    OLLAMA("ollama", "http://localhost:11434"),
    /** This process, without any network; only for embedding. */
    IN_PROCESS("in-process", null);

    private final String label;
    private final @Nullable String baseUrl;

    Provider(String label, @Nullable String baseUrl) {
        this.label = label;
        this.baseUrl = baseUrl;
    }

    /**
     * The provider of a name as it stands in a configuration: {@code openai}, {@code ollama}, {@code in-process}.
     *
     * @throws TernException if the name is none of them
     */
    public static Provider of(String name) {
        for (Provider provider : values()) {
            if (provider.label.equals(name.strip().toLowerCase(Locale.ROOT))) {
                return provider;
            }
        }
        throw TernException.user("there is no model provider \"" + name + "\": choose one of "
                + Arrays.stream(values()).map(Provider::toString).collect(Collectors.joining(", ")));
    }

    /** Where the provider is reached when nothing else is said; null in process. */
    @Nullable
    String defaultBaseUrl() {
        return baseUrl;
    }

    /** The name in a configuration. */
    @Override
    public String toString() {
        return label;
    }
}
