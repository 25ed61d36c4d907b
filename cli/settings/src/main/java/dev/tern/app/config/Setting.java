package dev.tern.app.config;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.SyncRoots;
import dev.tern.documents.LoadLimit;
import dev.tern.settings.Parameter;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Something that can be set, under one key: in files as it stands, in the environment as {@link #variable}. */
// The functions in a kind of value hold no state.
@SuppressWarnings("ImmutableEnumChecker")
public enum Setting {
    /** Whether the project's file is trusted, or the folders of those that are. */
    TRUST_PROJECT("trustProject", ValueKind.TRUST, "false"),
    /** Whether keys may go to other machines without encryption. */
    UNENCRYPTED_KEYS("unencryptedKeys", ValueKind.oneOf("true", "false"), "false"),
    /** Where the graphs are kept. */
    STORE("store", ValueKind.STORE, "./tern-store"),
    GRAPH("graph", ValueKind.TEXT, "default"),
    /** The key of Zilliz Cloud, or the user of a Milvus server and its password with a colon between. */
    MILVUS_TOKEN("milvus.token", ValueKind.SECRET),
    /** The database of a Milvus server. */
    MILVUS_DATABASE("milvus.database", ValueKind.TEXT),
    /** The file with the certificate of the authority that a Milvus server's own is to be checked by. */
    MILVUS_CA_FILE("milvus.caFile", ValueKind.PATH),
    /** How long one request to Milvus may take, in seconds. */
    MILVUS_TIMEOUT_SECONDS("milvus.timeoutSeconds", ValueKind.wholeBetween(1, 3600), "30"),
    /** How Milvus indexes the vectors of new graphs. */
    MILVUS_INDEX_TYPE("milvus.indexType", ValueKind.oneOf("AUTOINDEX", "HNSW", "FLAT", "DISKANN"), "AUTOINDEX"),
    CONSISTENCY(Parameter.CONSISTENCY),
    /** How passages are found. */
    MODE("mode", ValueKind.oneOf("naive", "local", "graph", "overview")),
    /** Who serves the chat model. */
    CHAT_PROVIDER("chat.provider", ValueKind.CHAT_PROVIDER),
    CHAT_MODEL("chat.model", ValueKind.TEXT),
    /** How much the chat model thinks before it answers. */
    CHAT_REASONING_EFFORT("chat.reasoningEffort", ValueKind.EFFORT),
    /** The most tokens that the chat model writes for one request, thoughts among them. */
    CHAT_MAX_REPLY_TOKENS("chat.maxReplyTokens", ValueKind.wholeBetween(1, 1_000_000), "4096"),
    /** Where the chat model is. */
    CHAT_BASE_URL("chat.baseUrl", ValueKind.URL),
    /** The key for the chat model. */
    CHAT_API_KEY("chat.apiKey", ValueKind.SECRET),
    /** The chat model's temperature. */
    TEMPERATURE("chat.temperature", Parameter.TEMPERATURE),
    /** The most requests to the chat model in any minute. */
    CHAT_REQUESTS_PER_MINUTE("chat.requestsPerMinute", ValueKind.wholeBetween(1, 1_000_000)),
    /** The most tokens to and from the chat model in any minute. */
    CHAT_TOKENS_PER_MINUTE("chat.tokensPerMinute", ValueKind.wholeBetween(1, 2_000_000_000)),
    /** Who serves the embedding model. */
    EMBEDDING_PROVIDER("embedding.provider", ValueKind.EMBEDDING_PROVIDER),
    EMBEDDING_MODEL("embedding.model", ValueKind.EMBEDDING_MODEL),
    /** What is put before questions to be embedded. */
    EMBEDDING_QUESTION_PREFIX("embedding.questionPrefix", ValueKind.TEXT),
    /** What is put before passages, entities and relations to be embedded. */
    EMBEDDING_PASSAGE_PREFIX("embedding.passagePrefix", ValueKind.TEXT),
    /** The length of the embedding model's vectors. */
    EMBEDDING_DIMENSIONS("embedding.dimensions", ValueKind.wholeBetween(1, 65_536)),
    /** Where the embedding model is. */
    EMBEDDING_BASE_URL("embedding.baseUrl", ValueKind.URL),
    /** The key for the embedding model. */
    EMBEDDING_API_KEY("embedding.apiKey", ValueKind.SECRET),
    /** The most requests to the embedding model in any minute. */
    EMBEDDING_REQUESTS_PER_MINUTE("embedding.requestsPerMinute", ValueKind.wholeBetween(1, 1_000_000)),
    /** The most tokens to the embedding model in any minute. */
    EMBEDDING_TOKENS_PER_MINUTE("embedding.tokensPerMinute", ValueKind.wholeBetween(1, 2_000_000_000)),
    PRICES("prices", ValueKind.PRICES),
    /** The most that one command may spend on models. */
    MAX_COST("maxCost", ValueKind.AMOUNT),
    /** Who finds the statements of passages that bring none. */
    EXTRACTOR("extractor", ValueKind.oneOf("model", "rules", "sentences", "none")),
    /** The file with the prompt of the extraction. */
    EXTRACTION_PROMPT_FILE("extraction.promptFile", ValueKind.PATH),
    /** The types of entities that the extraction looks for, with commas between. */
    EXTRACTION_ENTITY_TYPES("extraction.entityTypes", ValueKind.TEXT),
    /** The predicates that the extraction may use, with commas between. */
    EXTRACTION_PREDICATES("extraction.predicates", ValueKind.TEXT),
    LOAD_MAX_FILE_BYTES(LoadLimit.FILE_BYTES),
    LOAD_MAX_SCANNED_PAGES(LoadLimit.SCANNED_PAGES),
    LOAD_MAX_SECONDS(LoadLimit.SECONDS),
    LOAD_PARSER_MEGABYTES(LoadLimit.PARSER_MEGABYTES),
    LOAD_PARSERS(LoadLimit.PARSERS),
    LOAD_MAX_SITE_PAGES(LoadLimit.SITE_PAGES),
    /** The encoding of texts that say nothing of it. */
    LOAD_ENCODING("load.encoding", ValueKind.ENCODING),
    /** The folder of the models that read text in pictures. */
    LOAD_OCR_MODELS("load.ocrModels", ValueKind.PATH),
    /** The languages in which Tesseract reads it instead. */
    LOAD_OCR_LANGUAGES("load.ocrLanguages", ValueKind.OCR_LANGUAGES),
    /** Where replies that were paid for, and what they cost, are kept. */
    CACHE_DIRECTORY("cache.directory", ValueKind.PATH),
    /** How long one try of a request to a model may take, in seconds. */
    REQUEST_TIMEOUT_SECONDS("requestTimeoutSeconds", ValueKind.wholeBetween(1, 3600), "60"),
    /** How many more tries follow a failed request that may pass. */
    MAX_RETRIES("maxRetries", ValueKind.wholeBetween(0, 20), "5"),
    /** The most requests to a model in flight at once. */
    PARALLEL_REQUESTS("parallelRequests", ValueKind.wholeBetween(1, 256), "4"),
    /** The address that the server listens on. */
    SERVER_HOST("server.host", ValueKind.TEXT, "127.0.0.1"),
    /** The port that the server listens on; 0 for any that is free. */
    SERVER_PORT("server.port", ValueKind.wholeBetween(0, 65_535), "8376"),
    /** A key that may do everything on the server. */
    SERVER_API_KEY("server.apiKey", ValueKind.SECRET),
    /** The file with the keys of the server. */
    SERVER_KEYS_FILE("server.keysFile", ValueKind.PATH),
    /** More names that the server is called by, and origins of other pages that may call it, with commas between. */
    SERVER_HOSTS("server.hosts", ValueKind.TEXT),
    /** The file with the server's certificate. */
    SERVER_CERTIFICATE_FILE("server.certificateFile", ValueKind.PATH),
    /** The file with the private key of that certificate. */
    SERVER_CERTIFICATE_KEY_FILE("server.certificateKeyFile", ValueKind.PATH),
    SERVER_REQUESTS_PER_MINUTE(ServerLimit.REQUESTS_PER_MINUTE),
    SERVER_TOKENS_PER_DAY(ServerLimit.TOKENS_PER_DAY),
    SERVER_QUESTION_TOKENS(ServerLimit.QUESTION_TOKENS),
    SERVER_QUESTIONS(ServerLimit.QUESTIONS),
    SERVER_QUESTION_TIME(ServerLimit.QUESTION_TIME),
    SERVER_HEAVY_REQUESTS(ServerLimit.HEAVY_REQUESTS),
    SERVER_UPLOAD_MEGABYTES(ServerLimit.UPLOAD_BYTES),
    SERVER_SPOOL_BYTES(ServerLimit.SPOOL_BYTES),
    /** How many minutes after the last run of a source the server begins the next one; 0 for none. */
    SERVER_SYNC_MINUTES("server.syncMinutes", ValueKind.wholeBetween(0, 525_600), "0"),
    /** The folders and sites that it may read for that, with commas between; nothing unless it is set. */
    SERVER_SYNC_ROOTS(SyncRoots.KEY, ValueKind.SYNC_ROOTS),
    /** Where the server sends traces, by OTLP over HTTP. */
    TRACES_ENDPOINT("traces.endpoint", ValueKind.URL),
    /** What it sends with them: names and values with an equals sign between, commas between two of them. */
    TRACES_HEADERS("traces.headers", ValueKind.SECRET),
    /** The changes that agents may make. */
    MCP_WRITES("mcp.writes", ValueKind.oneOf("none", "texts", "edits", "all"), "none"),
    RECOGNITION(Parameter.RECOGNITION),
    ENTITY_TOP_K(Parameter.ENTITY_TOP_K),
    RELATION_TOP_K(Parameter.RELATION_TOP_K),
    MINIMUM_ENTITY_SIMILARITY(Parameter.MINIMUM_ENTITY_SIMILARITY),
    MINIMUM_RELATION_SIMILARITY(Parameter.MINIMUM_RELATION_SIMILARITY),
    DEGREE(Parameter.DEGREE),
    CANDIDATE_TOKENS(Parameter.CANDIDATE_TOKENS),
    FINAL_TOP_K(Parameter.FINAL_TOP_K),
    TRUST(Parameter.TRUST),
    HYBRID(Parameter.HYBRID),
    PASSAGE_TOKENS(Parameter.PASSAGE_TOKENS),
    OVERLAP_TOKENS(Parameter.OVERLAP_TOKENS);

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

    /** The setting of a parameter; empty for one that programs and requests set. */
    public static Optional<Setting> of(Parameter<?> parameter) {
        return Arrays.stream(values())
                .filter(setting -> setting.parameter.filter(parameter::equals).isPresent())
                .findFirst();
    }

    /** The setting of a key. */
    public static Setting ofKey(String key) {
        return Arrays.stream(values())
                .filter(setting -> setting.key.equals(key))
                .findFirst()
                .orElseThrow();
    }

    /** The key in a file; a dot stands for a level of nesting. */
    public String key() {
        return key;
    }

    /** The variable of the environment: {@code TERN_} and the key in capitals with underscores. */
    public String variable() {
        return variable(key);
    }

    static String variable(String key) {
        return "TERN_"
                + key.replaceAll("([a-z])([A-Z])", "$1_$2").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    /** The settings that say where its value goes, where it is a secret that goes anywhere. */
    Set<Setting> goesTo() {
        return switch (this) {
            case MILVUS_TOKEN -> EnumSet.of(STORE, MILVUS_CA_FILE);
            case CHAT_API_KEY -> EnumSet.of(CHAT_PROVIDER, CHAT_BASE_URL);
            case EMBEDDING_API_KEY -> EnumSet.of(EMBEDDING_PROVIDER, EMBEDDING_BASE_URL);
            case TRACES_HEADERS -> EnumSet.of(TRACES_ENDPOINT);
            default -> EnumSet.noneOf(Setting.class);
        };
    }

    /** How far it reaches, and so what a project may say of it. */
    Reach reach() {
        return switch (this) {
            case TRUST_PROJECT, TRUST, UNENCRYPTED_KEYS, CACHE_DIRECTORY, MCP_WRITES -> Reach.OWNER;
            case SERVER_HOST, SERVER_HOSTS, SERVER_API_KEY, SERVER_KEYS_FILE -> Reach.OWNER;
            case SERVER_CERTIFICATE_FILE, SERVER_CERTIFICATE_KEY_FILE -> Reach.OWNER;
            case SERVER_SYNC_MINUTES, SERVER_SYNC_ROOTS -> Reach.OWNER;
            case MAX_COST, PRICES, SERVER_TOKENS_PER_DAY, SERVER_QUESTION_TOKENS, SERVER_REQUESTS_PER_MINUTE ->
                Reach.SPENDING;
            default ->
                Arrays.stream(values()).anyMatch(secret -> secret.goesTo().contains(this))
                        ? Reach.ADDRESS
                        : kind.equals(ValueKind.PATH) || kind.equals(ValueKind.EMBEDDING_MODEL)
                                ? Reach.PATH
                                : Reach.FOLDER;
        };
    }

    /** Whether only the server reads it. */
    public boolean isOfTheServer() {
        return key.startsWith("server.") || key.startsWith("traces.");
    }

    /** Whether only what agents are served with reads it. */
    public boolean isOfAgents() {
        return key.startsWith("mcp.");
    }

    /** The parameter that it sets, if it sets one. */
    Optional<Parameter<?>> parameter() {
        return parameter;
    }

    /** What values it takes. */
    ValueKind kind() {
        return kind;
    }

    /** What values it takes, in words. */
    public String expected() {
        return kind.expected();
    }

    /** Whether its value must never be shown. */
    public boolean secret() {
        return kind.equals(ValueKind.SECRET);
    }

    /** The default; empty if there is none, or if it follows from other settings. */
    public Optional<String> defaultText() {
        return defaultText;
    }
}
