package dev.tern.models;

import dev.tern.error.TernException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Who runs a model. The order is that in which a provider is chosen by its key alone. */
// What is known of a provider holds no state.
@SuppressWarnings("ImmutableEnumChecker")
public enum Provider {
    /** OpenAI, or any server that speaks its protocol, such as vLLM, llama.cpp and LM Studio. */
    OPENAI(named("openai", "OpenAI")
            .at("https://api.openai.com/v1", "OPENAI_BASE_URL")
            .key("OPENAI_API_KEY")
            .keysBegin("sk-proj-", "sk-svcacct-")
            .chats("gpt-6-luna")
            .embeds("text-embedding-3-small", "text-embedding-")
            .shortens("text-embedding-3-.*")),
    /** Anthropic, whose models are called Claude. */
    ANTHROPIC(named("anthropic", "Anthropic")
            .at("https://api.anthropic.com/v1", null)
            .key("ANTHROPIC_API_KEY")
            .keysBegin("sk-ant-")
            .chats("claude-sonnet-5")),
    /** Google, whose models are called Gemini. */
    GEMINI(named("gemini", "Gemini")
            .at("https://generativelanguage.googleapis.com/v1beta", null)
            .key("GEMINI_API_KEY", "GOOGLE_API_KEY")
            .keysBegin("AIza")
            .chats("gemini-3.8-flash")
            .embeds("gemini-embedding-2", "gemini-embedding-")
            .shortens("gemini-embedding-.*")),
    /** Mistral, at its own interface. */
    MISTRAL(named("mistral", "Mistral")
            .at("https://api.mistral.ai/v1", null)
            .key("MISTRAL_API_KEY")
            .chats("mistral-medium-latest")
            .embeds("mistral-embed", "mistral-embed", "codestral-embed")
            .shortens("codestral-embed.*")),
    /** OpenAI's models on Azure: the base URL is that of a resource, the model's name that of a deployment. */
    AZURE(named("azure", "Azure")
            .at(null, "AZURE_OPENAI_ENDPOINT")
            .key("AZURE_OPENAI_API_KEY")
            .chats(null)
            .embeds(null)),
    /** The models on Amazon Bedrock that speak OpenAI's protocol; the base URL is that of a region. */
    BEDROCK(named("bedrock", "Amazon Bedrock")
            .at(null, null)
            .key("AWS_BEARER_TOKEN_BEDROCK")
            .keysBegin("ABSK", "bedrock-api-key-")
            .chats(null)),
    /** Cohere; only for embedding. */
    COHERE(named("cohere", "Cohere")
            .at("https://api.cohere.com/v2", null)
            .key("COHERE_API_KEY", "CO_API_KEY")
            .embeds("embed-v4.0", "embed-")
            .shortens("embed-v4.*")),
    /** Voyage AI; only for embedding. */
    VOYAGE(named("voyage", "Voyage AI")
            .at("https://api.voyageai.com/v1", null)
            .key("VOYAGE_API_KEY")
            .keysBegin("pa-")
            .embeds("voyage-4", "voyage-")
            .shortens("voyage-(4|3.5|3-large|code-3).*")),
    /** Jina AI; only for embedding. */
    JINA(named("jina", "Jina AI")
            .at("https://api.jina.ai/v1", null)
            .key("JINA_API_KEY")
            .keysBegin("jina_")
            .embeds("jina-embeddings-v5-text-small", "jina-")
            .shortens("jina-embeddings-v[3-5].*")),
    /** Ollama, on this machine unless a base URL says otherwise. */
    OLLAMA(named("ollama", "Ollama")
            .at("http://localhost:11434", null)
            .chats(null)
            .embeds(null)),
    /** This process, without any network; only for embedding. */
    IN_PROCESS(named("in-process", "this process").embeds("all-MiniLM-L6-v2"));

    private final Facts facts;

    Provider(Facts facts) {
        this.facts = facts;
    }

    private static Facts named(String label, String title) {
        return new Facts(label, title, null, null, List.of(), List.of(), Use.NONE, Use.NONE);
    }

    /**
     * Whether a provider does something, and with which models.
     *
     * @param model the one where none is named; null for one that must be named
     * @param beginnings what the names of its own models begin with, as far as that is known
     * @param shortened a pattern of the names of those whose vectors come shorter where they are asked to; empty for none
     */
    private record Use(boolean known, @Nullable String model, List<String> beginnings, String shortened) {
        static final Use NONE = new Use(false, null, List.of(), "");
    }

    /** What is known of a provider. */
    private record Facts(
            String label,
            String title,
            @Nullable String baseUrl,
            @Nullable String addressVariable,
            List<String> keyVariables,
            List<String> keyBeginnings,
            Use chat,
            Use embedding) {
        /** Where it is reached, null where that differs from user to user; and the variable that says where, if any does. */
        Facts at(@Nullable String url, @Nullable String variable) {
            return new Facts(label, title, url, variable, keyVariables, keyBeginnings, chat, embedding);
        }

        /** The variables that hold its key, the strongest first. */
        Facts key(String... variables) {
            return new Facts(
                    label, title, baseUrl, addressVariable, List.of(variables), keyBeginnings, chat, embedding);
        }

        /** What its keys begin with and no other provider's do. */
        Facts keysBegin(String... beginnings) {
            return new Facts(
                    label, title, baseUrl, addressVariable, keyVariables, List.of(beginnings), chat, embedding);
        }

        Facts chats(@Nullable String model) {
            return new Facts(
                    label,
                    title,
                    baseUrl,
                    addressVariable,
                    keyVariables,
                    keyBeginnings,
                    new Use(true, model, List.of(), ""),
                    embedding);
        }

        Facts embeds(@Nullable String model, String... beginnings) {
            return withEmbedding(new Use(true, model, List.of(beginnings), ""));
        }

        Facts shortens(String pattern) {
            return withEmbedding(new Use(true, embedding.model, embedding.beginnings, pattern));
        }

        private Facts withEmbedding(Use use) {
            return new Facts(label, title, baseUrl, addressVariable, keyVariables, keyBeginnings, chat, use);
        }
    }

    /**
     * The provider of a name as it stands in a configuration, such as {@code openai} or {@code in-process}.
     *
     * @throws TernException if the name is none of them
     */
    public static Provider of(String name) {
        for (Provider provider : values()) {
            if (provider.toString().equals(name.strip().toLowerCase(Locale.ROOT))) {
                return provider;
            }
        }
        throw TernException.user(
                "there is no model provider \"" + name + "\": choose one of " + names(Arrays.asList(values())));
    }

    /** Those that have chat models. */
    public static List<Provider> ofChat() {
        return Arrays.stream(values()).filter(one -> one.facts.chat.known).toList();
    }

    /** Those that have embedding models. */
    public static List<Provider> ofEmbedding() {
        return Arrays.stream(values()).filter(one -> one.facts.embedding.known).toList();
    }

    /** Who makes the embedding model of a name, such as a graph remembers; empty where the name does not tell. */
    public static Optional<Provider> ofEmbeddingModel(String name) {
        return Arrays.stream(values())
                .filter(one -> one.facts.embedding.beginnings.stream().anyMatch(name::startsWith))
                .findFirst();
    }

    /** Whether vectors of an embedding model come in the length that is asked for, as far as its name tells. */
    public boolean shortens(String model) {
        return model.matches(facts.embedding.shortened);
    }

    /** Names as they are listed in a sentence. */
    static String names(List<Provider> providers) {
        return providers.stream().map(Provider::toString).collect(Collectors.joining(", "));
    }

    /** The chat model where none is named; empty where one must be named, or there are none. */
    public Optional<String> defaultChatModel() {
        return Optional.ofNullable(facts.chat.model);
    }

    /** The embedding model where none is named; empty where one must be named, or there are none. */
    public Optional<String> defaultEmbeddingModel() {
        return Optional.ofNullable(facts.embedding.model);
    }

    /** The name in a sentence. */
    public String title() {
        return facts.title;
    }

    /** The environment variables that hold this provider's key, in order of precedence; none where it needs no key. */
    public List<String> keyVariables() {
        return facts.keyVariables;
    }

    /** The variable of the environment that says where it is reached, if there is one. */
    public Optional<String> addressVariable() {
        return Optional.ofNullable(facts.addressVariable);
    }

    /** Where the provider is reached when nothing else is said; null in process, and where that is for the user to say. */
    public @Nullable String defaultBaseUrl() {
        return facts.baseUrl;
    }

    /** Where Amazon Bedrock speaks OpenAI's protocol in a region, such as eu-central-1. */
    public static String bedrockUrl(String region) {
        return "https://bedrock-runtime." + region + ".amazonaws.com/openai/v1";
    }

    /** The root of its interface at a configured address; for Azure the address of the resource is enough. */
    String root(String url) {
        String path = URI.create(url).getPath();
        return this == AZURE && (path == null || path.isEmpty()) ? url + "/openai/v1" : url;
    }

    /** Whether an address is this provider's own, and not that of another server with its protocol. */
    public boolean isAt(String url) {
        return facts.baseUrl == null
                || String.valueOf(URI.create(url).getHost())
                        .equalsIgnoreCase(URI.create(facts.baseUrl).getHost());
    }

    /** Whose key it is, where its form tells. */
    static Optional<Provider> ofKey(String key) {
        return Arrays.stream(values())
                .filter(one -> one.facts.keyBeginnings.stream().anyMatch(key::startsWith))
                .findFirst();
    }

    /** The name in a configuration. */
    @Override
    public String toString() {
        return facts.label;
    }
}
