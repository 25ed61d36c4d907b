package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds the size of the project: a commit that lets a figure rise says why, and one that lets it fall lowers the bound. */
final class SizeTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static final Pattern COMMAND = Pattern.compile("(?m)^## tern \\S+$");
    private static final Pattern SETTING = Pattern.compile("(?m)^    [A-Z_]+\\(");
    private static final Pattern WORDS = Pattern.compile("\\s+");

    /** A share of a bound below which a figure may be before the bound is to be lowered, in percent. */
    private static final int ROOM = 2;

    enum Figure {
        FOLDERS_AT_THE_ROOT(
                13,
                tree -> tree.files().stream()
                        .filter(file -> file.getNameCount() > 1)
                        .map(file -> file.getName(0).toString())
                        .filter(name -> !name.startsWith("."))
                        .distinct()
                        .count()),
        MAIN_LINES_OF_CORE(31_500, tree -> lines(tree, "core")),
        MAIN_LINES_OF_THE_PRODUCT(
                105_000, tree -> lines(tree, "core", "stores", "models", "documents", "server", "cli", "integrations")),
        MAIN_LINES(118_300, tree -> lines(tree, "")),
        TEST_LINES(92_700, tree -> javaLines(tree, file -> file.contains("/src/test/java/"))),
        LINES_OF_POMS(
                4_310,
                tree -> tree.files("pom.xml").stream()
                        .filter(file -> file.endsWith("pom.xml"))
                        .mapToLong(file -> tree.text(file).lines().count())
                        .sum()),
        COMMANDS(
                28,
                tree -> COMMAND.matcher(tree.text(Path.of("docs/cli.md")))
                        .results()
                        .count()),
        SETTINGS(
                138,
                tree -> SETTING.matcher(
                                tree.text(Path.of("cli/settings/src/main/java/dev/tern/app/config/Setting.java")))
                        .results()
                        .count()),
        PAGES(47, tree -> docs(tree).count()),
        WORDS_OF_PAGES(
                78_000, tree -> docs(tree).mapToLong(file -> words(tree, file)).sum()),
        WORDS_OF_RATIONALES(
                28_000,
                tree -> tree.files("RATIONALE.md").stream()
                        .mapToLong(file -> words(tree, file))
                        .sum());

        private final long bound;
        private final ToLongFunction<SourceTree> measure;

        Figure(long bound, ToLongFunction<SourceTree> measure) {
            this.bound = bound;
            this.measure = measure;
        }

        private static long lines(SourceTree tree, String... families) {
            return javaLines(
                    tree,
                    file -> file.contains("/src/main/java/")
                            && Stream.of(families)
                                    .anyMatch(family -> family.isEmpty() || file.startsWith(family + "/")));
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
    }

    @ParameterizedTest
    @EnumSource
    void noFigureRisesUnseen(Figure figure) {
        long now = figure.measure.applyAsLong(TREE);
        assertThat(now)
                .as("%s: raise the bound in SizeTest in a commit that says why", figure)
                .isLessThanOrEqualTo(figure.bound);
        assertThat(now)
                .as("%s: lower the bound in SizeTest to what is there now", figure)
                .isGreaterThanOrEqualTo(figure.bound * (100 - ROOM) / 100);
    }
}
