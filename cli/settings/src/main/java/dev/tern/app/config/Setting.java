package dev.tern.app.config;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.SyncRoots;
import dev.tern.documents.LoadLimit;
import dev.tern.settings.Parameter;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A setting of Tern, named in files by its key, in the environment by its {@link #variable}. */
// The functions of a kind of value have no state.
@SuppressWarnings("ImmutableEnumChecker")
public enum Setting {
    /** Trusts the project's file, or the files of some folders. */
    TRUST_PROJECT("trustProject", ValueKind.TRUST, "false"),
    /** Allows keys to be sent to other machines without encryption. */
    UNENCRYPTED_KEYS("unencryptedKeys", ValueKind.oneOf("true", "false"), "false"),
    /** The address of the store: a path, or the URL of a server. */
    STORE("store", ValueKind.STORE, "./tern-store"),
    GRAPH("graph", ValueKind.TEXT, "default"),
    /** The API key of Zilliz Cloud, or {@code user:password} for a Milvus server. */
    MILVUS_TOKEN("milvus.token", ValueKind.SECRET),
    /** The name of the database on a Milvus server. */
    MILVUS_DATABASE("milvus.database", ValueKind.TEXT),
    /** The file with the certificate of the authority that signed a Milvus server's certificate. */
    MILVUS_CA_FILE("milvus.caFile", ValueKind.PATH),
    /** The timeout of a request to Milvus, in seconds. */
    MILVUS_TIMEOUT_SECONDS("milvus.timeoutSeconds", ValueKind.wholeBetween(1, 3600), "30"),
    /** The vector index of new graphs in Milvus. */
    MILVUS_INDEX_TYPE("milvus.indexType", ValueKind.oneOf("AUTOINDEX", "HNSW", "FLAT", "DISKANN"), "AUTOINDEX"),
    CONSISTENCY(Parameter.CONSISTENCY),
    /** The mode of retrieval; by default the best that the models allow. */
    MODE("mode", ValueKind.oneOf("naive", "local", "graph", "overview")),
    /** The provider of the chat model, or "none" to have no chat model. */
    CHAT_PROVIDER("chat.provider", ValueKind.CHAT_PROVIDER),
    CHAT_MODEL("chat.model", ValueKind.TEXT),
    /** The effort of a reasoning chat model, in one word such as "low". */
    CHAT_REASONING_EFFORT("chat.reasoningEffort", ValueKind.EFFORT),
    /** The maximum number of tokens of a chat model's reply, including reasoning. */
    CHAT_MAX_REPLY_TOKENS("chat.maxReplyTokens", ValueKind.wholeBetween(1, 1_000_000), "4096"),
    /** The base URL of the chat model's API. */
    CHAT_BASE_URL("chat.baseUrl", ValueKind.URL),
    /** The secret key that requests to the chat model carry. */
    CHAT_API_KEY("chat.apiKey", ValueKind.SECRET),
    /** The sampling temperature of the chat model's replies. */
    TEMPERATURE("chat.temperature", Parameter.TEMPERATURE),
    /** The maximum number of requests to the chat model in any minute. */
    CHAT_REQUESTS_PER_MINUTE("chat.requestsPerMinute", ValueKind.wholeBetween(1, 1_000_000)),
    /** The maximum number of tokens to and from the chat model in any minute. */
    CHAT_TOKENS_PER_MINUTE("chat.tokensPerMinute", ValueKind.wholeBetween(1, 2_000_000_000)),
    /** The provider of the embedding model, or "in-process" for a model in this process. */
    EMBEDDING_PROVIDER("embedding.provider", ValueKind.EMBEDDING_PROVIDER),
    EMBEDDING_MODEL("embedding.model", ValueKind.EMBEDDING_MODEL),
    /** The prefix of questions to be embedded. */
    EMBEDDING_QUESTION_PREFIX("embedding.questionPrefix", ValueKind.TEXT),
    /** The prefix of passages, entities and relations to be embedded. */
    EMBEDDING_PASSAGE_PREFIX("embedding.passagePrefix", ValueKind.TEXT),
    /** The dimension of the embedding model's vectors. */
    EMBEDDING_DIMENSIONS("embedding.dimensions", ValueKind.wholeBetween(1, 65_536)),
    /** The base URL of the embedding model's API. */
    EMBEDDING_BASE_URL("embedding.baseUrl", ValueKind.URL),
    /** The secret key that requests to the embedding model carry. */
    EMBEDDING_API_KEY("embedding.apiKey", ValueKind.SECRET),
    /** The maximum number of requests to the embedding model in any minute. */
    EMBEDDING_REQUESTS_PER_MINUTE("embedding.requestsPerMinute", ValueKind.wholeBetween(1, 1_000_000)),
    /** The maximum number of tokens to the embedding model in any minute. */
    EMBEDDING_TOKENS_PER_MINUTE("embedding.tokensPerMinute", ValueKind.wholeBetween(1, 2_000_000_000)),
    PRICES("prices", ValueKind.PRICES),
    /** The maximum cost of models for one command. */
    MAX_COST("maxCost", ValueKind.AMOUNT),
    /** The method of extraction for passages without statements. */
    EXTRACTOR("extractor", ValueKind.oneOf("model", "rules", "sentences", "none")),
    /** The file with a chat model's prompt for extraction, in place of Tern's own. */
    EXTRACTION_PROMPT_FILE("extraction.promptFile", ValueKind.PATH),
    /** The types of entities to extract, separated by commas. */
    EXTRACTION_ENTITY_TYPES("extraction.entityTypes", ValueKind.TEXT),
    /** The predicates that the extraction may use, separated by commas. */
    EXTRACTION_PREDICATES("extraction.predicates", ValueKind.TEXT),
    LOAD_MAX_FILE_BYTES(LoadLimit.FILE_BYTES),
    LOAD_MAX_SCANNED_PAGES(LoadLimit.SCANNED_PAGES),
    LOAD_MAX_SECONDS(LoadLimit.SECONDS),
    LOAD_PARSER_MEGABYTES(LoadLimit.PARSER_MEGABYTES),
    LOAD_PARSERS(LoadLimit.PARSERS),
    /** The encoding of texts that do not declare one. */
    LOAD_ENCODING("load.encoding", ValueKind.ENCODING),
    /** Reads hidden sheets, rows, columns and slides. */
    LOAD_HIDDEN("load.hidden", ValueKind.oneOf("true", "false"), "false"),
    /** The folder of the models that read text in pictures. */
    LOAD_OCR_MODELS("load.ocrModels", ValueKind.PATH),
    /** The languages for Tesseract, which then reads text in pictures instead of the models. */
    LOAD_OCR_LANGUAGES("load.ocrLanguages", ValueKind.OCR_LANGUAGES),
    /** The directory of cached replies and vectors, and of the records of spending. */
    CACHE_DIRECTORY("cache.directory", ValueKind.PATH),
    /** The timeout of one attempt of a request to a model, in seconds. */
    REQUEST_TIMEOUT_SECONDS("requestTimeoutSeconds", ValueKind.wholeBetween(1, 3600), "60"),
    /** The maximum number of retries of a failed request to a model. */
    MAX_RETRIES("maxRetries", ValueKind.wholeBetween(0, 20), "5"),
    /** The maximum number of concurrent requests to a model. */
    PARALLEL_REQUESTS("parallelRequests", ValueKind.wholeBetween(1, 256), "4"),
    /** The address that the server listens on. */
    SERVER_HOST("server.host", ValueKind.TEXT, "127.0.0.1"),
    /** The port that the server listens on; 0 for any free one. */
    SERVER_PORT("server.port", ValueKind.wholeBetween(0, 65_535), "8376"),
    /** The key that has all permissions on the server. */
    SERVER_API_KEY("server.apiKey", ValueKind.SECRET),
    /** The file with the keys of the server's callers, a line each. */
    SERVER_KEYS_FILE("server.keysFile", ValueKind.PATH),
    /** More names of the server, and origins of pages that may call it, separated by commas. */
    SERVER_HOSTS("server.hosts", ValueKind.TEXT),
    /** The PEM file with the server's certificate. */
    SERVER_CERTIFICATE_FILE("server.certificateFile", ValueKind.PATH),
    /** The PEM file with the private key of the server's certificate, without a password. */
    SERVER_CERTIFICATE_KEY_FILE("server.certificateKeyFile", ValueKind.PATH),
    SERVER_REQUESTS_PER_MINUTE(ServerLimit.REQUESTS_PER_MINUTE),
    SERVER_TOKENS_PER_DAY(ServerLimit.TOKENS_PER_DAY),
    SERVER_QUESTION_TOKENS(ServerLimit.QUESTION_TOKENS),
    SERVER_QUESTIONS(ServerLimit.QUESTIONS),
    SERVER_QUESTION_TIME(ServerLimit.QUESTION_TIME),
    SERVER_HEAVY_REQUESTS(ServerLimit.HEAVY_REQUESTS),
    SERVER_UPLOAD_MEGABYTES(ServerLimit.UPLOAD_BYTES),
    SERVER_SPOOL_BYTES(ServerLimit.SPOOL_BYTES),
    /** The minutes between two runs of a source's synchronisation; 0 to run none. */
    SERVER_SYNC_MINUTES("server.syncMinutes", ValueKind.wholeBetween(0, 525_600), "0"),
    /** The folders and sites that synchronisation may read, separated by commas; default none. */
    SERVER_SYNC_ROOTS(SyncRoots.KEY, ValueKind.SYNC_ROOTS),
    /** The address for the server's traces, by OTLP over HTTP. */
    TRACES_ENDPOINT("traces.endpoint", ValueKind.URL),
    /** The headers of traces, as name=value, separated by commas. */
    TRACES_HEADERS("traces.headers", ValueKind.SECRET),
    /** The changes that agents may make. */
    MCP_WRITES("mcp.writes", ValueKind.oneOf("none", "texts", "edits", "all"), "none"),
    RECOGNITION(Parameter.RECOGNITION),
    ENTITY_TOP_K(Parameter.ENTITY_TOP_K),
    RELATION_TOP_K(Parameter.RELATION_TOP_K),
    MIN_ENTITY_SIMILARITY(Parameter.MIN_ENTITY_SIMILARITY),
    MIN_RELATION_SIMILARITY(Parameter.MIN_RELATION_SIMILARITY),
    DEGREE(Parameter.DEGREE),
    CANDIDATE_TOKENS(Parameter.CANDIDATE_TOKENS),
    FINAL_TOP_K(Parameter.FINAL_TOP_K),
    TRUST(Parameter.TRUST),
    HYBRID(Parameter.HYBRID),
    PASSAGE_TOKENS(Parameter.PASSAGE_TOKENS),
    OVERLAP_TOKENS(Parameter.OVERLAP_TOKENS);

    private static final Pattern WORDS = Pattern.compile("^[\\w-]++(?:, [\\w-]++)*+ or [\\w-]++");

    private final String key;
    private final ValueKind kind;
    private final Optional<String> defaultText;
    private final Optional<Parameter<?>> parameter;

    Setting(Parameter<?> parameter) {
        this(parameter.name(), parameter);
    }

    Setting(String key, Parameter<?> parameter) {
        this(key, ValueKind.parameter(parameter), ValueKind.defaultOf(parameter), Optional.of(parameter));
    }

    Setting(ServerLimit limit) {
        this(limit.setting().orElseThrow(), ValueKind.limit(limit));
    }

    Setting(LoadLimit limit) {
        this(limit.setting().orElseThrow(), ValueKind.limit(limit));
    }

    Setting(String key, ValueKind kind) {
        this(key, kind, kind.defaultText(), Optional.empty());
    }

    Setting(String key, ValueKind kind, String defaultText) {
        this(key, kind, Optional.of(defaultText), Optional.empty());
    }

    Setting(String key, ValueKind kind, Optional<String> defaultText, Optional<Parameter<?>> parameter) {
        this.parameter = parameter;
        this.key = key;
        this.kind = kind;
        this.defaultText = defaultText;
    }

    /** Returns the setting of a parameter; empty for one that only programs and requests set. */
    public static Optional<Setting> of(Parameter<?> parameter) {
        return Arrays.stream(values())
                .filter(setting -> setting.parameter.filter(parameter::equals).isPresent())
                .findFirst();
    }

    /**
     * Returns the setting of a key.
     *
     * @throws java.util.NoSuchElementException if there is none
     */
    public static Setting ofKey(String key) {
        return Arrays.stream(values())
                .filter(setting -> setting.key.equals(key))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the key in a file; a dot stands for a level of nesting. */
    public String key() {
        return key;
    }

    /** Returns the words to choose the value from, such as "naive"; empty for other values. */
    public List<String> words() {
        String expected = kind.expected();
        return WORDS.matcher(expected).matches() ? List.of(expected.split(", | or ")) : List.of();
    }

    /** Returns the environment variable: {@code TERN_} and the key in capitals with underscores. */
    public String variable() {
        return variable(key);
    }

    static String variable(String key) {
        return "TERN_"
                + key.replaceAll("([a-z])([A-Z])", "$1_$2").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    /** Returns the settings that decide where this secret is sent; empty for other settings. */
    Set<Setting> goesTo() {
        return switch (this) {
            case MILVUS_TOKEN -> EnumSet.of(STORE, MILVUS_CA_FILE);
            case CHAT_API_KEY -> EnumSet.of(CHAT_PROVIDER, CHAT_BASE_URL);
            case EMBEDDING_API_KEY -> EnumSet.of(EMBEDDING_PROVIDER, EMBEDDING_BASE_URL);
            case TRACES_HEADERS -> EnumSet.of(TRACES_ENDPOINT);
            default -> EnumSet.noneOf(Setting.class);
        };
    }

    /** Returns the effect of the setting, which decides if a project may set it. */
    SettingEffect effect() {
        return switch (this) {
            case TRUST_PROJECT, TRUST, UNENCRYPTED_KEYS, CACHE_DIRECTORY, MCP_WRITES -> SettingEffect.OWNER;
            case SERVER_HOST, SERVER_HOSTS, SERVER_API_KEY, SERVER_KEYS_FILE -> SettingEffect.OWNER;
            case SERVER_CERTIFICATE_FILE, SERVER_CERTIFICATE_KEY_FILE -> SettingEffect.OWNER;
            case SERVER_SYNC_MINUTES, SERVER_SYNC_ROOTS -> SettingEffect.OWNER;
            case MAX_COST, PRICES, SERVER_TOKENS_PER_DAY, SERVER_QUESTION_TOKENS, SERVER_REQUESTS_PER_MINUTE ->
                SettingEffect.SPENDING;
            default ->
                Arrays.stream(values()).anyMatch(secret -> secret.goesTo().contains(this))
                        ? SettingEffect.ADDRESS
                        : kind.equals(ValueKind.PATH) || kind.equals(ValueKind.EMBEDDING_MODEL)
                                ? SettingEffect.PATH
                                : SettingEffect.FOLDER;
        };
    }

    /** Returns true if only the server reads this setting. */
    public boolean isOfTheServer() {
        return key.startsWith("server.") || key.startsWith("traces.");
    }

    /** Returns true if only commands that serve agents read this setting. */
    public boolean isOfAgents() {
        return key.startsWith("mcp.");
    }

    /** Returns the parameter of this setting, if there is one. */
    Optional<Parameter<?>> parameter() {
        return parameter;
    }

    ValueKind kind() {
        return kind;
    }

    /** Returns the allowed values, in words. */
    public String expected() {
        return kind.expected();
    }

    /** Returns true if the value must never be shown. */
    public boolean secret() {
        return kind.equals(ValueKind.SECRET);
    }

    /** Returns the default; empty if there is none, or if it follows from other settings. */
    public Optional<String> defaultText() {
        return defaultText;
    }
}
