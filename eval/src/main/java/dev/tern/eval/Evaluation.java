package dev.tern.eval;

import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.load.JsonlCorpus;
import dev.tern.query.Mode;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphDescription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;

/**
 * Asks every question of a set in some modes and compares what is found with what should be. One mode after the other; a
 * mode begins with questions that are not measured, so that the machine is warm. Made by {@link #of}; it can run more
 * than once and holds nothing between runs.
 */
public final class Evaluation {
    /** The cutoffs k of recall@k, unless others are given. */
    public static final SortedSet<Integer> DEFAULT_CUTOFFS = new TreeSet<>(List.of(2, 5, 10));

    /** How many questions warm a mode up, unless another number is given. */
    public static final int DEFAULT_WARM_UP = 200;

    /** The largest cutoff. */
    public static final int MAX_CUTOFF = 1000;

    /** The most questions at a time. */
    public static final int MAX_PARALLELISM = 64;

    private final BeirDataset dataset;
    private final List<Mode> modes;
    private final SortedSet<Integer> cutoffs;
    private final int warmUp;
    private final int parallelism;
    private final Optional<IngestListener> indexing;
    private final EvaluationListener listener;
    private final LongSupplier nanos;

    private Evaluation(Builder builder) {
        dataset = builder.dataset;
        modes = List.copyOf(builder.modes);
        cutoffs = new TreeSet<>(builder.cutoffs);
        warmUp = builder.warmUp;
        parallelism = builder.parallelism;
        indexing = builder.indexing;
        listener = builder.listener;
        nanos = builder.nanos;
    }

    /** An evaluation of a set: naive and local, {@link #DEFAULT_CUTOFFS}, one question at a time. */
    public static Builder of(BeirDataset dataset) {
        return new Builder(dataset);
    }

    /**
     * Runs it. The parameters are those of the graph, but for {@code finalTopK}: at least the largest cutoff.
     *
     * @param rag a graph with the documents of the set, unless {@link Builder#indexFirst} is asked for; it may hold
     *     others too. It stays open.
     * @throws TernException if the graph has fewer documents than the set, a mode needs a chat model that is not there, a
     *     model or the store fails, or the thread is interrupted
     */
    public EvaluationReport run(GraphRag rag) {
        for (Mode mode : modes) {
            if (!rag.modes().contains(mode)) {
                throw TernException.user(EvaluationReport.nameOf(mode)
                        + " mode cannot be evaluated: it needs a chat model and none is set");
            }
        }
        Optional<IngestReport> indexed = indexing.map(heard -> index(rag, heard));
        long documents = rag.statistics().documents();
        if (documents < dataset.documents()) {
            throw TernException.user("the graph has " + documents + " documents and the question set " + dataset.name()
                    + " has " + dataset.documents() + ": index all of them first");
        }
        String embeddingModel =
                rag.description().map(GraphDescription::embeddingModel).orElse("");
        Parameters parameters = parameters(rag);
        Map<Mode, ModeFigures> figures = new LinkedHashMap<>();
        for (Mode mode : modes) {
            figures.put(mode, ModeFigures.of(new Round(rag, mode, parameters).askAll(), cutoffs));
        }
        return new EvaluationReport(
                dataset.name(),
                dataset.documents(),
                dataset.queries().size(),
                figures,
                embeddingModel,
                parameters,
                warmUp,
                parallelism,
                indexed,
                Machine.current());
    }

    private IngestReport index(GraphRag rag, IngestListener heard) {
        try (JsonlCorpus.Documents documents = dataset.corpus().documents()) {
            return rag.add(documents, heard);
        }
    }

    private Parameters parameters(GraphRag rag) {
        Parameters own = rag.question(dataset.queries().getFirst().text()).parameters();
        return own.toBuilder()
                .finalTopK(Math.max(own.finalTopK(), cutoffs.last()))
                .build();
    }

    /** All questions in one mode. */
    private final class Round {
        private final GraphRag rag;
        private final Mode mode;
        private final Parameters parameters;
        private int done;

        Round(GraphRag rag, Mode mode, Parameters parameters) {
            this.rag = rag;
            this.mode = mode;
            this.parameters = parameters;
        }

        List<QuestionResult> askAll() {
            List<BeirDataset.Query> queries = dataset.queries();
            ExecutorService threads = Executors.newFixedThreadPool(
                    parallelism,
                    Thread.ofPlatform().name("evaluation-", 0).daemon().factory());
            try {
                List<Future<?>> warming = new ArrayList<>();
                for (int i = 0; i < warmUp; i++) {
                    BeirDataset.Query query = queries.get(i % queries.size());
                    warming.add(threads.submit(() -> ask(query, warming())));
                }
                for (Future<?> warm : warming) {
                    result(warm);
                }
                List<Future<QuestionResult>> asked = new ArrayList<>(queries.size());
                queries.forEach(query -> asked.add(threads.submit(() -> {
                    QuestionResult result = ask(query, mode);
                    tell();
                    return result;
                })));
                List<QuestionResult> results = new ArrayList<>(queries.size());
                for (Future<QuestionResult> future : asked) {
                    results.add(result(future));
                }
                return results;
            } finally {
                threads.shutdownNow();
            }
        }

        /** Graph mode is warmed up by the way it shares with local: a chat model's calls warm nothing and cost money. */
        private Mode warming() {
            return mode == Mode.GRAPH ? Mode.LOCAL : mode;
        }

        private QuestionResult ask(BeirDataset.Query query, Mode asked) {
            Question question = new Question(query.text(), asked, Optional.empty(), parameters);
            long start = nanos.getAsLong();
            Retrieval retrieval = rag.retrieve(question);
            double millis = (nanos.getAsLong() - start) / 1e6;
            List<String> returned = QuestionResult.distinct(
                    retrieval.passages().stream()
                            .map(Scored::value)
                            .map(Passage::documentId)
                            .toList(),
                    cutoffs.last());
            return new QuestionResult(
                    query.id(),
                    query.text(),
                    List.copyOf(query.gold()),
                    returned,
                    returned.stream().filter(id -> query.gold().contains(id)).toList(),
                    millis,
                    retrieval.trace().total().roundTrips(),
                    retrieval.trace().total().storeCalls(),
                    retrieval.trace().total().modelCalls());
        }

        private synchronized void tell() {
            done++;
            listener.asked(mode, done, dataset.queries().size());
        }

        private <T> T result(Future<T> future) {
            try {
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

    /** Gathers what an evaluation needs. Not thread-safe. */
    public static final class Builder {
        private final BeirDataset dataset;
        private Collection<Mode> modes = List.of(Mode.NAIVE, Mode.LOCAL);
        private Collection<Integer> cutoffs = DEFAULT_CUTOFFS;
        private int warmUp = DEFAULT_WARM_UP;
        private int parallelism = 1;
        private Optional<IngestListener> indexing = Optional.empty();
        private EvaluationListener listener = EvaluationListener.NONE;
        private LongSupplier nanos = System::nanoTime;

        private Builder(BeirDataset dataset) {
            this.dataset = dataset;
        }

        /** The modes in the order to measure them; at least one, each counted once. */
        public Builder modes(Collection<Mode> value) {
            modes = new LinkedHashSet<>(value);
            return this;
        }

        /** The cutoffs k of recall@k, each 1 to {@value Evaluation#MAX_CUTOFF}; at least one. */
        public Builder cutoffs(Collection<Integer> value) {
            cutoffs = new TreeSet<>(value);
            return this;
        }

        /**
         * How many questions are asked in each mode before its measuring begins, at least 0; before graph mode they are
         * asked in local mode, which calls no chat model.
         */
        public Builder warmUp(int questions) {
            warmUp = questions;
            return this;
        }

        /**
         * How many questions are asked at a time, 1 to {@value Evaluation#MAX_PARALLELISM}. Only 1 gives honest times:
         * above, a question waits for the others' share of the processors.
         */
        public Builder parallelism(int questions) {
            parallelism = questions;
            return this;
        }

        /** Indexes the corpus of the set before the first question. */
        public Builder indexFirst(IngestListener heard) {
            indexing = Optional.of(heard);
            return this;
        }

        /** Hears how the asking goes on. */
        public Builder listener(EvaluationListener value) {
            listener = value;
            return this;
        }

        /** The clock that times retrievals, in nanoseconds; asked just before and just after each. */
        public Builder clock(LongSupplier value) {
            nanos = value;
            return this;
        }

        /**
         * The evaluation.
         *
         * @throws TernException the user's fault, if a value is out of its range
         */
        public Evaluation build() {
            if (modes.isEmpty()) {
                throw TernException.user("no mode to evaluate is given");
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
