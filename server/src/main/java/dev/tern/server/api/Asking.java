package dev.tern.server.api;

import dev.tern.Conversation;
import dev.tern.GraphRag;
import dev.tern.Questions;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.model.Call;
import dev.tern.model.ChatTask;
import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.overview.Spreading;
import dev.tern.query.trace.Trace;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Faults;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.settings.ServerSettings;
import dev.tern.server.traces.Traces;
import dev.tern.settings.Mode;
import dev.tern.store.GraphView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs every question of REST and MCP: waits for a permit, checks the caller's remaining tokens,
 * and counts calls. Thread-safe.
 */
public final class Asking {
    private final ServerLimits limits;
    private final Graphs graphs;
    private final Quotas quotas;
    private final Metrics metrics;
    private final Traces traces;
    private final BoundedWork places;
    private final BoundedWork scans;

    /** Creates the runner with its limits. */
    public Asking(ServerSettings settings, Graphs graphs, Quotas quotas, Metrics metrics, Traces traces) {
        this.limits = settings.limits();
        this.graphs = graphs;
        this.quotas = quotas;
        this.metrics = metrics;
        this.traces = traces;
        this.places = BoundedWork.questions(settings);
        this.scans = BoundedWork.scans(settings);
    }

    /** Returns the permits for expensive questions and other scans of a graph. */
    public BoundedWork scans() {
        return scans;
    }

    /** Returns the permits for a look-up: the ones of scans if its filter is large. */
    BoundedWork places(Filter filter) {
        return Size.isLarge(filter) ? scans : places;
    }

    /**
     * Validates the question of a request.
     *
     * @param id the id of the request in the log
     * @throws Problem if it exceeds a limit
     * @throws dev.tern.error.TernException in overview mode, if the graph has no themes
     */
    public Asked question(QuestionBody body, Caller caller, ServedGraph graph, String id) {
        GraphRag rag = graph.rag();
        Question question = body.toQuestion(rag, caller, limits);
        if (question.mode() == Mode.OVERVIEW) {
            try (GraphView view = graph.store().view()) {
                Spreading.required().require(view);
            }
        }
        boolean large = Size.isLarge(question, rag.question(question.text()).parameters());
        return new Asked(
                caller,
                id,
                graph,
                question.withTimeLimit(limits.time(ServerLimit.QUESTION_TIME)),
                large ? scans : places);
    }

    /**
     * A question after validation.
     *
     * @param caller the caller
     * @param id the id of the request in the log
     * @param graph the graph to ask
     * @param question the question
     * @param places the permits to run with
     */
    public record Asked(Caller caller, String id, ServedGraph graph, Question question, BoundedWork places) {
        public long bytes() {
            return Size.bytes(question);
        }
    }

    public Answer ask(Asked asked) {
        QueryListener heard = listenerFor(asked, QueryListener.NONE);
        return admitted(asked, () -> answer(asked, heard));
    }

    public Retrieval retrieve(Asked asked) {
        QueryListener heard = listenerFor(asked, QueryListener.NONE);
        return admitted(asked, () -> {
            Retrieval found = asked.graph().rag().retrieve(asked.question().withListener(heard));
            metrics.question(found.trace());
            return found;
        });
    }

    /** Returns an answer for each available mode, naive first; the history is processed once. */
    public List<Answer> compare(Asked asked) {
        QueryListener first = listenerFor(asked, QueryListener.NONE);
        return admitted(asked, () -> {
            Question sent = asked.question();
            Question alone = Conversation.standalone(asked.graph().rag(), sent.withListener(first), sent.history());
            List<Answer> answers = new ArrayList<>();
            for (Mode mode : Questions.modes(asked.graph().rag())) {
                Asked inMode =
                        new Asked(asked.caller(), asked.id(), asked.graph(), alone.withMode(mode), asked.places());
                answers.add(answer(inMode, listenerFor(inMode, QueryListener.NONE)));
            }
            return answers;
        });
    }

    /**
     * Answers a question within {@link #admitted}, which has checked the limits.
     *
     * @param heard the listener of {@link #listenerFor}
     */
    public Answer answer(Asked asked, QueryListener heard) {
        Answer answer = asked.graph().rag().ask(asked.question().withListener(heard));
        metrics.question(answer.trace());
        return answer;
    }

    /**
     * Runs a look-up by name, which calls a model.
     *
     * @throws Problem as {@link #admitted}
     */
    public <T> T lookUp(Caller caller, ServedGraph graph, Filter filter, Function<QueryListener, T> work) {
        quotas.requireTokens(caller);
        return places(filter).run(caller, () -> work.apply(new Counted("lookup", caller, "", graph.name())));
    }

    /**
     * Runs work with a permit for questions.
     *
     * @throws Problem if no permit is free in time, or the caller's tokens of the day are used up
     */
    public <T> T admitted(Asked asked, Supplier<T> work) {
        quotas.requireTokens(asked.caller());
        return asked.places().run(asked.caller(), () -> {
            metrics.questionBegun();
            try {
                return work.get();
            } finally {
                metrics.questionEnded();
            }
        });
    }

    /** Returns a listener that counts and traces a question, and then calls the given one. */
    public QueryListener listenerFor(Asked asked, QueryListener listener) {
        return traces.query(
                asked.question().mode(),
                new Counted(
                                "question",
                                asked.caller(),
                                asked.id(),
                                asked.graph().name())
                        .andThen(listener));
    }

    /** Counts the tokens of a caller, also for questions that fail or are abandoned. */
    private final class Counted implements QueryListener {
        private final String use;
        private final Caller caller;
        private final String id;
        private final String graph;
        private final AtomicLong tokens = new AtomicLong();

        private Counted(String use, Caller caller, String id, String graph) {
            this.use = use;
            this.caller = caller;
            this.id = id;
            this.graph = graph;
        }

        /** Throws once the tokens of the question or of its caller are used up. */
        @Override
        public void calling(Call.Kind kind, String name) {
            if (kind == Call.Kind.MODEL) {
                quotas.requireTokens(caller, tokens.get());
            }
        }

        @Override
        public void called(Call call) {
            if (call.kind() == Call.Kind.MODEL) {
                tokens.addAndGet(call.inputTokens() + call.outputTokens());
                String task = call.task().map(ChatTask::toString).orElse(call.name());
                metrics.model(use, task, call.inputTokens(), call.outputTokens());
                graphs.called(graph, call);
            }
        }

        @Override
        public String failed(TernException failure, String told) {
            return String.valueOf(Faults.told(failure, caller, id).getMessage());
        }

        @Override
        public void over(Trace.Cost spent) {
            quotas.used(caller.name(), spent.inputTokens() + spent.outputTokens());
        }
    }
}
