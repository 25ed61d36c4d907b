package dev.tern.server.api;

import dev.tern.Conversation;
import dev.tern.GraphRag;
import dev.tern.QuestionMapping;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.model.Call;
import dev.tern.model.ChatTask;
import dev.tern.models.money.Money;
import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.overview.PassageSpreader;
import dev.tern.query.trace.Trace;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.front.ProblemConverter;
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
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runs the questions of all protocols: limits, counts and traces them. Thread-safe. */
public final class QuestionRunner {
    private final ServerLimits limits;
    private final Graphs graphs;
    private final Quotas quotas;
    private final Metrics metrics;
    private final Traces traces;
    private final BoundedWork lookupPermits;
    private final BoundedWork scans;

    public QuestionRunner(ServerSettings settings, Graphs graphs, Quotas quotas, Metrics metrics, Traces traces) {
        this.limits = settings.limits();
        this.graphs = graphs;
        this.quotas = quotas;
        this.metrics = metrics;
        this.traces = traces;
        this.lookupPermits = BoundedWork.questions(settings);
        this.scans = BoundedWork.scans(settings);
    }

    /** Returns the permits for expensive questions and other scans of a graph. */
    public BoundedWork scans() {
        return scans;
    }

    /** Returns the permits for a look-up; a large filter needs the permits of scans. */
    public BoundedWork permits(MetadataFilter filter) {
        return QuestionCost.isLarge(filter) ? scans : lookupPermits;
    }

    /**
     * Returns the validated question of a request.
     *
     * @param id the id of the request in the log
     * @throws Problem as {@link QuestionBody#toQuestion}
     * @throws TernException as {@link QuestionBody#toQuestion}; in overview mode, if its module is
     *     missing or the graph has no themes
     */
    public ValidatedQuestion question(QuestionBody body, Caller caller, ServedGraph graph, String id) {
        GraphRag rag = graph.rag();
        Question question = body.toQuestion(rag, caller, limits);
        if (question.mode() == Mode.OVERVIEW) {
            try (GraphView view = graph.store().view()) {
                PassageSpreader.required().require(view);
            }
        }
        boolean large =
                QuestionCost.isLarge(question, rag.question(question.text()).parameters());
        return new ValidatedQuestion(
                caller,
                id,
                graph,
                question.withTimeLimit(limits.time(ServerLimit.QUESTION_TIME)),
                large ? scans : lookupPermits);
    }

    /**
     * A question after validation.
     *
     * @param id the id of the request in the log
     * @param cost the cost of its model calls so far; empty if a price is unknown
     */
    public record ValidatedQuestion(
            Caller caller,
            String id,
            ServedGraph graph,
            Question question,
            BoundedWork permits,
            AtomicReference<Optional<Money>> cost) {
        ValidatedQuestion(Caller caller, String id, ServedGraph graph, Question question, BoundedWork permits) {
            this(caller, id, graph, question, permits, new AtomicReference<>(Optional.of(Money.ZERO)));
        }

        private void paid(Optional<Money> call) {
            cost.accumulateAndGet(call, (sum, more) -> sum.flatMap(money -> more.map(money::plus)));
        }

        public long bytes() {
            return QuestionCost.bytes(question);
        }
    }

    public Answer ask(ValidatedQuestion validatedQuestion) {
        QueryListener heard = listenerFor(validatedQuestion, QueryListener.NONE);
        return admitted(validatedQuestion, () -> answer(validatedQuestion, heard));
    }

    public Retrieval retrieve(ValidatedQuestion validatedQuestion) {
        QueryListener heard = listenerFor(validatedQuestion, QueryListener.NONE);
        return admitted(validatedQuestion, () -> {
            Retrieval found = validatedQuestion
                    .graph()
                    .rag()
                    .retrieve(validatedQuestion.question().withListener(heard));
            metrics.question(found.trace());
            return found;
        });
    }

    /** Answers in each available mode except overview, naive first; rewrites a follow-up once. */
    public List<Answer> compare(ValidatedQuestion validatedQuestion) {
        QueryListener first = listenerFor(validatedQuestion, QueryListener.NONE);
        return admitted(validatedQuestion, () -> {
            Question sent = validatedQuestion.question();
            Question alone = Conversation.standaloneQuestion(
                    validatedQuestion.graph().rag(), sent.withListener(first), sent.history());
            List<Answer> answers = new ArrayList<>();
            for (Mode mode : QuestionMapping.modes(validatedQuestion.graph().rag())) {
                ValidatedQuestion inMode = new ValidatedQuestion(
                        validatedQuestion.caller(),
                        validatedQuestion.id(),
                        validatedQuestion.graph(),
                        alone.withMode(mode),
                        validatedQuestion.permits());
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
    public Answer answer(ValidatedQuestion validatedQuestion, QueryListener heard) {
        Answer answer =
                validatedQuestion.graph().rag().ask(validatedQuestion.question().withListener(heard));
        metrics.question(answer.trace());
        return answer;
    }

    /**
     * Runs work that calls a model, such as a look-up by name.
     *
     * @throws Problem as {@link #admitted}
     */
    public <T> T lookUp(Caller caller, ServedGraph graph, MetadataFilter filter, Function<QueryListener, T> work) {
        quotas.requireTokens(caller);
        return permits(filter)
                .run(caller, () -> work.apply(new CallerTokenCounter("lookup", caller, "", graph.name(), cost -> {})));
    }

    /**
     * Runs work with a permit for a question.
     *
     * @throws Problem as {@link BoundedWork#run}, or if the caller's tokens of the day are used up
     */
    public <T> T admitted(ValidatedQuestion validatedQuestion, Supplier<T> work) {
        quotas.requireTokens(validatedQuestion.caller());
        return validatedQuestion.permits().run(validatedQuestion.caller(), () -> {
            metrics.questionBegun();
            try {
                return work.get();
            } finally {
                metrics.questionEnded();
            }
        });
    }

    /** Returns a listener that counts and traces a question, and then calls the given one. */
    public QueryListener listenerFor(ValidatedQuestion validatedQuestion, QueryListener listener) {
        return traces.query(
                validatedQuestion.question().mode(),
                new CallerTokenCounter(
                                "question",
                                validatedQuestion.caller(),
                                validatedQuestion.id(),
                                validatedQuestion.graph().name(),
                                validatedQuestion::paid)
                        .andThen(listener));
    }

    /** Counts the tokens of a caller, also for questions that fail or are abandoned. */
    private final class CallerTokenCounter implements QueryListener {
        private final String use;
        private final Caller caller;
        private final String id;
        private final String graph;
        private final Consumer<Optional<Money>> paid;
        private final AtomicLong tokens = new AtomicLong();

        private CallerTokenCounter(String use, Caller caller, String id, String graph, Consumer<Optional<Money>> paid) {
            this.use = use;
            this.caller = caller;
            this.id = id;
            this.graph = graph;
            this.paid = paid;
        }

        /** Throws once the tokens of the question or of its caller are used up. */
        @Override
        public void callStarting(Call.Kind kind, String name) {
            if (kind == Call.Kind.MODEL) {
                quotas.requireTokens(caller, tokens.get());
            }
        }

        @Override
        public void callEnded(Call call) {
            if (call.kind() == Call.Kind.MODEL) {
                tokens.addAndGet(call.inputTokens() + call.outputTokens());
                String task = call.task().map(ChatTask::toString).orElse(call.name());
                metrics.model(use, task, call.inputTokens(), call.outputTokens());
                paid.accept(graphs.called(graph, call));
            }
        }

        @Override
        public String failed(TernException failure, String message) {
            return String.valueOf(
                    ProblemConverter.problemOf(failure, caller, id).getMessage());
        }

        @Override
        public void queryEnded(Trace.Cost spent) {
            quotas.countTokens(caller.name(), spent.inputTokens() + spent.outputTokens());
        }
    }
}
