package dev.tern.query.cite;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.store.SearchWords;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
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
 * passages, such as Euler, Johann Bernoulli, Daniel Bernoulli.
 */
public final class NamePath {
    /** The minimum number of names: a single relation is stated by the answer itself. */
    private static final int MIN = 3;

    private static final int MAX = 4;

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Set<String>> neighbours = new LinkedHashMap<>();

    private NamePath(List<Scored<Passage>> passages, Set<String> relations) {
        for (Scored<Passage> passage : passages) {
            String title = EntityName.normalise(passage.value().title());
            boolean inText = saysTitle(passage.value().text(), title);
            for (Statement statement : passage.value().statements()) {
                if (!statement.namesOnly() && relations.contains(statement.relationKey())) {
                    List<String> ids = statement.entities().stream()
                            .filter(name -> name.codePoints().anyMatch(Character::isLetter))
                            .map(this::id)
                            .filter(id -> inText || !id.equals(title))
                            .toList();
                    ids.forEach(id -> neighbours
                            .computeIfAbsent(id, absent -> new LinkedHashSet<>())
                            .addAll(ids));
                }
            }
        }
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

    private static NamePath over(List<Scored<Passage>> passages, List<Scored<Relation>> relations) {
        return new NamePath(
                passages,
                relations.stream().map(relation -> relation.value().key()).collect(Collectors.toSet()));
    }

    /**
     * Returns the shortest path from a name in the question to the answering name: the first name
     * in the answer's first line with a citation or, if {@code marks} have names, the first of
     * these. Empty if the line has a name of the question, or if the path would have fewer than
     * three or more than four names.
     *
     * @param marks the words of the line that answer; may be empty
     * @param passages the passages of the answer
     * @param relations the relations that led to the passages
     */
    public static List<String> of(
            String question,
            String answer,
            List<String> marks,
            List<Scored<Passage>> passages,
            List<Scored<Relation>> relations) {
        NamePath graph = over(passages, relations);
        String line = words(CitationCheck.firstCited(answer));
        Set<String> asked = graph.asked(question);
        Set<String> told = graph.in(line);
        if (!Collections.disjoint(asked, told)) {
            return List.of();
        }
        Set<String> marked = graph.in(String.join(" ", marks));
        return told.stream()
                .filter(name -> marked.isEmpty() || marked.contains(name))
                .min(Comparator.comparingInt(name -> line.indexOf(words(name))))
                .map(name -> graph.between(asked, name))
                .filter(path -> path.size() >= MIN)
                .orElse(List.of());
    }

    /**
     * Returns a test for normalised names that are in the question, or that relations connect with
     * such a name; true for every name if the question has no known name.
     */
    static Predicate<String> joined(String question, List<Scored<Passage>> passages, List<Scored<Relation>> relations) {
        NamePath graph = over(passages, relations);
        Set<String> joined = graph.asked(question);
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

    /** Returns the normalised names of the relations that a text contains. */
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

    private static String words(String text) {
        return " " + String.join(" ", SearchWords.of(text)) + " ";
    }

    private List<String> between(Collection<String> from, String to) {
        Queue<List<String>> paths = new ArrayDeque<>();
        from.forEach(name -> paths.add(List.of(name)));
        Set<String> seen = new HashSet<>(from);
        while (!paths.isEmpty()) {
            List<String> path = paths.remove();
            if (path.getLast().equals(to)) {
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
