package dev.tern.cli.ask;

import dev.tern.GraphRag;
import dev.tern.QuestionMapping;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.Flags;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.output.ComparisonText;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.server.json.ComparisonJson;
import java.util.List;
import picocli.CommandLine.Command;

@Command(name = "compare", description = "Answers a question in every mode and shows the modes side by side.")
final class CompareCommand extends QueryCommand {
    private static final class WithoutMode extends Flags {}

    CompareCommand(CommandContext context) {
        super(context);
    }

    @Override
    Flags mode() {
        return new WithoutMode();
    }

    /** Returns an answer in each mode of {@link QuestionMapping#modes}, naive first. */
    static List<Answer> inEveryMode(GraphRag rag, Question question) {
        return QuestionMapping.modes(rag).stream()
                .map(mode -> rag.ask(question.withMode(mode)))
                .toList();
    }

    @Override
    void run(GraphSession session, Question question, AskListener listener) {
        List<Answer> answers = inEveryMode(session.rag(), question);
        if (json()) {
            printJson(ComparisonJson.of(question.text(), answers));
        } else {
            print(new ComparisonText(style(), environment().columns()).of(answers));
            session.spent().ifPresent(cost -> print(List.of(style().faint("cost " + cost))));
        }
    }
}
