package dev.tern.cli.ask;

import dev.tern.GraphRag;
import dev.tern.app.config.Configuration;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.Session;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import java.util.List;
import picocli.CommandLine.Parameters;

/** What the commands that take a question have in common. */
abstract class QueryCommand extends AskingCommand {
    @Parameters(index = "0..*", arity = "1..*", paramLabel = "QUESTION", description = "The question.")
    private List<String> words = List.of();

    QueryCommand(Context context) {
        super(context);
    }

    @Override
    public final Integer call() {
        Configuration configuration = configured();
        // Checked before anything is opened, so that a wrong command line fails at once.
        Question question = question(configuration, String.join(" ", words));
        try (Session session = Session.openFilled(configuration, backend())) {
            GraphRag rag = session.rag();
            Mode mode = configuration
                    .mode()
                    .orElseGet(() -> rag.question(question.text()).mode());
            run(rag, question.withMode(mode));
        }
        return ExitCode.OK;
    }

    abstract void run(GraphRag rag, Question question);
}
