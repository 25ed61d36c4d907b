package dev.tern.server.api;

import dev.tern.GraphRag;
import dev.tern.query.Answer;
import dev.tern.query.Mode;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.Trace;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.settings.ServerSettings;
import dev.tern.server.traces.Traces;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every question comes through here, by whichever door: so many at a time, for callers who have tokens left, and counted.
 * Thread-safe.
 */
public final class Asking {
    private static final Logger LOG = LoggerFactory.getLogger(Asking.class);
    private static final int RETRY_SECONDS = 2;

    private final ServerSettings settings;
    private final Quotas quotas;
    private final Metrics metrics;
    private final Traces traces;
    private final Semaphore places;

    /** Questions within some limits. */
    public Asking(ServerSettings settings, Quotas quotas, Metrics metrics, Traces traces) {
        this.settings = settings;
        this.quotas = quotas;
        this.metrics = metrics;
        this.traces = traces;
        this.places = new Semaphore(settings.limits().questions());
    }

    /**
     * A question as it was sent, checked.
     *
     * @param id of the request, by which the log knows it
     * @throws Problem if it passes a limit
     */
    public Question question(QuestionBody body, Caller caller, GraphRag rag, String id) {
        Question question = body.toQuestion(rag, caller, settings.limits());
        if (settings.questionsLogged()) {
            LOG.info("request {} asks: {}", id, question.text());
        }
        return question;
    }

    /** An answer. */
    public Answer ask(Caller caller, GraphRag rag, Question question) {
        return admitted(caller, () -> answer(caller, rag, question, QueryListener.NONE));
    }

    /** The passages for a question. */
    public Retrieval retrieve(Caller caller, GraphRag rag, Question question) {
        return admitted(caller, () -> {
            Retrieval found = rag.retrieve(question, heard(caller, question, QueryListener.NONE));
            metrics.question(found.trace());
            return found;
        });
    }

    /** An answer in every mode that the models allow, naive first. */
    public List<Answer> compare(Caller caller, GraphRag rag, Question question) {
        return admitted(caller, () -> {
            List<Answer> answers = new ArrayList<>();
            for (Mode mode : rag.modes()) {
                Question asked = question.withMode(mode);
                answers.add(answer(caller, rag, asked, QueryListener.NONE));
            }
            return answers;
        });
    }

    /** An answer of somebody who is {@link #admitted} already. */
    Answer answer(Caller caller, GraphRag rag, Question question, QueryListener listener) {
        Answer answer = rag.ask(question, heard(caller, question, listener));
        metrics.question(answer.trace());
        return answer;
    }

    /**
     * Does something in one of the places.
     *
     * @throws Problem if there is none, or the caller's tokens of the day are used up
     */
    <T> T admitted(Caller caller, Supplier<T> work) {
        quotas.requireTokens(caller);
        if (!places.tryAcquire()) {
            throw Problem.unavailable(
                    settings.limits().questions() + " questions are under way, which is the limit (questions)",
                    RETRY_SECONDS);
        }
        metrics.questionBegun();
        try {
            return work.get();
        } finally {
            metrics.questionEnded();
            places.release();
        }
    }

    private QueryListener heard(Caller caller, Question question, QueryListener listener) {
        return traces.query(question.mode(), new Counted(caller, listener));
    }

    /** Counts the tokens of a caller, who pays for a question that failed or was left in the middle of its answer too. */
    private final class Counted implements QueryListener {
        private final Caller caller;
        private final QueryListener listener;

        private Counted(Caller caller, QueryListener listener) {
            this.caller = caller;
            this.listener = listener;
        }

        @Override
        public void begun(String name) {
            listener.begun(name);
        }

        @Override
        public void ended(Trace.Step step) {
            listener.ended(step);
        }

        @Override
        public void words(String part) {
            listener.words(part);
        }

        @Override
        public void over(Trace.Cost spent) {
            quotas.used(caller.name(), spent.inputTokens() + spent.outputTokens());
        }
    }
}
