package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Rules that older code breaks: what breaks them is listed in a file of {@code src/test/resources/shrinking}, where nothing
 * may be added. What no longer breaks a rule leaves its list; {@code -Dhouse=write} writes the lists anew.
 */
final class ShrinkingListsTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static final JavaSources SOURCES = JavaSources.parsed(TREE);
    private static final Set<Path> MAIN = TREE.mainSources().stream()
            .filter(file -> !file.startsWith("examples"))
            .collect(Collectors.toSet());
    private static final List<JavaSources.Type> TYPES = SOURCES.types().stream()
            .filter(type -> type.topLevel() && MAIN.contains(type.file()))
            .toList();
    private static final int FEWEST_WORDS = 4;

    @Test
    void noFilesKnowEachOtherInACircle() throws IOException {
        assertListed("circles-of-files.txt", FileCircles.among(TYPES, SOURCES));
    }

    @Test
    void noSimpleNameIsThatOfTwoTypes() throws IOException {
        Set<String> seen = new HashSet<>();
        assertListed(
                "names-of-two-types.txt",
                TYPES.stream()
                        .map(JavaSources.Type::name)
                        .filter(name -> !seen.add(name))
                        .distinct()
                        .sorted()
                        .toList());
    }

    @Test
    void noJavadocHasFewerThanFourWords() throws IOException {
        Map<String, Long> found = SOURCES.descriptions().stream()
                .filter(description -> description.words() < FEWEST_WORDS && MAIN.contains(description.file()))
                .collect(Collectors.groupingBy(
                        description -> description.file().getName(0).toString(), TreeMap::new, Collectors.counting()));
        List<String> listed = listed(
                "short-javadoc.txt",
                found.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .toList());
        assertThat(found)
                .as("how many Javadocs of fewer than %d words each module has; none may get more", FEWEST_WORDS)
                .allSatisfy((module, count) -> assertThat(listed)
                        .anyMatch(line -> line.startsWith(module + " ")
                                && count <= Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1))));
    }

    private static void assertListed(String name, List<String> found) throws IOException {
        assertThat(found)
                .as("%s lists what breaks this rule so far; -Dhouse=write takes off it what no longer does", name)
                .containsExactlyElementsOf(listed(name, found));
    }

    private static List<String> listed(String name, List<String> found) throws IOException {
        Path list = Path.of("src/test/resources/shrinking", name);
        if ("write".equals(System.getProperty("house"))) {
            Files.write(list, found);
        }
        return Files.readAllLines(list);
    }
}
