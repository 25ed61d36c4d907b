package dev.tern.query.cite;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.store.Words;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds the names that lead from a question to its answer, over the relations that led to the
 * passages: Euler, Johann Bernoulli, Daniel Bernoulli.
 */
public final class NamePath {
    /** The minimum number of names: a single relation is stated by the answer itself. */
    private static final int MIN = 3;

    private static final int MAX = 4;

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Set<String>> neighbours = new LinkedHashMap<>();

    private NamePath(List<Scored<Passage>> passages, Set<String> relations) {
        for (Scored<Passage> passage : passages) {
            for (Statement statement : passage.value().statements()) {
                if (!statement.namesOnly() && relations.contains(statement.relationKey())) {
                    List<String> ids = statement.entities().stream()
                            .filter(name -> name.codePoints().anyMatch(Character::isLetter))
                            .map(this::id)
                            .toList();
                    ids.forEach(id -> neighbours
                            .computeIfAbsent(id, absent -> new LinkedHashSet<>())
                            .addAll(ids));
                }
            }
        }
    }

    private String id(String name) {
        String id = EntityName.normalise(name);
        names.putIfAbsent(id, name);
        return id;
    }

    private static NamePath over(List<Scored<Passage>> passages, List<Scored<Relation>> relations) {
        return new NamePath(
                passages,
                relations.stream().map(relation -> relation.value().key()).collect(Collectors.toSet()));
    }

    /**
     * Returns the shortest path from a name in a question to a name in its answer's first line with
     * a citation; empty if this line has a name of the question.
     *
     * @param passages the passages of the answer
     * @param relations the relations that led to them
     */
    public static List<String> of(
            String question, String answer, List<Scored<Passage>> passages, List<Scored<Relation>> relations) {
        NamePath graph = over(passages, relations);
        Set<String> asked = graph.in(question);
        Set<String> told = graph.in(Citations.firstCited(answer));
        return Collections.disjoint(asked, told) ? graph.between(asked, told) : List.of();
    }

    /**
     * Returns a test for names, normalised, that the relations join with a name in the question;
     * true for all if the question has no known name.
     */
    static Predicate<String> joined(String question, List<Scored<Passage>> passages, List<Scored<Relation>> relations) {
        NamePath graph = over(passages, relations);
        Set<String> joined = graph.in(question);
        if (joined.isEmpty()) {
            return name -> true;
        }
        Queue<String> next = new ArrayDeque<>(joined);
        while (!next.isEmpty()) {
            graph.neighbours.getOrDefault(next.remove(), Set.of()).stream()
                    .filter(joined::add)
                    .forEach(next::add);
        }
        return joined::contains;
    }

    /** Returns the names in a text. */
    private Set<String> in(String text) {
        String words = words(text);
        return names.keySet().stream()
                .filter(name -> words.contains(words(name)))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String words(String text) {
        return " " + String.join(" ", Words.of(text)) + " ";
    }

    private List<String> between(Collection<String> from, Collection<String> to) {
        Queue<List<String>> paths = new ArrayDeque<>();
        from.forEach(name -> paths.add(List.of(name)));
        Set<String> seen = new HashSet<>(from);
        while (!paths.isEmpty()) {
            List<String> path = paths.remove();
            if (path.size() >= MIN && to.contains(path.getLast())) {
                return path.stream()
                        .map(name -> Objects.requireNonNull(names.get(name)))
                        .toList();
            }
            for (String next :
                    path.size() == MAX ? Set.<String>of() : neighbours.getOrDefault(path.getLast(), Set.of())) {
                if (seen.add(next)) {
                    List<String> longer = new ArrayList<>(path);
                    longer.add(next);
                    paths.add(longer);
                }
            }
        }
        return List.of();
    }
}
