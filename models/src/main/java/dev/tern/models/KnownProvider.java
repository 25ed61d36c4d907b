package dev.tern.models;

import dev.tern.error.TernException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A provider of models. By default, the first constant with a key is used for chat. */
// ProviderFacts is immutable, which Error Prone cannot see.
@SuppressWarnings("ImmutableEnumChecker")
public enum KnownProvider {
    /** OpenAI, or any server with its protocol, such as vLLM, llama.cpp and LM Studio. */
    OPENAI(named("openai", "OpenAI")
            .at("https://api.openai.com/v1", "OPENAI_BASE_URL")
            .key("OPENAI_API_KEY")
            .keysBegin("sk-proj-", "sk-svcacct-")
            .chats("gpt-6-luna")
            .embeds("text-embedding-3-small", "text-embedding-")
            .shortens("text-embedding-3-.*")),
    /** Anthropic, with its Claude models. */
    ANTHROPIC(named("anthropic", "Anthropic")
            .at("https://api.anthropic.com/v1", null)
            .key("ANTHROPIC_API_KEY")
            .keysBegin("sk-ant-")
            .chats("claude-sonnet-5")),
    /** Google, with its Gemini models. */
    GEMINI(named("gemini", "Gemini")
            .at("https://generativelanguage.googleapis.com/v1beta", null)
            .key("GEMINI_API_KEY", "GOOGLE_API_KEY")
            .keysBegin("AIza")
            .chats("gemini-3.8-flash")
            .embeds("gemini-embedding-2", "gemini-embedding-")
            .shortens("gemini-embedding-.*")),
    /** Mistral, through its own API. */
    MISTRAL(named("mistral", "Mistral")
            .at("https://api.mistral.ai/v1", null)
            .key("MISTRAL_API_KEY")
            .chats("mistral-medium-latest")
            .embeds("mistral-embed", "mistral-embed", "codestral-embed")
            .shortens("codestral-embed.*")),
    /** OpenAI's models on Azure; the base URL names a resource, and the model name a deployment. */
    AZURE(named("azure", "Azure")
            .at(null, "AZURE_OPENAI_ENDPOINT")
            .key("AZURE_OPENAI_API_KEY")
            .chats(null)
            .embeds(null)),
    /** Models on Amazon Bedrock with OpenAI's protocol; the base URL depends on the region. */
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
    /** Ollama, on this machine by default. */
    OLLAMA(named("ollama", "Ollama")
            .at("http://localhost:11434", null)
            .chats(null)
            .embeds(null)),
    /** This process, without network access; only for embedding. */
    IN_PROCESS(named("in-process", "this process").embeds("all-MiniLM-L6-v2"));

    private final ProviderFacts facts;

    KnownProvider(ProviderFacts facts) {
        this.facts = facts;
    }

    private static ProviderFacts named(String label, String title) {
        return new ProviderFacts(label, title, null, null, List.of(), List.of(), ModelKind.NONE, ModelKind.NONE);
    }

    /**
     * The models of one kind that a provider offers.
     *
     * @param known true if the provider offers such models
     * @param model the default; null if there is none
     * @param beginnings known prefixes of its own models' names
     * @param shortened a regular expression for the names of models that support a requested vector
     *     length; empty for none
     */
    private record ModelKind(boolean known, @Nullable String model, List<String> beginnings, String shortened) {
        static final ModelKind NONE = new ModelKind(false, null, List.of(), "");
    }

    private record ProviderFacts(
            String label,
            String title,
            @Nullable String baseUrl,
            @Nullable String addressVariable,
            List<String> keyVariables,
            List<String> keyBeginnings,
            ModelKind chat,
            ModelKind embedding) {
        /** Sets the default address and its overriding environment variable; null for none. */
        ProviderFacts at(@Nullable String url, @Nullable String variable) {
            return new ProviderFacts(label, title, url, variable, keyVariables, keyBeginnings, chat, embedding);
        }

        /** Sets the environment variables of the key, by precedence. */
        ProviderFacts key(String... variables) {
            return new ProviderFacts(
                    label, title, baseUrl, addressVariable, List.of(variables), keyBeginnings, chat, embedding);
        }

        /** Sets the prefixes that only this provider's keys have. */
        ProviderFacts keysBegin(String... beginnings) {
            return new ProviderFacts(
                    label, title, baseUrl, addressVariable, keyVariables, List.of(beginnings), chat, embedding);
        }

        ProviderFacts chats(@Nullable String model) {
            return new ProviderFacts(
                    label,
                    title,
                    baseUrl,
                    addressVariable,
                    keyVariables,
                    keyBeginnings,
                    new ModelKind(true, model, List.of(), ""),
                    embedding);
        }

        ProviderFacts embeds(@Nullable String model, String... beginnings) {
            return withEmbedding(new ModelKind(true, model, List.of(beginnings), ""));
        }

        ProviderFacts shortens(String pattern) {
            return withEmbedding(new ModelKind(true, embedding.model, embedding.beginnings, pattern));
        }

        private ProviderFacts withEmbedding(ModelKind use) {
            return new ProviderFacts(label, title, baseUrl, addressVariable, keyVariables, keyBeginnings, chat, use);
        }
    }

    /**
     * Returns the provider of a configured name, such as {@code openai} or {@code in-process}.
     *
     * @throws TernException if the name is unknown
     */
    public static KnownProvider of(String name) {
        for (KnownProvider provider : values()) {
            if (provider.toString().equals(name.strip().toLowerCase(Locale.ROOT))) {
                return provider;
            }
        }
        throw TernException.user(
                "there is no model provider \"" + name + "\": choose one of " + names(Arrays.asList(values())));
    }

    /** Returns the providers of chat models. */
    public static List<KnownProvider> ofChat() {
        return Arrays.stream(values()).filter(one -> one.facts.chat.known).toList();
    }

    /** Returns the providers of embedding models. */
    public static List<KnownProvider> ofEmbedding() {
        return Arrays.stream(values()).filter(one -> one.facts.embedding.known).toList();
    }

    /** Returns the provider of an embedding model by the prefix of its name; empty if unknown. */
    public static Optional<KnownProvider> ofEmbeddingModel(String name) {
        return Arrays.stream(values())
                .filter(one -> one.facts.embedding.beginnings.stream().anyMatch(name::startsWith))
                .findFirst();
    }

    /** Returns true if embedding models of this name are known to accept a vector length. */
    public boolean acceptsDimensions(String model) {
        return model.matches(facts.embedding.shortened);
    }

    /** Returns the configured names of providers, separated by commas. */
    static String names(List<KnownProvider> providers) {
        return providers.stream().map(KnownProvider::toString).collect(Collectors.joining(", "));
    }

    /** Returns the default chat model; empty if there is none. */
    public Optional<String> defaultChatModel() {
        return Optional.ofNullable(facts.chat.model);
    }

    /** Returns the default embedding model; empty if there is none. */
    public Optional<String> defaultEmbeddingModel() {
        return Optional.ofNullable(facts.embedding.model);
    }

    /** Returns the display name. */
    public String title() {
        return facts.title;
    }

    /** Returns the environment variables of the key, by precedence; empty if no key is needed. */
    public List<String> keyVariables() {
        return facts.keyVariables;
    }

    /** Returns the environment variable of the address, if there is one. */
    public Optional<String> addressVariable() {
        return Optional.ofNullable(facts.addressVariable);
    }

    /**
     * Returns the default address; null for {@link #AZURE}, {@link #BEDROCK}, {@link #IN_PROCESS}.
     */
    public @Nullable String defaultBaseUrl() {
        return facts.baseUrl;
    }

    /** Returns the address of Bedrock's OpenAI protocol in a region, such as eu-central-1. */
    public static String bedrockUrl(String region) {
        return "https://bedrock-runtime." + region + ".amazonaws.com/openai/v1";
    }

    /** Returns the API's root at a base URL; for Azure, adds the path if the URL has none. */
    String root(String url) {
        String path = URI.create(url).getPath();
        return this == AZURE && (path == null || path.isEmpty()) ? url + "/openai/v1" : url;
    }

    /** Returns true if a URL has the host of the default address, or there is no default. */
    public boolean isAt(String url) {
        return facts.baseUrl == null
                || String.valueOf(URI.create(url).getHost())
                        .equalsIgnoreCase(URI.create(facts.baseUrl).getHost());
    }

    /** Returns the provider of a key by its prefix; empty if the prefix is not known. */
    static Optional<KnownProvider> ofKey(String key) {
        return Arrays.stream(values())
                .filter(one -> one.facts.keyBeginnings.stream().anyMatch(key::startsWith))
                .findFirst();
    }

    /** Returns the name in configurations, such as {@code openai}. */
    @Override
    public String toString() {
        return facts.label;
    }
}
