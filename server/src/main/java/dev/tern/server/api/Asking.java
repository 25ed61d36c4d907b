package dev.tern.server.api;

import dev.tern.Conversation;
import dev.tern.GraphRag;
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
 * Every question of REST and MCP comes through here: it is counted, needs a free place, and a caller who has tokens left.
 * Thread-safe.
 */
public final class Asking {
    private final ServerLimits limits;
    private final Graphs graphs;
    private final Quotas quotas;
    private final Metrics metrics;
    private final Traces traces;
    private final BoundedWork places;
    private final BoundedWork scans;

    /** Questions within some limits. */
    public Asking(ServerSettings settings, Graphs graphs, Quotas quotas, Metrics metrics, Traces traces) {
        this.limits = settings.limits();
        this.graphs = graphs;
        this.quotas = quotas;
        this.metrics = metrics;
        this.traces = traces;
        this.places = BoundedWork.questions(settings);
        this.scans = BoundedWork.scans(settings);
    }

    /** Where large questions are answered, and whatever else reads much of a graph. */
    public BoundedWork scans() {
        return scans;
    }

    /** Where a look-up under a filter has its place. */
    BoundedWork places(Filter filter) {
        return Size.isLarge(filter) ? scans : places;
    }

    /**
     * A question as it was sent, checked.
     *
     * @param id of the request, by which the log knows it
     * @throws Problem if it passes a limit
     * @throws dev.tern.error.TernException if it asks for themes that were not looked for
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
     * A question that was checked.
     *
     * @param caller who asks
     * @param id of the request, by which the log knows it
     * @param graph the graph that is asked
     * @param question the question
     * @param places where it is answered
     */
    public record Asked(Caller caller, String id, ServedGraph graph, Question question, BoundedWork places) {
        /** About how much memory it takes up while it is answered. */
        public long bytes() {
            return Size.bytes(question);
        }
    }

    /** The answer to a question. */
    public Answer ask(Asked asked) {
        QueryListener heard = listenerFor(asked, QueryListener.NONE);
        return admitted(asked, () -> answer(asked, heard));
    }

    /** The passages for a question. */
    public Retrieval retrieve(Asked asked) {
        QueryListener heard = listenerFor(asked, QueryListener.NONE);
        return admitted(asked, () -> {
            Retrieval found = asked.graph().rag().retrieve(asked.question().withListener(heard));
            metrics.question(found.trace());
            return found;
        });
    }

    /** An answer in every mode that the models allow, naive first; what was said before is looked at once. */
    public List<Answer> compare(Asked asked) {
        QueryListener first = listenerFor(asked, QueryListener.NONE);
        return admitted(asked, () -> {
            Question sent = asked.question();
            Question alone = Conversation.standalone(asked.graph().rag(), sent.withListener(first), sent.history());
            List<Answer> answers = new ArrayList<>();
            for (Mode mode : asked.graph().rag().modes()) {
                Asked inMode =
                        new Asked(asked.caller(), asked.id(), asked.graph(), alone.withMode(mode), asked.places());
                answers.add(answer(inMode, listenerFor(inMode, QueryListener.NONE)));
            }
            return answers;
        });
    }

    /**
     * An answer for a caller who was {@link #admitted}.
     *
     * @param heard by whom, as {@link #listenerFor} makes it
     */
    public Answer answer(Asked asked, QueryListener heard) {
        Answer answer = asked.graph().rag().ask(asked.question().withListener(heard));
        metrics.question(answer.trace());
        return answer;
    }

    /**
     * Looks something up by a name, which a model is asked about.
     *
     * @throws Problem as {@link #admitted}
     */
    public <T> T lookUp(Caller caller, ServedGraph graph, Filter filter, Function<QueryListener, T> work) {
        quotas.requireTokens(caller);
        return places(filter).run(caller, () -> work.apply(new Counted("lookup", caller, "", graph.name())));
    }

    /**
     * Does something in one of the places for a question.
     *
     * @throws Problem if there is none, or the caller's tokens of the day are used up
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

    /** What hears a question: counts, traces, and another listener. */
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

    /** Counts the tokens of a caller, who pays for a question that failed or was left in the middle of its answer too. */
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

        /** A question that has used up its tokens, or its caller's, asks no model any more. */
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
