package dev.tern.cli.ask;

import dev.tern.GraphRag;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.Flags;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.QueryFlags;
import dev.tern.cli.command.Session;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the commands that take a question have in common. */
abstract class QueryCommand extends ConfiguredCommand {
    @Parameters(index = "0..*", arity = "1..*", paramLabel = "QUESTION", description = "The question.")
    private List<String> words = List.of();

    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            description = "How long an answer may take, 0.001 to 86,400; what was too slow is named then (default: no"
                    + " limit).")
    private @Nullable String timeLimit;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final QueryFlags query = new QueryFlags();

    @Mixin
    private final ModelFlags models = new ModelFlags();

    QueryCommand(Context context) {
        super(context);
    }

    @Override
    public final Integer call() {
        Configuration configuration = configuration(store, query, models, mode());
        // Checked before anything is opened, so that a wrong command line fails at once.
        Question question = question(configuration);
        try (Session session = Session.openFilled(configuration, backend())) {
            GraphRag rag = session.rag();
            Mode mode = configuration
                    .mode()
                    .orElseGet(() -> rag.question(question.text()).mode());
            run(rag, question.withMode(mode));
        }
        return ExitCode.OK;
    }

    abstract Flags mode();

    abstract void run(GraphRag rag, Question question);

    private Question question(Configuration configuration) {
        try {
            Question asked = query.with(new Question(
                    String.join(" ", words),
                    configuration.mode().orElse(Mode.LOCAL),
                    Optional.empty(),
                    configuration.parameters(),
                    Filter.everything()));
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
