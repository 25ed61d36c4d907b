package dev.tern.cli.ask;

import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.model.Call;
import dev.tern.query.QueryListener;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Shows calls of a chat model on stderr, prints its answer as it arrives, and records failures.
 * Listens to one question at a time.
 */
final class AskListener implements QueryListener {
    private static final Map<String, String> ASKED_FOR = Map.of(
            "understand", "understanding the question ...",
            "recognise", "recognising names ...",
            "choose", "choosing relations ...",
            "answer", "writing the answer ...");

    private final TernCommand command;
    private final boolean quotesToo;
    private final UnaryOperator<String> style;
    private final StringBuilder receivedText = new StringBuilder();
    private volatile String step = "";
    private volatile boolean chatStarted;
    private volatile int exitCode = ExitCode.OK;

    /**
     * Creates a listener that prints parts of answers.
     *
     * @param quotesToo true to print quotations too, for answers without a model
     * @param style formats a part; an empty result is not printed
     */
    AskListener(TernCommand command, boolean quotesToo, UnaryOperator<String> style) {
        this.command = command;
        this.quotesToo = quotesToo;
        this.style = style;
    }

    /** Returns a listener that prints no part of an answer. */
    static AskListener silent(TernCommand command) {
        return new AskListener(command, false, words -> "");
    }

    @Override
    public void stepStarted(String name) {
        step = name;
        chatStarted = false;
    }

    @Override
    public void callStarting(Call.Kind kind, String name) {
        String doing = ASKED_FOR.get(step);
        if (kind == Call.Kind.MODEL && name.equals("chat") && doing != null && !chatStarted) {
            chatStarted = true;
            if (command.environment().errIsTerminal()) {
                command.printFaintRemark(doing);
            }
        }
    }

    @Override
    public void answerPart(String part) {
        String shown = chatStarted || quotesToo ? style.apply(Printable.text(part)) : "";
        if (!shown.isEmpty()) {
            receivedText.append(part);
            command.environment().out().print(shown);
            command.environment().out().flush();
        }
    }

    @Override
    public String failed(TernException failure, String message) {
        exitCode = failure.fault() == TernException.Fault.BUDGET ? ExitCode.BUDGET : ExitCode.INCOMPLETE;
        return command.redaction().of(message);
    }

    boolean hasPrinted() {
        return !receivedText.isEmpty();
    }

    /** Returns true if the printed text is the given answer, except for white space. */
    boolean printed(String answer) {
        return Phrases.oneLine(receivedText.toString()).equals(Phrases.oneLine(answer));
    }

    /** Returns the exit code after the last question, which is not 0 if a chat model failed. */
    int exitCode() {
        return exitCode;
    }
}
