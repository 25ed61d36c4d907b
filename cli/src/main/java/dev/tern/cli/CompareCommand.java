package dev.tern.cli;

import dev.tern.GraphRag;
import dev.tern.cli.output.AnswerJson;
import dev.tern.cli.output.ComparisonText;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import java.util.List;
import picocli.CommandLine.Command;

@Command(name = "compare", description = "Answers a question in every mode and shows the modes side by side.")
final class CompareCommand extends QueryCommand {
    private static final class NoMode extends Flags {}

    /**
     * A comparison as programs see it.
     *
     * @param question what was asked
     * @param answers one for every mode
     */
    record ComparisonJson(String question, List<AnswerJson> answers) {}

    CompareCommand(Context context) {
        super(context);
    }

    @Override
    Flags mode() {
        return new NoMode();
    }

    @Override
    void run(GraphRag rag, Question question) {
        List<Answer> answers = rag.compare(question);
        if (json()) {
            printJson(new ComparisonJson(
                    question.text(), answers.stream().map(AnswerJson::of).toList()));
        } else {
            print(new ComparisonText(style(), surroundings().columns()).of(answers));
        }
    }
}
