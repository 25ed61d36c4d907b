package dev.tern.eval.poison;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.eval.Method;
import dev.tern.eval.measure.Difference;
import dev.tern.eval.measure.Interval;
import dev.tern.eval.measure.Measures;
import dev.tern.eval.measure.Resampling;
import dev.tern.eval.poison.PoisonReport.Cell;
import dev.tern.eval.questions.Query;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.model.TaskModels;
import dev.tern.query.Queries;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Asks questions of a graph that holds {@link Poison} against them. */
public final class Poisoning {
    private static final int FIRSTS = 5;
    private static final int PERCENT = 100;

    private final GraphStore store;
    private final EmbeddingModel embeddingModel;
    private final Parameters parameters;
    private final Resampling resampling;
    private final Consumer<String> progress;

    /**
     * Measures poison in one graph.
     *
     * @param store holds the documents of a set, and the poison; it stays open
     * @param parameters those of every question, but for {@code finalTopK}, which is {@value #FIRSTS}
     * @param progress hears, in words, how the asking goes on
     */
    public Poisoning(
            GraphStore store,
            EmbeddingModel embeddingModel,
            Parameters parameters,
            Resampling resampling,
            Consumer<String> progress) {
        this.store = store;
        this.embeddingModel = embeddingModel;
        this.parameters = parameters.with(Parameter.FINAL_TOP_K, FIRSTS);
        this.resampling = resampling;
        this.progress = progress;
    }

    /** A mode, with the chat model of graph mode. */
    private record Asked(String name, Mode mode, Queries querying) {}

    /** What the questions of one cell came to, each in their order. */
    @SuppressWarnings("ArrayRecordComponent") // filled, never compared
    private record Figures(double[] reached, double[] places, double[] weight, double[] recall) {
        Figures(int questions) {
            this(new double[questions], new double[questions], new double[questions], new double[questions]);
        }
    }

    /**
     * Asks each target's question without and with poison, in every mode.
     *
     * @param chatModels for graph mode, by what it is called with each; none for naive and local alone
     */
    public PoisonReport measure(QuestionSet set, Poison poison, long seed, Map<String, TaskModels> chatModels) {
        long start = System.nanoTime();
        List<Query> questions = poison.questions();
        Map<String, Interval> clean = new LinkedHashMap<>();
        List<Cell> cells = new ArrayList<>();
        Map<String, Map<Attack, double[]>> places = new LinkedHashMap<>();
        for (Asked asked : asked(chatModels)) {
            clean.put(asked.name, mean(clean(asked, questions)));
            for (Attack attack : Attack.values()) {
                for (int passages = 1; passages <= Poison.PASSAGES; passages++) {
                    for (Defence defence : Defence.values()) {
                        if (defence == Defence.NONE || passages == Poison.PASSAGES) {
                            Figures figures = ask(asked, questions, attack, passages, defence);
                            cells.add(cell(asked.name, attack, passages, defence, figures));
                            if (defence == Defence.NONE) {
                                places.computeIfAbsent(asked.name, absent -> new LinkedHashMap<>())
                                        .put(attack, figures.places);
                            }
                        }
                    }
                }
                progress.accept(asked.name + ", " + attack.label());
            }
        }
        return new PoisonReport(
                set.name(),
                set.documents(),
                questions.size(),
                questions.size() * Attack.values().length * Poison.PASSAGES,
                seed,
                FIRSTS,
                clean,
                cells,
                easier(places),
                (System.nanoTime() - start) / 1e6);
    }

    private List<Asked> asked(Map<String, TaskModels> chatModels) {
        List<Asked> asked = new ArrayList<>();
        for (Mode mode : List.of(Mode.NAIVE, Mode.LOCAL)) {
            asked.add(new Asked(Method.nameOf(mode), mode, new Queries(store, embeddingModel, null)));
        }
        chatModels.forEach((name, models) -> asked.add(
                new Asked(name, Mode.GRAPH, new Queries(store, embeddingModel, models, Filter.everything()))));
        return asked;
    }

    private double[] clean(Asked asked, List<Query> questions) {
        return questions.stream()
                .mapToDouble(query -> recall(query, first(asked, query, Poison.clean(), parameters)))
                .toArray();
    }

    private Figures ask(Asked asked, List<Query> questions, Attack attack, int passages, Defence defence) {
        Figures figures = new Figures(questions.size());
        Parameters defended = defence.parameters(parameters);
        for (int i = 0; i < questions.size(); i++) {
            Query query = questions.get(i);
            Filter there = Poison.after(query, attack, passages, defence.sources());
            List<Passage> first = first(asked, query, there.within(defence.seen()), defended);
            double all = 0;
            for (int place = 0; place < FIRSTS; place++) {
                double weight = Math.log(2) / Math.log(place + 2);
                all += weight;
                if (place < first.size() && Poison.is(first.get(place))) {
                    figures.reached[i] = PERCENT;
                    figures.places[i] += 1;
                    figures.weight[i] += PERCENT * weight;
                }
            }
            figures.weight[i] /= all;
            figures.recall[i] = recall(query, first);
        }
        return figures;
    }

    private static List<Passage> first(Asked asked, Query query, Filter there, Parameters parameters) {
        Question question =
                Question.of(query.text(), asked.mode).withParameters(parameters).withFilter(there);
        return asked.querying.retrieve(question).passages().stream()
                .map(Scored::value)
                .toList();
    }

    private static double recall(Query query, List<Passage> first) {
        return PERCENT
                * Measures.recall(
                        query.gold(),
                        first.stream().map(Passage::documentId).distinct().toList(),
                        FIRSTS);
    }

    private Cell cell(String method, Attack attack, int passages, Defence defence, Figures figures) {
        return new Cell(
                method,
                attack,
                passages,
                defence,
                mean(figures.reached),
                mean(figures.places),
                mean(figures.weight),
                mean(figures.recall));
    }

    private Interval mean(double[] values) {
        return resampling.mean(List.of(values));
    }

    private Map<String, PoisonReport.Easier> easier(Map<String, Map<Attack, double[]>> places) {
        Map<String, PoisonReport.Easier> easier = new LinkedHashMap<>();
        Map<Attack, double[]> local = places.getOrDefault(Method.nameOf(Mode.LOCAL), Map.of());
        places.getOrDefault(Method.nameOf(Mode.NAIVE), Map.of()).forEach((attack, naive) -> {
            double[] ofLocal = local.getOrDefault(attack, naive);
            List<Double> points = new ArrayList<>();
            for (int i = 0; i < naive.length; i++) {
                points.add(ofLocal[i] - naive[i]);
            }
            Difference difference = resampling.paired(List.of(ofLocal), List.of(naive));
            easier.put(attack.label(), new PoisonReport.Easier(difference, points));
        });
        return easier;
    }
}
