package dev.tern.eval.command;

import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.Phrases;
import dev.tern.eval.EvaluationListener;
import dev.tern.eval.QuestionLog;
import dev.tern.eval.QuestionResult;
import dev.tern.eval.RetrievalMethod;
import dev.tern.eval.questions.QuestionSet;
import org.jspecify.annotations.Nullable;

/** Prints the progress on stderr, and passes results on to a log. */
final class EvaluationProgress implements EvaluationListener, AutoCloseable {
    private static final int EVERY_MILLIS = 200;

    private final TernCommand command;
    private final boolean shown;
    private final @Nullable QuestionLog log;
    private String set = "";
    private String current = "";
    private long since;
    private long last;
    private int width;

    /**
     * Creates the progress of a command.
     *
     * @param log receives the results, and is closed with this; null for none
     */
    EvaluationProgress(TernCommand command, @Nullable QuestionLog log) {
        this.command = command;
        this.shown = command.barsAreShown();
        this.log = log;
    }

    void begin(QuestionSet next) {
        set = next.name();
        current = "";
        if (log != null) {
            log.begin(next);
        }
    }

    @Override
    public synchronized void questionEnded(String method, int done, int total) {
        long now = System.nanoTime();
        if (!method.equals(current)) {
            current = method;
            since = now;
        }
        if (shown && (done == total || now - last > EVERY_MILLIS * 1_000_000L)) {
            last = now;
            String line = set + ", " + method + ": question " + done + " of " + total;
            String rest = " ".repeat(Math.max(0, width - line.length()));
            width = line.length();
            command.environment().err().print("\r" + line + rest);
            command.environment().err().flush();
        } else if (!shown && done == total) {
            command.printRemark(set + ", " + method + ": " + Phrases.count(total, "question") + " in "
                    + Phrases.time((now - since) / 1e6));
        }
    }

    @Override
    public void result(String method, QuestionResult result, RetrievalMethod.MethodResult methodResult) {
        if (log != null) {
            log.write(method, result, methodResult);
        }
    }

    @Override
    public void close() {
        if (width > 0) {
            command.environment().err().print("\r" + " ".repeat(width) + "\r");
            command.environment().err().flush();
            width = 0;
        }
        if (log != null) {
            log.close();
        }
    }
}
