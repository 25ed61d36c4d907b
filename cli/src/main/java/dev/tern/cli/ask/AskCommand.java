package dev.tern.cli.ask;

import dev.tern.GraphRag;
import dev.tern.QuestionMapping;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.Flags;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.ModeFlags;
import dev.tern.cli.command.output.AnswerText;
import dev.tern.cli.command.output.ComparisonText;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.TextStyle;
import dev.tern.error.TernException;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.server.json.AnswerJson;
import dev.tern.server.json.ComparisonJson;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "ask",
        description = "Answers a question from the graph, and shows the passages and relations that led there.")
final class AskCommand extends QueryCommand {
    @Mixin
    private final ModeFlags mode = new ModeFlags();

    @Option(
            names = "--compare",
            description = "Answer in every mode, and show the modes side by side; not with --mode, --copy and --open.")
    private boolean compare;

    @Option(names = "--copy", description = "Copy the answer with its sources to the clipboard, through the terminal.")
    private boolean copy;

    @Option(
            names = "--open",
            paramLabel = "N",
            description = "Open source N of the answer in $$BROWSER, a PDF at its page, or in the program that the "
                    + "system has for it.")
    private @Nullable Integer open;

    AskCommand(CommandContext context) {
        super(context);
    }

    @Override
    Flags mode() {
        if (compare && (!mode.values().isEmpty() || copy || open != null)) {
            throw TernException.user("--compare shows an answer of every mode: leave out --mode, --copy and --open");
        }
        return mode;
    }

    @Override
    AskListener listener() {
        if (compare) {
            return super.listener();
        }
        if (copy && !environment().outIsTerminal()) {
            throw TernException.user("--copy needs the clipboard of a terminal; the output is not a terminal");
        }
        boolean streams = environment().outIsTerminal() && !json();
        return streams ? new AskListener(this, false, style()::bold) : super.listener();
    }

    @Override
    void run(GraphSession session, Question question, AskListener listener) {
        if (compare) {
            compare(session, question);
        } else {
            answer(session, question, listener);
        }
    }

    private void compare(GraphSession session, Question question) {
        List<Answer> answers = inEveryMode(session.rag(), question);
        if (json()) {
            printJson(ComparisonJson.of(question.text(), answers, true));
        } else {
            print(new ComparisonText(style(), environment().columns()).of(answers));
            session.spent().ifPresent(cost -> print(List.of(style().faint("cost " + cost))));
        }
    }

    /** Returns an answer in each mode of {@link QuestionMapping#modes}, naive first. */
    static List<Answer> inEveryMode(GraphRag rag, Question question) {
        return QuestionMapping.modes(rag).stream()
                .map(mode -> rag.ask(question.withMode(mode)))
                .toList();
    }

    private void answer(GraphSession session, Question question, AskListener listener) {
        Answer answer = session.rag().ask(question);
        if (json()) {
            printJson(AnswerJson.of(answer, session.spent(), true));
            return;
        }
        AnswerText text =
                new AnswerText(style(), environment().columns(), environment().directory());
        if (listener.hasPrinted()) {
            print(List.of(""));
        }
        print(listener.printed(answer.text()) ? text.path(answer) : text.answerLines(answer));
        print(text.below(answer, session.spent(), verbose()));
        if (copy) {
            environment().out().print(TextStyle.clipboard(Phrases.markdown(answer)));
            printFaintRemark("copied, with its sources");
        }
        if (open != null) {
            SourceOpener.open(this, answer, open);
        }
    }
}
