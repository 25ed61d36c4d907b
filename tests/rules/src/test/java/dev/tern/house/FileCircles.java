package dev.tern.house;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds circles of files: the strongly connected components of the graph from each type to the
 * types that it imports or, in its package, names. An interface whose static factories name its
 * implementations in the same package is no circle.
 */
final class FileCircles {
    private static final Pattern IMPORT = Pattern.compile("import (?:static )?(dev\\.tern\\.[a-z.0-9]*[A-Z]\\w*)");
    private static final Pattern NAME = Pattern.compile("(?<![\\w.])[A-Z]\\w*");

    /** The beginning of each type, by its qualified name. */
    private final Map<String, String> headers = new TreeMap<>();

    private final Map<String, Set<String>> reached = new HashMap<>();

    private FileCircles(Collection<JavaFile> sources) {
        sources.forEach(file -> headers.put(file.qualifiedName(), file.type().header()));
        Map<String, Set<String>> arrows =
                sources.stream().collect(Collectors.toMap(JavaFile::qualifiedName, this::arrows));
        for (String start : headers.keySet()) {
            Set<String> found = new TreeSet<>();
            Deque<String> waiting = new ArrayDeque<>(List.of(start));
            while (!waiting.isEmpty()) {
                arrows.getOrDefault(waiting.remove(), Set.of()).stream()
                        .filter(found::add)
                        .forEach(waiting::add);
            }
            reached.put(start, found);
        }
    }

    /** Returns the circles among some files, each with its packages and files, in order. */
    static List<String> among(Collection<JavaFile> sources) {
        FileCircles circles = new FileCircles(sources);
        return sources.stream()
                .map(file -> circles.circleOf(file.qualifiedName()))
                .filter(circle -> circle.size() > 1 && !circles.isInterfaceWithItsImplementations(circle))
                .map(circle -> circle.stream()
                        .collect(Collectors.groupingBy(
                                FileCircles::folder,
                                TreeMap::new,
                                Collectors.mapping(FileCircles::name, Collectors.joining(" "))))
                        .toString()
                        .replaceAll("[{}]", ""))
                .distinct()
                .sorted()
                .toList();
    }

    private Set<String> arrows(JavaFile file) {
        Stream<String> imported = IMPORT.matcher(file.code()).results().map(type -> type.group(1));
        Stream<String> neighbours = NAME.matcher(file.code())
                .results()
                .filter(name -> !file.code().contains("." + name.group() + ";"))
                .map(name -> folder(file.qualifiedName()) + "." + name.group());
        return Stream.concat(imported, neighbours)
                .filter(type -> headers.containsKey(type) && !type.equals(file.qualifiedName()))
                .collect(Collectors.toSet());
    }

    private Set<String> circleOf(String type) {
        return reachedFrom(type).stream()
                .filter(other -> reachedFrom(other).contains(type))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> reachedFrom(String type) {
        return reached.getOrDefault(type, Set.of());
    }

    private boolean isInterfaceWithItsImplementations(Set<String> circle) {
        return circle.stream().map(FileCircles::folder).distinct().count() == 1
                && circle.stream()
                        .filter(door -> header(door).contains("interface "))
                        .anyMatch(door -> circle.stream()
                                .allMatch(type -> type.equals(door)
                                        || header(type).matches("(?s).*\\bimplements\\b.*\\b" + name(door) + "\\b.*")));
    }

    private String header(String type) {
        return headers.getOrDefault(type, "");
    }

    private static String name(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static String folder(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }
}
