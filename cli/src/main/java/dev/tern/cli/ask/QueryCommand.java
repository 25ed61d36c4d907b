package dev.tern.cli.ask;

import dev.tern.GraphRag;
import dev.tern.app.config.Configuration;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.GraphSession;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Base class of commands whose arguments are the words of a question. */
abstract class QueryCommand extends AskingCommand {
    @Parameters(index = "0..*", arity = "1..*", paramLabel = "QUESTION", description = "The question.")
    private List<String> words = List.of();

    @Option(names = "--verbose", description = "Also show the mode, the time, the look-ups and the calls of models.")
    private boolean verbose;

    QueryCommand(CommandContext context) {
        super(context);
    }

    @Override
    public final Integer call() {
        Configuration configuration = configured();
        // Validates first, so that a wrong command line fails at once.
        Question question = question(configuration, String.join(" ", words));
        AskListener listener = listener();
        try (GraphSession session = openGraph(configuration)) {
            GraphRag rag = session.rag();
            Mode mode = configuration
                    .mode()
                    .orElseGet(() -> rag.question(question.text()).mode());
            run(session, question.withMode(mode).withListener(listener), listener);
        }
        return listener.exitCode();
    }

    AskListener listener() {
        return AskListener.silent(this);
    }

    boolean verbose() {
        return verbose;
    }

    abstract void run(GraphSession session, Question question, AskListener listener);
}
