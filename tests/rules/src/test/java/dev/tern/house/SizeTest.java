package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the size of the project; a commit that raises a bound says why. */
final class SizeTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static final Pattern COMMAND = Pattern.compile("(?m)^## tern \\S+$");
    private static final Pattern SETTING = Pattern.compile("(?m)^    [A-Z_]+\\(");
    private static final Path SETTINGS = Path.of("cli/settings/src/main/java/dev/tern/app/config/Setting.java");
    private static final Pattern WORDS = Pattern.compile("\\s+");

    /** The percentage below a bound at which it has to be lowered. */
    private static final int ROOM = 2;

    /**
     * A figure of the project.
     *
     * @param target the figure that the project is to reach; RATIONALE.md says what is missing
     */
    record Figure(String name, long bound, long target, ToLongFunction<SourceTree> measure) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Figure> figures() {
        return Stream.of(
                new Figure(
                        "folders at the root",
                        13,
                        13,
                        tree -> tree.files().stream()
                                .filter(file -> file.getNameCount() > 1)
                                .map(file -> file.getName(0).toString())
                                .filter(name -> !name.startsWith("."))
                                .distinct()
                                .count()),
                new Figure("main lines of core", 25_513, 20_000, tree -> lines(tree, "core")),
                new Figure(
                        "main lines of the product",
                        101_860,
                        66_000,
                        tree -> lines(tree, "core", "stores", "models", "documents", "server", "cli", "integrations")),
                new Figure("main lines", 129_925, 90_000, tree -> lines(tree, "")),
                new Figure(
                        "test lines",
                        95_922,
                        70_000,
                        tree -> javaLines(tree, file -> file.contains("/src/test/java/"))),
                new Figure(
                        "lines of poms",
                        4_604,
                        4_438,
                        tree -> tree.files("pom.xml").stream()
                                .filter(file -> file.endsWith("pom.xml"))
                                .mapToLong(file -> tree.text(file).lines().count())
                                .sum()),
                new Figure(
                        "commands",
                        26,
                        26,
                        tree -> COMMAND.matcher(tree.text(Path.of("docs/cli.md")))
                                .results()
                                .count()),
                new Figure(
                        "settings",
                        80,
                        80,
                        tree -> SETTING.matcher(tree.text(SETTINGS)).results().count()),
                new Figure("pages", 28, 28, tree -> docs(tree).count()),
                new Figure(
                        "words of pages",
                        45_000,
                        45_000,
                        tree -> docs(tree).mapToLong(file -> words(tree, file)).sum()),
                new Figure(
                        "words of rationales",
                        12_000,
                        12_000,
                        tree -> tree.files("RATIONALE.md").stream()
                                .mapToLong(file -> words(tree, file))
                                .sum()));
    }

    private static long lines(SourceTree tree, String... families) {
        return javaLines(
                tree,
                file -> file.contains("/src/main/java/")
                        && Stream.of(families).anyMatch(family -> family.isEmpty() || file.startsWith(family + "/")));
    }

    private static long javaLines(SourceTree tree, Predicate<String> counted) {
        return tree.files(".java").stream()
                .filter(file -> counted.test(SourceTree.slashed(file)))
                .mapToLong(file -> tree.text(file).lines().count())
                .sum();
    }

    private static Stream<Path> docs(SourceTree tree) {
        return tree.files(".md").stream().filter(file -> file.startsWith("docs") && !file.endsWith("cli.md"));
    }

    private static long words(SourceTree tree, Path file) {
        return WORDS.splitAsStream(tree.text(file).strip()).count();
    }

    @ParameterizedTest
    @MethodSource("figures")
    void noFigureRisesUnseen(Figure figure) {
        long now = figure.measure().applyAsLong(TREE);
        System.out.printf("%s: %,d, above the target by %,d%n", figure, now, now - figure.target());
        assertThat(now)
                .as("%s: raise the bound in SizeTest in a commit that says why", figure)
                .isLessThanOrEqualTo(figure.bound());
        assertThat(now)
                .as("%s: lower the bound in SizeTest to what is there now", figure)
                .isGreaterThanOrEqualTo(figure.bound() * (100 - ROOM) / 100);
    }
}
