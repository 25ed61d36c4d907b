package dev.tern.cli.setup;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.app.config.Setting;
import dev.tern.app.config.SettingValue;
import dev.tern.app.config.ValueOrigin;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.cli.models.ConfiguredModels;
import dev.tern.cli.models.TestedModel;
import dev.tern.cli.setup.PromptedAnswers.ParsedAnswer;
import dev.tern.documents.Listing;
import dev.tern.error.TernException;
import dev.tern.models.KnownProvider;
import dev.tern.store.GraphCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "init",
        description = {
            "Asks where your documents are, which language model to use, where to keep the graph, and whether to add"
                    + " the documents now; checks each answer, and writes tern.yaml into this folder.",
            "Models of Ollama, LM Studio and llama.cpp on this machine are offered if they answer at their usual ports"
                    + " 11434, 1234 and 8080.",
            "An option answers its question; with --yes the others take the answer in brackets."
        },
        footer = {
            "",
            "With --yes nothing is added. A tern.yaml that is there stays as it is.",
            "Exit codes: 1 if an answer that was given does not work."
        })
final class InitCommand extends ConfiguredCommand {
    private static final String NO_MODEL = "none";
    private static final String CHOICES = "none, openai, anthropic, gemini, mistral, ollama/MODEL, URL=MODEL";
    private static final String YES = "yes";
    private static final String ADDRESS = "(?i)https?://.*";

    @Option(names = "--documents", paramLabel = "PLACE", description = "A folder, a file or an address.")
    private Optional<String> documents = Optional.empty();

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "A provider, as in openai or ollama/llama3.3, the address of a server that speaks OpenAI's"
                    + " protocol with a model, as in http://localhost:8000/v1=qwen3, or none.")
    private Optional<String> model = Optional.empty();

    @Option(
            names = "--store",
            paramLabel = "URI",
            description = "Where the graph is kept: a directory, or the address of a Milvus server.")
    private Optional<String> store = Optional.empty();

    @Option(names = "--yes", description = "Ask nothing.")
    private boolean yes;

    private final ToIntFunction<String[]> commands;

    /**
     * Creates the command, which runs another one if the user wants documents added.
     *
     * @param commands runs another command and returns its exit code
     */
    InitCommand(CommandContext context, ToIntFunction<String[]> commands) {
        super(context);
        this.commands = commands;
    }

    /** The result of init as JSON, with the command to run next. */
    record InitJson(String file, String next) {}

    @Override
    public Integer call() {
        Path file = environment().directory().resolve(ConfigurationReader.FILE);
        if (Files.exists(file)) {
            throw TernException.user("there is a tern.yaml in this folder already, and it stays as it is: tern doctor "
                    + "--settings shows it, tern doctor checks it; to start again, rename it");
        }
        boolean asks = !yes && !json();
        if (asks && !environment().inIsTerminal()) {
            throw TernException.user(
                    "tern init asks four questions, and its input is no terminal; with --yes it asks none");
        }
        PromptedAnswers questions =
                new PromptedAnswers(environment().in(), environment().out(), style());
        Map<Setting, String> chosen = new EnumMap<>(Setting.class);
        if (asks) {
            print(List.of("Enter takes the answer in brackets.", ""));
        }
        String place = asked(
                questions,
                asks && documents.isEmpty(),
                "1. Where are your documents?",
                documents.orElse(usualDocuments()),
                this::documents);
        chosen.putAll(asked(
                questions,
                asks && model.isEmpty(),
                "2. Which language model?",
                model.orElseGet(() -> asks ? offeredModel() : usualModel()),
                this::model));
        chosen.put(
                Setting.STORE,
                asked(
                        questions,
                        asks && store.isEmpty(),
                        "3. Where shall the graph be kept?",
                        store.orElse(StarterFile.STORE),
                        text -> kept(text, chosen)));
        boolean adds = asks
                && questions.ask(
                        "4. Shall the documents be added now?",
                        NO_MODEL.equals(chosen.get(Setting.CHAT_PROVIDER)) ? YES : "no",
                        InitCommand::yesOrNo);
        String verb = verb(place);
        new StarterFile(chosen, verb + " " + place, environment()::called).write(file);
        String next = commandLine() + " " + verb + " " + Phrases.quoted(place);
        if (json()) {
            printJson(new InitJson(file.toString(), next));
        } else {
            print(List.of(
                    "",
                    style().good("wrote tern.yaml") + "; next:",
                    "  " + style().bold(Printable.text(next)),
                    adds ? "" : "  " + style().bold(commandLine() + " ask \"...\"")));
        }
        return adds ? commands.applyAsInt(new String[] {verb, place}) : ExitCode.OK;
    }

    /** Returns {@code sync} for a folder or a web address, {@code add} for a file. */
    private String verb(String place) {
        return place.matches(ADDRESS)
                        || Files.isDirectory(environment().directory().resolve(place))
                ? "sync"
                : "add";
    }

    private static ParsedAnswer<Boolean> yesOrNo(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case YES, "y" -> ParsedAnswer.accepted(true);
            case "no", "n" -> ParsedAnswer.accepted(false);
            default -> ParsedAnswer.rejected("yes or no");
        };
    }

    /**
     * Asks the user, or takes the default answer.
     *
     * @throws TernException the user's fault, if the input ends, or the answer taken is invalid
     */
    private <T> T asked(
            PromptedAnswers questions,
            boolean asks,
            String question,
            String usual,
            Function<String, ParsedAnswer<T>> read) {
        if (asks) {
            return questions.ask(question, usual, read);
        }
        ParsedAnswer<T> outcome = read.apply(usual);
        if (outcome.accepted() == null) {
            throw TernException.user(String.join("; ", outcome.messages()) + "; nothing was written");
        }
        outcome.messages().forEach(this::printRemark);
        return outcome.accepted();
    }

    private String usualDocuments() {
        return List.of("docs", "documents").stream()
                .filter(name -> Files.isDirectory(environment().directory().resolve(name)))
                .findFirst()
                .map(name -> "./" + name)
                .orElse(".");
    }

    private ParsedAnswer<String> documents(String place) {
        try {
            Listing listing = read(Map.of())
                    .loader()
                    .build()
                    .list(List.of(place), environment().directory());
            if (listing.files() + listing.streams() == 0) {
                return ParsedAnswer.rejected("there is nothing to read in " + place
                        + (listing.skipped().isEmpty() ? "" : ": " + String.join("; ", listing.skipped())));
            }
            return ParsedAnswer.accepted(
                    place,
                    listing.files() == 0
                            ? place + " is read when it is added"
                            : String.format(
                                    Locale.ROOT,
                                    "%,d %s, %,d KB",
                                    listing.files(),
                                    listing.files() == 1 ? "file" : "files",
                                    (listing.bytes() + 1023) / 1024));
        } catch (TernException e) {
            return ParsedAnswer.rejected(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the configured chat provider, or "none". */
    private String usualModel() {
        return read(Map.of()).text(Setting.CHAT_PROVIDER).orElse(NO_MODEL);
    }

    /** Prints the choices; returns the configured provider, or else a local model, or "none". */
    private String offeredModel() {
        List<LocalModels.OfferedModel> offered =
                LocalModels.askServers(backend().modelServers());
        print(List.of("   " + CHOICES));
        offered.forEach(one -> print(List.of("   " + one.name() + " answers at " + one.place() + ": " + one.answer())));
        String usual = usualModel();
        return usual.equals(NO_MODEL) && !offered.isEmpty() ? offered.getFirst().answer() : usual;
    }

    private ParsedAnswer<Map<Setting, String>> model(String text) {
        Map<Setting, String> chosen = new EnumMap<>(Setting.class);
        if (text.equalsIgnoreCase(NO_MODEL)) {
            chosen.put(Setting.CHAT_PROVIDER, NO_MODEL);
            return ParsedAnswer.accepted(
                    chosen,
                    "answers will be quotations, and rules will find the statements of documents; nothing leaves this"
                            + " machine");
        }
        boolean address = text.matches(ADDRESS);
        String[] parts = text.split(address ? "=" : "/", 2);
        if (address) {
            chosen.put(Setting.CHAT_PROVIDER, KnownProvider.OPENAI.toString());
            chosen.put(Setting.CHAT_BASE_URL, parts[0]);
        } else {
            chosen.put(Setting.CHAT_PROVIDER, parts[0].toLowerCase(Locale.ROOT));
        }
        if (parts.length == 2) {
            chosen.put(Setting.CHAT_MODEL, parts[1]);
        }
        try {
            Configuration configuration = read(chosen);
            Optional<TestedModel> failed = new ConfiguredModels(configuration, backend(), redaction(), "tern init")
                    .testChats().stream().filter(one -> !one.works()).findFirst();
            String name = configuration.text(Setting.CHAT_MODEL).orElse("?");
            return failed.map(one -> ParsedAnswer.<Map<Setting, String>>rejected(name + " does not work: "
                            + redaction().of(one.problem().orElse(""))))
                    .orElseGet(() -> ParsedAnswer.accepted(chosen, name + " works"));
        } catch (ConfigurationException | TernException e) {
            return ParsedAnswer.rejected(redaction().of(String.valueOf(e.getMessage())));
        }
    }

    private ParsedAnswer<String> kept(String text, Map<Setting, String> chosen) {
        Map<Setting, String> all = new EnumMap<>(chosen);
        all.put(Setting.STORE, text);
        try {
            Configuration configuration = read(all);
            Optional<Path> path = configuration.store().path();
            if (path.isPresent()) {
                Path there = HostMachine.existing(path.get());
                if (!Files.isDirectory(there)) {
                    return ParsedAnswer.rejected(there + " is a file, not a directory");
                }
                if (!Files.isWritable(there)) {
                    return ParsedAnswer.rejected("nothing can be written in " + there);
                }
            }
            try (GraphCatalog catalog = backend().catalog(configuration.store())) {
                List<String> graphs = catalog.graphs();
                return ParsedAnswer.accepted(
                        text,
                        graphs.isEmpty()
                                ? text + " can be used, and is empty"
                                : text + " can be used, and has the graphs "
                                        + graphs.stream().limit(5).collect(Collectors.joining(", "))
                                        + (graphs.size() > 5 ? " and more" : ""));
            }
        } catch (ConfigurationException | TernException e) {
            return ParsedAnswer.rejected(redaction().of(String.valueOf(e.getMessage())));
        }
    }

    /** Reads the configuration with the chosen settings in place of flags. */
    private Configuration read(Map<Setting, String> chosen) {
        List<SettingValue> flags = chosen.entrySet().stream()
                .map(entry -> new SettingValue(
                        entry.getKey(), entry.getValue(), new ValueOrigin(ValueOrigin.Kind.OPTION, "answer")))
                .toList();
        return new ConfigurationReader(environment().variables(), environment().directory(), redaction())
                .read(flags, this::makesUseOf);
    }
}
