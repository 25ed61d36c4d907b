package dev.tern.cli.ask;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.CostFlags;
import dev.tern.cli.command.Flags;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.QueryFlags;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.process.LogOutput;
import dev.tern.error.TernException;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base class of commands that ask a graph questions. */
abstract class AskingCommand extends ConfiguredCommand {
    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            description = "The time limit of an answer, 0.001 to 86,400; the error names the last step (default: "
                    + "no limit).")
    private @Nullable String timeLimit;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final QueryFlags query = new QueryFlags();

    @Mixin
    private final ModelFlags models = new ModelFlags();

    @Mixin
    private final CostFlags costs = new CostFlags();

    AskingCommand(CommandContext context) {
        super(context);
    }

    abstract Flags mode();

    final Configuration configured() {
        return configuration(store, query, models, costs, mode());
    }

    /** Opens the graph for questions. Reports retries on a terminal, unless quiet or JSON. */
    final GraphSession openGraph(Configuration configuration) {
        if (environment().errIsTerminal() && !json() && !output().quiet) {
            LogOutput.showRetries();
        }
        String name = getClass().getAnnotation(Command.class).name();
        return GraphSession.openToAsk(configuration, backend(), "tern " + name);
    }

    /** Selects another graph of the store, and returns the configuration with it. */
    final Configuration configured(String graph) {
        store.graph(graph);
        return configured();
    }

    /**
     * Creates a question with the options of this command.
     *
     * @throws ConfigurationException if an option or the question is invalid
     */
    final Question question(Configuration configuration, String text) {
        try {
            Question asked = query.with(Question.of(text, configuration.mode().orElse(Mode.LOCAL))
                    .withParameters(configuration.parameters()));
            return timeLimit == null ? asked : asked.withTimeLimit(duration(timeLimit));
        } catch (TernException e) {
            throw new ConfigurationException(List.of(String.valueOf(e.getMessage())));
        }
    }

    private static Duration duration(String seconds) {
        try {
            return Duration.ofMillis(new BigDecimal(seconds).movePointRight(3).longValueExact());
        } catch (ArithmeticException | NumberFormatException e) {
            throw TernException.user("--time-limit is \"" + seconds
                    + "\"; it must be a number of seconds, with 3 decimal places at most");
        }
    }
}
