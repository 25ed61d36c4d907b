package dev.tern.eval.poison;

import dev.tern.eval.questions.Query;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.Document;
import dev.tern.graph.EntityName;
import dev.tern.graph.Filter;
import dev.tern.graph.Metadata;
import dev.tern.graph.Passage;
import dev.tern.query.recognise.Recogniser;
import dev.tern.query.recognise.Recognition;
import dev.tern.store.GraphView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Passages written against some questions of a set, without a language model: the same seed writes the same. For each question
 * and each {@link Attack} there are {@value #PASSAGES}, and each of them twice: under one source with all others, and under one
 * of its own. What an attacker knows is much: the question, the graph's own way to recognise what it names, and the titles of
 * the documents that answer it. What they would have people believe is what other questions are about.
 */
public final class Poison {
    /** How many passages there are against a question. */
    public static final int PASSAGES = 5;

    private static final String OF = "poison.of";
    private static final String SOURCES = "poison.sources";
    private static final String NUMBER = "poison.number";
    private static final List<String> MADE_UP =
            List.of("Ada Brandt", "Port Sereno", "the Lumen lamp", "the Oro delta", "Falk Marr", "Lena Vesper");

    private final List<Target> targets;
    private final boolean statements;

    private Poison(List<Target> targets, boolean statements) {
        this.targets = List.copyOf(targets);
        this.statements = statements;
    }

    /** How many sources the passages come from. */
    enum Sources {
        /** All passages from one source. */
        ONE,
        /** Each passage from a source of its own. */
        MANY
    }

    /**
     * Poison against some questions of a set.
     *
     * @param graph the documents of the set, from which names are recognised
     * @param questions against how many; drawn by the seed
     * @param statements whether the passages bring their statements, as those of the set do; otherwise they are extracted
     */
    public static Poison against(QuestionSet set, GraphView graph, int questions, long seed, boolean statements) {
        List<Query> drawn = new ArrayList<>(set.queries());
        Collections.shuffle(drawn, new Random(seed));
        List<Target> targets = new ArrayList<>();
        for (Query query : drawn.subList(0, Math.min(questions, drawn.size()))) {
            targets.add(target(query, set, graph, new Random(seed ^ query.id().hashCode())));
        }
        return new Poison(targets, statements);
    }

    private static Target target(Query query, QuestionSet set, GraphView graph, Random random) {
        Recognition recognised = Recogniser.offline().recognise(query.text(), graph);
        List<String> titles = query.titles().values().stream()
                .filter(title -> !title.isBlank())
                .distinct()
                .toList();
        // By what they are normalised to: a passage that says the same twice says it once.
        Map<String, String> names = new LinkedHashMap<>();
        Stream.concat(recognised.names().stream().map(Recognition.Name::text), titles.stream())
                .forEach(name -> names.putIfAbsent(EntityName.normalise(name), name));
        List<String> known = names.isEmpty() ? List.of(query.text()) : List.copyOf(names.values());
        return new Target(
                query, known, titles.isEmpty() ? known : titles, recognised.residual(), falsehoods(query, set, random));
    }

    /** Titles of documents that answer other questions, none of which has to do with this one. */
    private static List<String> falsehoods(Query query, QuestionSet set, Random random) {
        LinkedHashSet<String> others = new LinkedHashSet<>();
        for (Query other : set.queries()) {
            other.titles().values().stream()
                    .filter(title -> !title.isBlank())
                    .filter(title -> !query.text().contains(title)
                            && !query.answers().contains(title)
                            && !query.titles().containsValue(title))
                    .forEach(others::add);
        }
        List<String> drawn = new ArrayList<>(others.size() < PASSAGES ? MADE_UP : others);
        Collections.shuffle(drawn, random);
        return drawn.subList(0, PASSAGES);
    }

    /** The questions, in the order drawn. */
    public List<Query> questions() {
        return targets.stream().map(Target::query).toList();
    }

    /** All the passages, to be added beside the documents of the set. */
    public List<Document> documents() {
        List<Document> documents = new ArrayList<>();
        for (Target target : targets) {
            for (Attack attack : Attack.values()) {
                for (int number = 0; number < PASSAGES; number++) {
                    Attack.Written written = attack.write(target, number);
                    for (Sources sources : Sources.values()) {
                        documents.add(document(target.query(), attack, number, sources, written));
                    }
                }
            }
        }
        return documents;
    }

    private Document document(Query query, Attack attack, int number, Sources sources, Attack.Written written) {
        String of = of(query, attack);
        String source =
                sources == Sources.ONE ? source("poison", of, number) : source("poison-" + (number + 1), of, number);
        return new Document(
                "poison/" + of + "/" + sources.name().toLowerCase(java.util.Locale.ROOT) + "/" + (number + 1),
                written.title(),
                written.text(),
                statements ? written.statements() : List.of(),
                Metadata.EMPTY
                        .with(OF, of)
                        .with(SOURCES, sources.name())
                        .with(NUMBER, number + 1)
                        .with(Passage.SOURCE, source));
    }

    private static String source(String host, String of, int number) {
        return "https://" + host + ".example/" + of + "/" + (number + 1);
    }

    private static String of(Query query, Attack attack) {
        return query.id() + "/" + attack.label();
    }

    /** What is there when nothing was written against a question. */
    static Filter clean() {
        return Filter.not(Filter.exists(OF));
    }

    /** What is there when some passages were written against a question, and none against others. */
    static Filter after(Query query, Attack attack, int passages, Sources sources) {
        return clean().or(Filter.equal(OF, of(query, attack))
                .and(Filter.equal(SOURCES, sources.name()))
                .and(Filter.atMost(NUMBER, passages)));
    }

    /** Whether a passage is one of these. */
    static boolean is(Passage passage) {
        return passage.metadata().value(OF).isPresent();
    }
}
