package dev.tern.cli.ask;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.Flags;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.ModeFlags;
import dev.tern.cli.command.output.AnswerText;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.server.json.AnswerJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "retrieve", description = "Finds the passages for a question, without an answer.")
final class RetrieveCommand extends QueryCommand {
    @Mixin
    private final ModeFlags mode = new ModeFlags();

    RetrieveCommand(CommandContext context) {
        super(context);
    }

    @Override
    Flags mode() {
        return mode;
    }

    @Override
    void run(GraphSession session, Question question, AskListener listener) {
        Retrieval retrieval = session.rag().retrieve(question);
        if (json()) {
            printJson(AnswerJson.of(retrieval, true));
        } else {
            print(new AnswerText(style(), environment().columns(), environment().directory())
                    .of(retrieval, session.spent(), verbose()));
        }
    }
}
