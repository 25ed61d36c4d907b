package dev.tern.query.cite;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameDoubt;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.store.SearchWords;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the names that lead from a question to its answer, over the relations that led to the
 * passages, such as Euler, Johann Bernoulli, Daniel Bernoulli.
 */
public final class NamePath {
    /** The minimum number of names: a single relation is stated by the answer itself. */
    private static final int MIN = 3;

    private static final int MAX = 4;

    /** The maximum number of names in a text that steps lead to; a long text may have more. */
    private static final int MAX_ENDS = 300;

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Set<String>> neighbours = new LinkedHashMap<>();

    private NamePath(List<Scored<Passage>> passages, Set<String> relations) {
        for (Scored<Passage> passage : passages) {
            String headings = passage.value().position().heading();
            Set<String> unsaid = Stream.concat(
                            Stream.of(passage.value().title()),
                            Arrays.stream(headings.split(Position.BETWEEN_HEADINGS)))
                    .map(EntityName::normalise)
                    .filter(title -> !saysTitle(passage.value().text(), title))
                    .collect(Collectors.toSet());
            for (Statement statement : passage.value().statements()) {
                if (!statement.namesOnly() && relations.contains(statement.relationKey())) {
                    join(statement.entities().stream().filter(name -> !unsaid.contains(EntityName.normalise(name))));
                }
            }
        }
    }

    private NamePath(Collection<List<String>> sentences) {
        sentences.forEach(names -> join(names.stream()));
    }

    private void join(Stream<String> together) {
        List<String> ids = together.filter(name -> NameDoubt.of(name).isEmpty())
                .map(this::id)
                .toList();
        ids.forEach(id ->
                neighbours.computeIfAbsent(id, absent -> new LinkedHashSet<>()).addAll(ids));
    }

    /** Returns true if a line contains the title beside other text. */
    private static boolean saysTitle(String text, String title) {
        return text.lines().map(EntityName::normalise).anyMatch(line -> line.contains(title) && !line.equals(title));
    }

    private String id(String name) {
        String id = EntityName.normalise(name);
        names.putIfAbsent(id, name);
        return id;
    }

    /**
     * Returns the shortest path from a name in the question to the answering name: the first name
     * among {@code marks}, or else the first of all, in the answer's first line with a citation.
     * Steps are within sentences or, without such a path, over relations too. Empty if that line
     * has a name of the question, if a single step joins both, if no path has at most four names,
     * or if the shortest path is not certain.
     *
     * @param marks the words of the line that answer; may be empty
     * @param sentences the names in each sentence of the passages
     * @param passages the passages of the answer
     * @param relations the relations that led to the passages
     */
    public static List<String> of(
            String question,
            String answer,
            List<String> marks,
            Collection<List<String>> sentences,
            List<Scored<Passage>> passages,
            List<Scored<Relation>> relations) {
        List<String> path = new NamePath(sentences).path(question, answer, marks);
        Set<String> keys =
                relations.stream().map(relation -> relation.value().key()).collect(Collectors.toSet());
        if (!path.isEmpty()) {
            return path;
        }
        NamePath graph = new NamePath(passages, keys);
        sentences.forEach(names -> graph.join(names.stream()));
        return graph.path(question, answer, marks);
    }

    private List<String> path(String question, String answer, List<String> marks) {
        String line = words(CitationCheck.firstCited(answer));
        Set<String> asked = asked(question);
        Set<String> told = in(line);
        if (!Collections.disjoint(asked, told)) {
            return List.of();
        }
        Set<String> whole =
                named(name -> marks.stream().anyMatch(mark -> words(mark).equals(words(name))));
        Set<String> marked = whole.isEmpty() ? in(String.join(" ", marks)) : whole;
        return told.stream()
                .filter(name -> marked.isEmpty() || marked.contains(name))
                .min(Comparator.comparingInt(name -> line.indexOf(words(name))))
                .map(name -> only(shortest(asked, name, asked.size() + 1), told))
                .orElse(List.of());
    }

    /**
     * Returns the path if its steps are certain: if all paths lead over the same names, the first
     * not to a longer form of its name, and a line of several names has the last name but one of
     * the path. Otherwise returns an empty list.
     */
    private List<String> only(List<List<String>> paths, Set<String> told) {
        if (paths.stream().map(path -> path.subList(1, path.size())).distinct().count() != 1) {
            return List.of();
        }
        List<String> path = paths.getFirst();
        boolean certain = path.size() >= MIN
                && !words(path.get(1)).contains(words(path.getFirst()))
                && (told.size() == 1 || told.contains(path.get(path.size() - 2)));
        return certain ? spelled(path) : List.of();
    }

    /**
     * Returns the steps of the shortest paths over sentences from the names in a question to the
     * names in a text, as pairs of names, in the order of the text.
     */
    static Set<List<String>> steps(String question, String told, Collection<List<String>> sentences) {
        NamePath graph = new NamePath(sentences);
        Set<String> asked = graph.asked(question);
        String words = words(told);
        Set<List<String>> steps = new LinkedHashSet<>();
        Map<String, String> ends = graph.in(told).stream()
                .limit(MAX_ENDS)
                .collect(Collectors.toMap(name -> name, NamePath::words, (one, same) -> one, LinkedHashMap::new));
        ends.entrySet().stream()
                .filter(end -> ends.values().stream()
                        .noneMatch(other -> !other.equals(end.getValue()) && other.contains(end.getValue())))
                .sorted(Comparator.comparingInt(end -> words.indexOf(end.getValue())))
                .flatMap(end -> graph.shortest(asked, end.getKey(), 1).stream())
                .map(graph::spelled)
                .forEach(path -> {
                    for (int i = 1; i < path.size(); i++) {
                        steps.add(path.subList(i - 1, i + 1));
                    }
                });
        // Adds steps between two names of the question that the text joins.
        for (String one : ends.keySet()) {
            for (String other : graph.neighbours.getOrDefault(one, Set.of())) {
                if (!one.equals(other) && asked.containsAll(List.of(one, other)) && ends.containsKey(other)) {
                    steps.add(List.of(graph.name(one), graph.name(other)));
                }
            }
        }
        return steps;
    }

    /** Returns the names in a question, and names whose last word alone is in it. */
    private Set<String> asked(String question) {
        Set<String> asked = in(question);
        String rest = words(question);
        for (String name : asked) {
            rest = name.indexOf(' ') < 0 ? rest : rest.replace(words(name), " ");
        }
        String words = rest;
        asked.addAll(named(name -> isProper(name) && words.contains(lastWord(name))));
        return asked;
    }

    private static boolean isProper(String name) {
        return Character.isUpperCase(name.codePointAt(name.lastIndexOf(' ') + 1));
    }

    private static String lastWord(String name) {
        return words(name.substring(name.lastIndexOf(' ') + 1));
    }

    /** Returns the normalised names that a text contains. */
    private Set<String> in(String text) {
        String words = words(text);
        return named(name -> words.contains(words(name)));
    }

    private Set<String> named(Predicate<String> accepted) {
        return names.entrySet().stream()
                .filter(name -> accepted.test(name.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the words of a text, with a space before and after each. */
    public static String words(String text) {
        return " " + String.join(" ", SearchWords.of(text)) + " ";
    }

    private String name(String id) {
        return Objects.requireNonNull(names.get(id));
    }

    private List<String> spelled(List<String> path) {
        return path.stream().map(this::name).toList();
    }

    /** Returns the shortest paths, of which at most {@code max} lead to the same name. */
    private List<List<String>> shortest(Collection<String> from, String to, int max) {
        List<List<String>> found = new ArrayList<>();
        Queue<List<String>> paths = new ArrayDeque<>();
        Map<String, Integer> lengths = new HashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        from.forEach(name -> {
            paths.add(List.of(name));
            lengths.put(name, 1);
        });
        while (!paths.isEmpty()) {
            List<String> path = paths.remove();
            if (path.getLast().equals(to)) {
                found.add(path);
            }
            if (path.size() == MAX || !found.isEmpty()) {
                continue;
            }
            for (String next : neighbours.getOrDefault(path.getLast(), Set.of())) {
                int length = lengths.computeIfAbsent(next, absent -> path.size() + 1);
                if (length == path.size() + 1 && counts.merge(next, 1, Integer::sum) <= max) {
                    List<String> longer = new ArrayList<>(path);
                    longer.add(next);
                    paths.add(longer);
                }
            }
        }
        return found;
    }
}
