package dev.tern.eval;

import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.eval.measure.AnswerScore;
import dev.tern.eval.measure.Resampling;
import dev.tern.eval.questions.GoldQuestion;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates methods on the questions of a set against its gold documents. Methods run one after the
 * other, each after a warm-up. An evaluation can run repeatedly, but not concurrently.
 */
public final class Evaluation {
    /** The default cutoffs k of recall@k. */
    public static final SortedSet<Integer> DEFAULT_CUTOFFS = new TreeSet<>(List.of(2, 5, 10));

    /** The default number of warm-up questions for each method. */
    public static final int DEFAULT_WARM_UP = 200;

    /** The maximum cutoff of recall. */
    public static final int MAX_CUTOFF = 1000;

    /** The maximum number of concurrent questions. */
    public static final int MAX_PARALLELISM = 64;

    private final QuestionSet set;
    private final List<RetrievalMethod> methods;
    private final SortedSet<Integer> cutoffs;
    private final int warmUp;
    private final int parallelism;
    private final Resampling resampling;
    private final EvaluationListener listener;
    private final LongSupplier nanos;
    private final ModelClock modelClock;
    private final @Nullable ShortAnswers answers;
    private final @Nullable CandidateProbe candidates;
    private final NameFrequencies names;

    private Evaluation(Builder builder) {
        set = builder.set;
        methods = List.copyOf(builder.methods);
        cutoffs = new TreeSet<>(builder.cutoffs);
        warmUp = builder.warmUp;
        parallelism = builder.parallelism;
        resampling = builder.resampling;
        listener = builder.listener;
        nanos = builder.nanos;
        modelClock = builder.modelClock;
        answers = builder.answers;
        candidates = builder.candidates;
        names = builder.names;
    }

    /** Returns a builder for a set, with the defaults of this class and one question at a time. */
    public static Builder of(QuestionSet set) {
        return new Builder(set);
    }

    /**
     * Runs every question of the set with every method.
     *
     * @param rag a graph with the documents of the set, and possibly others; closed by the caller
     * @throws TernException if the graph has fewer documents than the set, a model or the store
     *     fails, or the thread is interrupted
     */
    public EvaluationReport run(GraphRag rag) {
        long documents = rag.statistics().documents();
        if (documents < set.documents()) {
            throw TernException.user("the graph has " + documents + " documents and the question set " + set.name()
                    + " has " + set.documents() + ": index all of them first");
        }
        QuestionMeasures measured = new QuestionMeasures(cutoffs, answers != null);
        Map<String, List<QuestionResult>> results = new LinkedHashMap<>();
        for (RetrievalMethod method : methods) {
            results.put(method.name(), new MethodRun(method).askAll());
        }
        Strata strata = new Strata(
                set.queries(), names, results.getOrDefault(RetrievalMethod.nameOf(Mode.NAIVE), List.of()), cutoffs);
        Map<String, MethodFigures> figures = new LinkedHashMap<>();
        results.forEach(
                (name, questions) -> figures.put(name, MethodFigures.of(questions, measured, resampling, strata)));
        List<CandidateFigures> offered = candidates == null ? List.of() : candidates.measure(set, resampling, listener);
        return new EvaluationReport(set.name(), set.documents(), set.queries().size(), figures, offered);
    }

    /** Runs all questions with one method. */
    private final class MethodRun {
        private final RetrievalMethod method;
        private int done;

        MethodRun(RetrievalMethod method) {
            this.method = method;
        }

        private record QuestionRun(QuestionResult result, RetrievalMethod.MethodResult found) {}

        List<QuestionResult> askAll() {
            List<GoldQuestion> queries = set.queries();
            ExecutorService threads = Executors.newFixedThreadPool(
                    parallelism,
                    Thread.ofPlatform().name("evaluation-", 0).daemon().factory());
            try {
                List<Future<?>> warming = new ArrayList<>();
                for (int i = 0; i < warmUp; i++) {
                    GoldQuestion query = queries.get(i % queries.size());
                    warming.add(threads.submit(() -> method.warmUp(query.text(), cutoffs.last())));
                }
                for (Future<?> warm : warming) {
                    result(warm);
                }
                Queue<Future<QuestionRun>> asked = new ArrayDeque<>(queries.size());
                queries.forEach(query -> asked.add(threads.submit(() -> {
                    QuestionRun one = ask(query);
                    reportProgress();
                    return one;
                })));
                List<QuestionResult> results = new ArrayList<>(queries.size());
                // Each result is released after the listener call, because traces are large.
                while (!asked.isEmpty()) {
                    QuestionRun one = result(asked.remove());
                    listener.result(method.name(), one.result, one.found);
                    results.add(one.result);
                }
                return results;
            } finally {
                threads.shutdownNow();
            }
        }

        private QuestionRun ask(GoldQuestion query) {
            modelClock.takeSpent();
            long start = nanos.getAsLong();
            RetrievalMethod.MethodResult methodResult = method.find(query.text(), cutoffs.last());
            double millis = (nanos.getAsLong() - start) / 1e6;
            ModelClock.ModelCost spent = modelClock.takeSpent();
            List<Passage> passages =
                    methodResult.passages().stream().map(Scored::value).toList();
            List<String> returned = QuestionResult.distinct(
                    passages.stream().map(Passage::documentId).toList(), cutoffs.last());
            QuestionResult result = new QuestionResult(
                    query.id(),
                    query.text(),
                    query.type(),
                    List.copyOf(query.gold()),
                    returned,
                    returned.stream().filter(query.gold()::contains).toList(),
                    millis,
                    spent.nanos() / 1e6,
                    methodResult.trace().map(Trace::total).orElse(Trace.Cost.NONE),
                    spent.cost(),
                    answer(query, passages));
            return new QuestionRun(result, methodResult);
        }

        private Optional<QuestionResult.ScoredAnswer> answer(GoldQuestion query, List<Passage> passages) {
            if (answers == null || query.answers().isEmpty()) {
                return Optional.empty();
            }
            String text = answers.answer(query.text(), passages);
            return Optional.of(
                    new QuestionResult.ScoredAnswer(text, query.answers(), AnswerScore.of(text, query.answers())));
        }

        private synchronized void reportProgress() {
            done++;
            listener.questionEnded(method.name(), done, set.queries().size());
        }

        private <T> T result(Future<T> future) {
            try {
                // Getting a completed future does not check for interrupts.
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                return future.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw TernException.user("the evaluation was interrupted", e);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException failure) {
                    throw failure;
                }
                throw new IllegalStateException("a question could not be asked", e.getCause());
            }
        }
    }

    /** Collects the options of an evaluation. Not thread-safe. */
    public static final class Builder {
        private final QuestionSet set;
        private Collection<RetrievalMethod> methods = List.of();
        private Collection<Integer> cutoffs = DEFAULT_CUTOFFS;
        private int warmUp = DEFAULT_WARM_UP;
        private int parallelism = 1;
        private Resampling resampling = new Resampling(Resampling.DEFAULT_SEED, Resampling.DEFAULT_DRAWS);
        private EvaluationListener listener = EvaluationListener.NONE;
        private LongSupplier nanos = System::nanoTime;
        private ModelClock modelClock = new ModelClock();
        private @Nullable ShortAnswers answers;
        private @Nullable CandidateProbe candidates;
        private NameFrequencies names = NameFrequencies.NONE;

        private Builder(QuestionSet set) {
            this.set = set;
        }

        /** Sets the methods in the order to run; at least one, with unique names. */
        public Builder methods(Collection<RetrievalMethod> value) {
            methods = List.copyOf(value);
            return this;
        }

        /** Sets the cutoffs k of recall@k, 1 to {@value Evaluation#MAX_CUTOFF}; at least one. */
        public Builder cutoffs(Collection<Integer> value) {
            cutoffs = new TreeSet<>(value);
            return this;
        }

        /** Sets the number of warm-up questions of each method, at least 0. */
        public Builder warmUp(int questions) {
            warmUp = questions;
            return this;
        }

        /**
         * Sets the number of concurrent questions, 1 to {@value Evaluation#MAX_PARALLELISM}. Only 1
         * gives reliable times: otherwise questions share the processors.
         */
        public Builder parallelism(int questions) {
            parallelism = questions;
            return this;
        }

        /** Sets the resampling of intervals. */
        public Builder resampling(Resampling value) {
            resampling = value;
            return this;
        }

        /** Sets the listener of progress and results. */
        public Builder listener(EvaluationListener value) {
            listener = value;
            return this;
        }

        /** Sets the clock, in nanoseconds, that is read before and after each retrieval. */
        public Builder clock(LongSupplier value) {
            nanos = value;
            return this;
        }

        /** Sets the clock that times the methods' models. */
        public Builder modelClock(ModelClock value) {
            modelClock = value;
            return this;
        }

        /** Adds a chat model's short answers from the passages found. */
        public Builder answers(ShortAnswers value) {
            answers = value;
            return this;
        }

        /** Adds strata by the frequency of the questions' names. */
        public Builder names(NameFrequencies value) {
            names = value;
            return this;
        }

        /** Adds measures of graph mode's candidates. */
        public Builder candidates(CandidateProbe value) {
            candidates = value;
            return this;
        }

        /**
         * Returns an evaluation with these options.
         *
         * @throws TernException the user's fault, if there is no method or cutoff, two methods have
         *     the same name, or a value is out of its range
         */
        public Evaluation build() {
            if (methods.isEmpty()) {
                throw TernException.user("no mode to evaluate is given");
            }
            if (methods.stream().map(RetrievalMethod::name).distinct().count() < methods.size()) {
                throw TernException.user("two methods to evaluate have the same name: "
                        + methods.stream().map(RetrievalMethod::name).toList());
            }
            if (cutoffs.isEmpty()) {
                throw TernException.user("no cutoff is given");
            }
            cutoffs.forEach(cutoff -> requireBetween("a cutoff", cutoff, 1, MAX_CUTOFF));
            requireBetween("warmUp", warmUp, 0, Integer.MAX_VALUE);
            requireBetween("parallelism", parallelism, 1, MAX_PARALLELISM);
            return new Evaluation(this);
        }

        private static void requireBetween(String name, int value, int lowest, int highest) {
            if (value < lowest || value > highest) {
                throw TernException.user(name + " is " + value + "; it must be between " + lowest + " and " + highest);
            }
        }
    }
}
