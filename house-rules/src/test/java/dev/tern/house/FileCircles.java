package dev.tern.house;

import com.sun.source.tree.Tree;
import dev.tern.house.JavaSources.Import;
import dev.tern.house.JavaSources.Use;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Files of one module that know each other in a circle: the strongly connected components of the graph that leads from
 * each file to the files whose types it names. An interface whose static factories name its implementations in the same
 * package is no circle. A file is written as its path without {@code .java}.
 */
final class FileCircles {
    private final Map<String, JavaSources.Type> types;
    private final Map<String, Set<String>> arrows = new HashMap<>();

    private FileCircles(List<JavaSources.Type> topLevel, JavaSources sources) {
        types = topLevel.stream()
                .collect(Collectors.toMap(type -> file(type.file()), type -> type, (one, other) -> one, TreeMap::new));
        Map<String, Map<String, String>> imported = new HashMap<>();
        for (Import each : sources.imports()) {
            String file = file(each.file());
            String root = file.replaceFirst("(/src/main/java/).*", "$1");
            for (String type = each.type(); type.contains("."); type = type.substring(0, type.lastIndexOf('.'))) {
                if (types.containsKey(root + type.replace('.', '/'))) {
                    imported.computeIfAbsent(file, any -> new HashMap<>())
                            .put(each.name(), root + type.replace('.', '/'));
                }
            }
        }
        for (Use use : sources.uses()) {
            String file = file(use.file());
            String neighbour = folder(file) + "/" + use.name();
            String named = imported.getOrDefault(file, Map.of()).getOrDefault(use.name(), neighbour);
            if (!use.qualified() && types.containsKey(named) && !named.equals(file)) {
                arrows.computeIfAbsent(file, any -> new TreeSet<>()).add(named);
            }
        }
    }

    /** The circles among the files of some types, each with its packages and files, in order. */
    static List<String> among(List<JavaSources.Type> topLevel, JavaSources sources) {
        FileCircles files = new FileCircles(topLevel, sources);
        return files.types.keySet().stream()
                .map(files::circleOf)
                .filter(circle -> circle.size() > 1 && !files.isInterfaceWithItsImplementations(circle))
                .distinct()
                .map(FileCircles::shown)
                .sorted()
                .toList();
    }

    private Set<String> circleOf(String file) {
        return reachedFrom(file).stream()
                .filter(other -> reachedFrom(other).contains(file))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> reachedFrom(String start) {
        Set<String> reached = new TreeSet<>();
        Deque<String> waiting = new ArrayDeque<>(List.of(start));
        while (!waiting.isEmpty()) {
            arrows.getOrDefault(waiting.remove(), Set.of()).stream()
                    .filter(reached::add)
                    .forEach(waiting::add);
        }
        return reached;
    }

    private boolean isInterfaceWithItsImplementations(Set<String> circle) {
        List<JavaSources.Type> members = types.values().stream()
                .filter(type -> circle.contains(file(type.file())))
                .toList();
        return circle.stream().map(FileCircles::folder).distinct().count() == 1
                && members.stream()
                        .filter(door -> door.kind() == Tree.Kind.INTERFACE)
                        .anyMatch(door -> members.stream()
                                .allMatch(type ->
                                        type.equals(door) || type.implemented().contains(door.name())));
    }

    private static String shown(Set<String> circle) {
        return circle.stream()
                .collect(Collectors.groupingBy(
                        file -> folder(file)
                                .replaceFirst(".*/src/main/java/", "")
                                .replace('/', '.'),
                        TreeMap::new,
                        Collectors.mapping(file -> file.substring(file.lastIndexOf('/') + 1), Collectors.joining(" "))))
                .toString()
                .replaceAll("[{}]", "");
    }

    private static String file(Path path) {
        return SourceTree.slashed(path).replaceFirst("\\.java$", "");
    }

    private static String folder(String file) {
        return file.substring(0, file.lastIndexOf('/'));
    }
}
