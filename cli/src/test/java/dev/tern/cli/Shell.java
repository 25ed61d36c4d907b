package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.app.Backend;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.process.Environment;
import dev.tern.cli.serve.ServerConfiguration;
import dev.tern.cli.setup.SetupCommands;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.Models;
import dev.tern.models.kept.VectorCache;
import dev.tern.server.graphs.Graphs;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.text.Redaction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** A folder and variables for commands, with the real store and an instant embedding model. */
public final class Shell {
    private static final Pattern WORD = Pattern.compile("(\"[^\"]*\"|'[^']*'|[^\\s\"'])+");

    private final Path directory;
    private final Map<String, String> variables = new HashMap<>();
    private Backend backend = new FastModels();
    private String input = "";
    private boolean typed;

    /**
     * The result of a command.
     *
     * @param exitCode its exit code
     * @param out its output on stdout
     * @param err its output on stderr
     */
    public record Run(int exitCode, String out, String err) {}

    public Shell(Path directory) {
        this.directory = directory;
        variables.put("HOME", directory.toString());
    }

    /** Uses the models of a provider from now on, through the real clients. */
    Shell asking(ModelStub provider) {
        backend = new Backend();
        variables.putAll(provider.environment());
        return this;
    }

    /** Uses chat models through the real clients from now on; embedding stays instant. */
    Shell chatting() {
        return finding(List.of());
    }

    /** Uses chat models through the real clients, and servers on this machine to be found. */
    Shell finding(List<String> servers) {
        backend = new FastModels() {
            @Override
            public ChatModel chatModel(ChatModelSettings settings) {
                return Models.chatModel(settings);
            }

            @Override
            public List<String> modelServers() {
                return servers;
            }
        };
        return this;
    }

    /** Uses another backend from now on. */
    Shell over(Backend other) {
        backend = other;
        return this;
    }

    /** Uses the model in process from now on. */
    public Shell real() {
        backend = new RealModels();
        return this;
    }

    /** Sets the standard input of later commands. */
    public Shell pipedIn(String text) {
        input = text;
        return this;
    }

    /** Sets the lines typed into a terminal. */
    Shell typedIn(String... lines) {
        typed = true;
        return pipedIn(String.join("\n", lines) + "\n");
    }

    public Shell with(String variable, String value) {
        variables.put(variable, value);
        return this;
    }

    public Path file(String name, String... lines) {
        try {
            return Files.writeString(directory.resolve(name), String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds two passages about Johann Bernoulli to the store {@code here}. */
    Shell withBernoullis() {
        file(
                "corpus.jsonl",
                "{\"_id\": \"euler\", \"title\": \"Leonhard Euler\", \"text\": \"Euler was taught by Johann"
                    + " Bernoulli.\", \"metadata\": {\"triplets\": [[\"Johann Bernoulli\", \"taught\", \"Euler\"]]}}",
                "{\"_id\": \"daniel\", \"text\": \"Daniel was the son of Johann Bernoulli.\","
                        + " \"metadata\": {\"triplets\": [[\"Daniel\", \"son of\", \"Johann Bernoulli\"]]}}");
        run("add", "corpus.jsonl", "--store", "here");
        return this;
    }

    /** Writes the configuration of the user, below the variable HOME. */
    void userFile(String... lines) throws IOException {
        Path file = Path.of(variables.getOrDefault("HOME", "")).resolve(".config/tern/tern.yaml");
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(lines));
    }

    /** Returns every command, or the one that words name, over an unused environment. */
    static CommandLine everyCommand(String... words) {
        Environment environment = new Environment(System.out, System.err, false, false, 80, Map.of(), Path.of(""));
        CommandContext context = new CommandContext(environment, new Backend(), new Redaction());
        return RootCommand.commandLine(
                context,
                () -> List.of(
                        new RehearsalCommand(context, CommandLineRun::run), SetupCommands.newInit(context, run -> 0)),
                words);
    }

    /** Splits a command into words as a shell does, with quotation marks only. */
    public static List<String> words(String command) {
        return WORD.matcher(command)
                .results()
                .map(word -> word.group().replaceAll("[\"'](.*)[\"']", "$1"))
                .toList();
    }

    /** Returns the graphs of the configured store, as {@code tern serve} holds them. */
    public Graphs served() {
        return new ServerConfiguration(configuration(), directory, new Redaction()).graphs(backend, false);
    }

    /** Returns the configuration without flags. */
    public Configuration configuration() {
        return new ConfigurationReader(variables, directory).read(List.of());
    }

    public Run run(String... arguments) {
        return run(false, arguments);
    }

    /** Runs a command whose stderr can be read meanwhile. */
    Run run(ByteArrayOutputStream err, String... arguments) {
        return run(false, err, arguments);
    }

    /**
     * Fails unless {@code tern verify} finds every graph of the default store whole.
     *
     * @return the number of graphs
     */
    public int verify(String when) {
        List<String> graphs = LuceneGraphStore.graphs(directory.resolve("tern-store"));
        for (String graph : graphs) {
            Run run = run("verify", "--graph", graph);
            assertThat(run.exitCode()).as(when + ": " + run.out() + run.err()).isZero();
        }
        return graphs.size();
    }

    public Run runInTerminal(String... arguments) {
        return run(true, arguments);
    }

    private Run run(boolean terminal, String... arguments) {
        return run(terminal, new ByteArrayOutputStream(), arguments);
    }

    private Run run(boolean terminal, ByteArrayOutputStream err, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Environment environment = new Environment(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                typed,
                terminal,
                terminal,
                Environment.USUAL_COLUMNS,
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                variables,
                directory);
        int exitCode = CommandLineRun.run(environment, backend, arguments);
        return new Run(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** The real store and models, without other programs of this machine. */
    private static class RealModels extends Backend {
        @Override
        public List<String> modelServers() {
            return List.of();
        }
    }

    /** The real store without real models; an embedding model has the configured name. */
    private static class FastModels extends RealModels {
        @Override
        public EmbeddingModel embeddingModel(EmbeddingModelSettings settings, @Nullable VectorCache cache) {
            return new HashingEmbeddingModel(settings.modelName());
        }

        @Override
        public ChatModel chatModel(ChatModelSettings settings) {
            throw new AssertionError("a test that asks a chat model uses a ModelStub");
        }
    }
}
