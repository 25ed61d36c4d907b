package dev.tern.cli.ask;

import dev.tern.GraphRag;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.Flags;
import dev.tern.cli.command.ModeFlags;
import dev.tern.cli.command.output.AnswerText;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.server.json.AnswerJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "ask",
        description = "Answers a question from the graph, and shows the passages and relations that led there.")
final class AskCommand extends QueryCommand {
    @Mixin
    private final ModeFlags mode = new ModeFlags();

    AskCommand(Context context) {
        super(context);
    }

    @Override
    Flags mode() {
        return mode;
    }

    @Override
    void run(GraphRag rag, Question question) {
        Answer answer = rag.ask(question);
        if (json()) {
            printJson(AnswerJson.of(answer));
        } else {
            print(new AnswerText(style(), environment().columns()).of(answer));
        }
    }
}
