package dev.tern.app.config;

import dev.tern.app.StoreSettings;
import dev.tern.error.TernException;
import dev.tern.model.ChatTask;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphName;
import dev.tern.text.Redaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Merges the configuration from several origins, the strongest first: flags, Tern's environment
 * variables, variables named for model providers, {@code tern.yaml} in the working directory, the
 * user's file, defaults. For one use; not thread-safe.
 */
public final class ConfigurationReader {
    /** The name of the file in the working directory. */
    public static final String FILE = "tern.yaml";

    /** Variables of the launcher, and of the tests with a Milvus server. */
    private static final Set<String> OTHER_VARIABLES = Set.of("TERN_JAVA_OPTS", "TERN_MILVUS_URI", "TERN_CALLED");

    private final Map<String, String> environment;
    private final Path directory;
    private final Redaction redaction;
    private final ProviderVariables ofProviders;
    private final List<String> problems = new ArrayList<>();
    private final Map<SettingKey, SettingValue> givenValues = new LinkedHashMap<>();
    private final Map<Setting, SettingValue> values = new EnumMap<>(Setting.class);

    /** Creates a reader for some environment variables and a working directory. */
    public ConfigurationReader(Map<String, String> environment, Path directory) {
        this(environment, directory, new Redaction());
    }

    /** Creates a reader; {@code redaction} receives every secret that is read, even on failure. */
    public ConfigurationReader(Map<String, String> environment, Path directory, Redaction redaction) {
        this.environment = environment;
        this.ofProviders = new ProviderVariables(environment);
        this.directory = directory;
        this.redaction = redaction;
    }

    /** Returns the user's file: {@code tern/tern.yaml} in XDG_CONFIG_HOME or {@code ~/.config}. */
    public static Path userFile(Map<String, String> environment) {
        String base = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path folder = base.isBlank() ? Path.of(environment.getOrDefault("HOME", "."), ".config") : Path.of(base);
        return folder.resolve("tern").resolve(FILE);
    }

    /**
     * Reads the configuration for a command that needs every setting.
     *
     * @param flags the given options
     * @throws ConfigurationException with the problems found
     * @throws TernException if a path that decides on trust cannot be resolved
     */
    public Configuration read(Collection<SettingValue> flags) {
        return read(flags, setting -> true);
    }

    /**
     * Reads the whole configuration.
     *
     * @param flags the given options
     * @param needed the settings in use; the project's file must not set one of them without
     *     permission
     * @throws ConfigurationException with the problems found
     * @throws TernException if a path that decides on trust cannot be resolved
     */
    public Configuration read(Collection<SettingValue> flags, Predicate<Setting> needed) {
        // From the strongest origin to the weakest: each adds only missing values.
        flags.forEach(value -> givenValues.putIfAbsent(value.under(), value));
        readEnvironment();
        Map<SettingKey, SettingValue> without = new LinkedHashMap<>(givenValues);
        readProjectFile().forEach(givenValues::putIfAbsent);
        Path userFile = userFile(environment);
        Map<SettingKey, SettingValue> own =
                ConfigurationFile.read(userFile, userFile.toString(), ValueOrigin.Kind.USER_FILE, problems);
        own.forEach(givenValues::putIfAbsent);
        own.forEach(without::putIfAbsent);
        ofProviders.addTo(givenValues);
        ofProviders.addTo(without);
        hide(givenValues.values());
        hide(ofProviders.embeddingKeys().values());
        values.putAll(forAll(givenValues));
        check(givenValues.values());
        checkGraphName();
        Optional<StoreSettings> store = new StoreReader(values, directory).read(problems);
        if (store.isEmpty() || !problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        deriveChat();
        deriveEmbedding();
        Map<ChatTask, Map<Setting, SettingValue>> tasks = tasks(givenValues, values);
        // Variables of a provider that only a task uses are first read here.
        Set<SettingValue> met = tasks.values().stream()
                .flatMap(its -> its.values().stream())
                .filter(value -> value.isChosen() && !givenValues.containsValue(value))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        hide(met);
        check(met);
        tasks.forEach(this::requireModel);
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        boolean asks = hasChatModel(tasks.getOrDefault(ChatTask.EXTRACT, values));
        derive(Setting.EXTRACTOR, asks ? "model" : "rules", asks ? "there is a chat model" : "there is no chat model");
        derive(Setting.CACHE_DIRECTORY, cacheDirectory().toString(), "the user's cache");
        Set<ProjectTrust.DistrustedValue> distrusted = distrusted(without, tasks, userFile);
        refuse(distrusted, tasks.values(), needed, userFile);
        return new Configuration(
                store.get(),
                text(Setting.GRAPH).orElseThrow(),
                text(Setting.MODE).map(name -> Mode.valueOf(name.toUpperCase(Locale.ROOT))),
                parameters(),
                values,
                tasks,
                ofProviders.embeddingKeys(),
                distrusted.stream().map(one -> one.value().key()).collect(Collectors.toSet()),
                readableByOthers(userFile));
    }

    private void check(Collection<SettingValue> found) {
        for (SettingValue value : found) {
            value.setting().kind().problem(value.text()).ifPresent(problem -> complain(value, problem));
        }
    }

    private void hide(Collection<SettingValue> found) {
        found.forEach(value -> value.setting().kind().secrets(value.text()).forEach(redaction::add));
    }

    private Map<SettingKey, SettingValue> readProjectFile() {
        Map<SettingKey, SettingValue> project = new LinkedHashMap<>(
                ConfigurationFile.read(directory.resolve(FILE), FILE, ValueOrigin.Kind.FILE, problems));
        SettingValue trust = project.remove(new SettingKey(Setting.TRUST_PROJECT, Optional.empty()));
        if (trust != null) {
            problems.add(trust.origin().location()
                    + ": trustProject in the project's own file has no effect: it belongs to " + userFile(environment));
        }
        return project;
    }

    /** Returns the values that apply to all tasks, including defaults. */
    private static Map<Setting, SettingValue> forAll(Map<SettingKey, SettingValue> given) {
        Map<Setting, SettingValue> values = new EnumMap<>(Setting.class);
        given.forEach((key, value) -> {
            if (key.task().isEmpty()) {
                values.put(key.setting(), value);
            }
        });
        for (Setting setting : Setting.values()) {
            setting.defaultText()
                    .ifPresent(text ->
                            values.putIfAbsent(setting, new SettingValue(setting, text, ValueOrigin.byDefault())));
        }
        return values;
    }

    /** Returns all values that apply to a task, for each task with values of its own. */
    private Map<ChatTask, Map<Setting, SettingValue>> tasks(
            Map<SettingKey, SettingValue> given, Map<Setting, SettingValue> all) {
        Map<ChatTask, Map<Setting, SettingValue>> own = new EnumMap<>(ChatTask.class);
        given.forEach((key, value) -> key.task()
                .ifPresent(task -> own.computeIfAbsent(task, none -> new EnumMap<>(Setting.class))
                        .put(key.setting(), value)));
        own.replaceAll((task, values) -> TaskValues.of(all, values, ofProviders));
        return own;
    }

    /** Returns true if the values configure a chat model. */
    private static boolean hasChatModel(Map<Setting, SettingValue> values) {
        return Optional.ofNullable(values.get(Setting.CHAT_PROVIDER))
                .filter(provider -> !provider.text().equalsIgnoreCase("none"))
                .isPresent();
    }

    /** Reports a task that has a provider of its own, but no model. */
    private void requireModel(ChatTask task, Map<Setting, SettingValue> its) {
        SettingValue provider = Objects.requireNonNull(its.get(Setting.CHAT_PROVIDER));
        if (!its.containsKey(Setting.CHAT_MODEL)
                && hasChatModel(its)
                && !provider.text().equalsIgnoreCase(text(Setting.CHAT_PROVIDER).orElseThrow())) {
            complain(
                    provider,
                    "is " + provider.displayText() + ", which is not that of chat: set chat." + task
                            + ".model as well");
        }
    }

    private Set<ProjectTrust.DistrustedValue> distrusted(
            Map<SettingKey, SettingValue> givenWithout,
            Map<ChatTask, Map<Setting, SettingValue>> tasks,
            Path userFile) {
        if (ProjectTrust.isTrusted(text(Setting.TRUST_PROJECT).orElseThrow(), directory)
                || ProjectTrust.isSameFile(directory.resolve(FILE), userFile)) {
            return Set.of();
        }
        Map<Setting, SettingValue> without = forAll(givenWithout);
        SettingValue chat =
                withoutFile(Setting.CHAT_PROVIDER, Setting.CHAT_API_KEY, ofProviders.provider(givenWithout));
        without.putIfAbsent(Setting.CHAT_PROVIDER, chat);
        SettingValue embedding =
                withoutFile(Setting.EMBEDDING_PROVIDER, Setting.EMBEDDING_API_KEY, KnownProvider.OPENAI);
        without.putIfAbsent(Setting.EMBEDDING_PROVIDER, embedding);
        Set<ProjectTrust.DistrustedValue> distrusted =
                new LinkedHashSet<>(new ProjectTrust(values, without, directory).distrusted());
        Map<ChatTask, Map<Setting, SettingValue>> tasksWithout = tasks(givenWithout, without);
        tasks.forEach((task, its) -> distrusted.addAll(
                new ProjectTrust(its, tasksWithout.getOrDefault(task, without), directory).distrusted()));
        return distrusted;
    }

    /**
     * Returns the provider that would be used without the project's file. If the key is from a
     * variable named for a provider, returns the merged value: the file may then choose a provider,
     * because such a key goes to its own provider only.
     */
    private SettingValue withoutFile(Setting provider, Setting key, KnownProvider chosen) {
        boolean named = Optional.ofNullable(values.get(key))
                .filter(value -> !value.isMeantFor("none"))
                .isPresent();
        return new SettingValue(
                provider, named ? text(provider).orElseThrow() : chosen.toString(), ValueOrigin.byDefault());
    }

    /** Returns warnings about files with secrets that any user of the machine can read. */
    private List<String> readableByOthers(Path userFile) {
        return givenValues.values().stream()
                .filter(value -> value.setting().secret())
                .map(value -> value.origin().kind())
                .filter(kind -> kind == ValueOrigin.Kind.FILE || kind == ValueOrigin.Kind.USER_FILE)
                .distinct()
                .map(kind -> kind == ValueOrigin.Kind.FILE ? directory.resolve(FILE) : userFile)
                .flatMap(file -> SecretFileCheck.warning(file, "a key").stream())
                .toList();
    }

    private void refuse(
            Set<ProjectTrust.DistrustedValue> distrusted,
            Collection<Map<Setting, SettingValue>> tasks,
            Predicate<Setting> needed,
            Path userFile) {
        for (ProjectTrust.DistrustedValue one : distrusted) {
            if (needed.test(one.value().setting())) {
                complain(one.value(), one.reason());
            }
        }
        if (!problems.isEmpty()) {
            problems.add("The tern.yaml of this folder is not trusted so far. If you know its content: "
                    + "--trust-project or TERN_TRUST_PROJECT=true, or for good the line \"trustProject: "
                    + directory.toAbsolutePath().normalize() + "\" in " + userFile);
        }
        if (!text(Setting.UNENCRYPTED_KEYS).orElseThrow().equalsIgnoreCase("true")) {
            requireEncryption(values, needed);
            tasks.forEach(its -> requireEncryption(its, needed));
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    private void requireEncryption(Map<Setting, SettingValue> sent, Predicate<Setting> needed) {
        SecretTargets secretTargets = new SecretTargets(sent);
        for (SettingValue value : sent.values()) {
            if (needed.test(value.setting())) {
                secretTargets.unencryptedProblem(value).ifPresent(problem -> complain(value, problem));
            }
        }
    }

    private void readEnvironment() {
        for (SettingKey key : SettingKey.all()) {
            String text = environment.getOrDefault(key.variable(), "");
            if (!text.isEmpty()) {
                givenValues.putIfAbsent(
                        key,
                        new SettingValue(key, text, new ValueOrigin(ValueOrigin.Kind.ENVIRONMENT, key.variable())));
            }
        }
        List<String> known = SettingKey.all().stream().map(SettingKey::variable).toList();
        for (String variable : environment.keySet()) {
            if (variable.startsWith("TERN_") && !known.contains(variable) && !OTHER_VARIABLES.contains(variable)) {
                problems.add("unknown environment variable " + variable
                        + SpellingCorrection.nearest(variable, known)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse(""));
            }
        }
    }

    private void complain(SettingValue value, String problem) {
        String place = value.origin().location();
        String said = switch (value.origin().kind()) {
            case OPTION, ENVIRONMENT -> value.key() + " (" + place + ") " + problem;
            case FILE, USER_FILE -> place + ": " + value.key() + " " + problem;
            case DEFAULT -> value.key() + " " + problem;
        };
        // The default model may have the same problem: report it once.
        if (!problems.contains(said)) {
            problems.add(said);
        }
    }

    private void checkGraphName() {
        try {
            GraphName.require(text(Setting.GRAPH).orElse(""));
        } catch (TernException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
    }

    private void deriveChat() {
        boolean served = text(Setting.CHAT_API_KEY).isPresent()
                || text(Setting.CHAT_BASE_URL).isPresent();
        derive(
                Setting.CHAT_PROVIDER,
                served ? ofProviders.provider(givenValues).toString() : "none",
                served ? because(Setting.CHAT_API_KEY, Setting.CHAT_BASE_URL) : "no API key is set");
        if (hasChatModel(values)) {
            KnownProvider provider =
                    KnownProvider.of(text(Setting.CHAT_PROVIDER).orElseThrow());
            provider.defaultChatModel()
                    .ifPresent(model -> derive(Setting.CHAT_MODEL, model, "for " + provider.title()));
        }
    }

    private void deriveEmbedding() {
        if (!values.containsKey(Setting.EMBEDDING_PROVIDER)) {
            boolean elsewhere = text(Setting.EMBEDDING_BASE_URL).isPresent();
            boolean openAi = elsewhere || (text(Setting.EMBEDDING_API_KEY).isPresent() && !namesOneInProcess());
            derive(
                    Setting.EMBEDDING_PROVIDER,
                    openAi ? "openai" : "in-process",
                    openAi
                            ? because(Setting.EMBEDDING_API_KEY, Setting.EMBEDDING_BASE_URL)
                            : namesOneInProcess() ? "the model is one in process" : ofProviders.whyInProcess());
        }
        KnownProvider provider =
                KnownProvider.of(text(Setting.EMBEDDING_PROVIDER).orElseThrow());
        switch (provider) {
            case IN_PROCESS -> derive(Setting.EMBEDDING_MODEL, Models.defaultInProcess(), "the in-process model");
            case OLLAMA -> derive(Setting.EMBEDDING_MODEL, "nomic-embed-text", "for Ollama");
            default ->
                provider.defaultEmbeddingModel()
                        .ifPresent(model -> derive(Setting.EMBEDDING_MODEL, model, "for " + provider.title()));
        }
    }

    /** Returns true if the embedding model comes with Tern or is an existing folder. */
    private boolean namesOneInProcess() {
        return text(Setting.EMBEDDING_MODEL)
                .filter(name -> Models.isInProcess(name)
                        || (Setting.EMBEDDING_MODEL.kind().isPath(name) && Files.isDirectory(directory.resolve(name))))
                .isPresent();
    }

    private void derive(Setting setting, String text, String reason) {
        values.putIfAbsent(setting, new SettingValue(setting, text, ValueOrigin.byDefault(reason)));
    }

    private String because(Setting key, Setting baseUrl) {
        SettingValue value = values.getOrDefault(key, values.get(baseUrl));
        return "since "
                + (value == null
                        ? key.key()
                        : value.origin().kind() == ValueOrigin.Kind.ENVIRONMENT
                                ? value.origin().location()
                                : value.setting().key())
                + " is set";
    }

    private Parameters parameters() {
        Parameters parameters = Parameters.DEFAULT;
        for (SettingValue value : values.values()) {
            if (value.setting().parameter().isPresent()) {
                parameters = parameters.withText(value.setting().parameter().get(), value.text());
            }
        }
        // An extraction ends when its reply is stored: at most this many replies are unstored.
        int requests = Integer.parseInt(text(Setting.PARALLEL_REQUESTS).orElseThrow());
        return parameters.with(Parameter.PARALLEL_EXTRACTIONS, requests);
    }

    private Path cacheDirectory() {
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path caches = cache.isEmpty()
                ? Path.of(environment.getOrDefault("HOME", directory.toString()), ".cache")
                : Path.of(cache);
        return caches.resolve("tern");
    }

    private Optional<String> text(Setting setting) {
        return Optional.ofNullable(values.get(setting)).map(SettingValue::text);
    }
}
