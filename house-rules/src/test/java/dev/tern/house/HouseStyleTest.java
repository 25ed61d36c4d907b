package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class HouseStyleTest {
    private static final int METHOD_LINES = 60;

    /** Written so that no pattern finds itself. */
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

    private static final Pattern MACHINE_PATH =
            Pattern.compile("(?<![\\w.-])/(work|root|home/\\w+|Users/\\w+)/|\\.\\./shared\\b");
    private static final Pattern REGISTRY_HOST = Pattern.compile(
            "repo1?\\.maven(\\.apache)?\\.org|registry\\.(npmjs|yarnpkg)|(pypi|pythonhosted)\\.org|oss\\.sonatype");
    private static final Pattern EMPTY_NAME = Pattern.compile(".*(Manager|Utils?|Helpers?|Impl)");
    private static final Pattern CONDITIONAL = Pattern.compile(
            "Disabled(On|If|For)?\\w*|Enabled(On|If|For)\\w*|Assumptions|assum(e|ing)(That|True|False|Not)\\w*|assumingThat");

    /** In a page: a test, one method of it, or one more method of the test that was named before. */
    private static final Pattern NAMED_TEST =
            Pattern.compile("`(?:([A-Z]\\w*(?:Test|Contract))(?:[.#](\\w+))?|#?([a-z]\\w+))`");

    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static final JavaSources SOURCES = JavaSources.parsed(TREE);

    @Test
    void theTreeAndTheParserSawTheWholeProject() {
        assertThat(TREE.files(".java")).hasSizeGreaterThan(250);
        assertThat(SOURCES.methods()).hasSizeGreaterThan(1200);
        assertThat(TREE.files().stream().map(SourceTree::slashed))
                .contains("pom.xml", "bin/find-jdk.sh", "core/src/main/java/dev/tern/GraphRag.java");
    }

    @Test
    void methodHasAtMost60Lines() {
        assertThat(SOURCES.methods())
                .filteredOn(method -> method.lines() > METHOD_LINES)
                .isEmpty();
    }

    @Test
    void publicTypeSaysWhatItIs() {
        Set<Path> shipped = Set.copyOf(TREE.mainSources());
        assertThat(SOURCES.types())
                .filteredOn(type -> type.open() && !type.documented() && shipped.contains(type.file()))
                .isEmpty();
    }

    @Test
    void typeIsNamedForWhatItIs() {
        assertThat(SOURCES.types())
                .filteredOn(type -> EMPTY_NAME.matcher(type.name()).matches())
                .isEmpty();
    }

    @Test
    void packageIsNullMarkedAndSaysWhatItIsFor() {
        Set<Path> packages = TREE.mainSources().stream().map(Path::getParent).collect(Collectors.toSet());
        assertThat(packages).filteredOn(folder -> !isDescribed(folder)).isEmpty();
    }

    private boolean isDescribed(Path folder) {
        Path description = folder.resolve("package-info.java");
        return TREE.files().contains(description)
                && TREE.text(description).contains("@NullMarked")
                && TREE.text(description).contains("/**");
    }

    /** The launcher builds without compiling tests, and Maven looks for such a jar in every build. */
    @Test
    void jarOfTestsIsMadeWhereTestsAreLeftOutToo() {
        List<Path> withTestJar = TREE.files("pom.xml").stream()
                .filter(file -> TREE.text(file).contains("<goal>test-jar</goal>"))
                .toList();
        assertThat(withTestJar)
                .isNotEmpty()
                .allSatisfy(file -> assertThat(TREE.text(file)).as("%s", file).contains("<skip>false</skip>"));
    }

    @Test
    void nothingIsLeftUnfinished() {
        assertThat(linesWith(UNFINISHED.asPredicate(), TREE.files())).isEmpty();
    }

    @Test
    void noFileNamesAMachineOrARegistry() {
        assertThat(linesWith(MACHINE_PATH.asPredicate(), TREE.files())).isEmpty();
        assertThat(linesWith(REGISTRY_HOST.asPredicate(), TREE.files())).isEmpty();
    }

    @Test
    void everyTestAlwaysRuns() {
        assertThat(SOURCES.uses())
                .filteredOn(use -> CONDITIONAL.matcher(use.name()).matches())
                .isEmpty();
    }

    private List<String> linesWith(Predicate<String> condition, List<Path> files) {
        return files.stream()
                .flatMap(file -> {
                    List<String> lines = TREE.text(file).lines().toList();
                    return IntStream.range(0, lines.size())
                            .filter(i -> condition.test(lines.get(i)))
                            .mapToObj(i -> SourceTree.slashed(file) + ":" + (i + 1) + ": "
                                    + lines.get(i).strip());
                })
                .toList();
    }

    @Test
    void linksInPagesLeadSomewhere() {
        List<Path> pages = TREE.files(".md");
        Stream<String> broken = pages.stream().flatMap(page -> new MarkdownPage(TREE, page).brokenLinks().stream());
        assertThat(broken).isEmpty();
    }

    @Test
    void testsThatPagesNameAreThere() {
        List<String> named = TREE.files(".md").stream()
                .flatMap(page -> TREE.text(page).lines().flatMap(line -> testsNamedIn(line).stream()))
                .toList();
        assertThat(named).hasSizeGreaterThan(100);
        assertThat(named).filteredOn(test -> !isThere(test)).isEmpty();
    }

    /** As {@code Class} or {@code Class.method}; a method alone is a test only in the last cell of a row, behind its class. */
    private static List<String> testsNamedIn(String line) {
        List<String> named = new ArrayList<>();
        boolean row = line.startsWith("|") && line.endsWith("|");
        String cell = row ? line.substring(line.lastIndexOf('|', line.length() - 2)) : line;
        String type = "";
        for (Matcher test = NAMED_TEST.matcher(cell); test.find(); ) {
            type = test.group(1) == null ? type : test.group(1);
            String method = test.group(3) == null ? test.group(2) : test.group(3);
            if (test.group(1) != null || (row && !type.isEmpty())) {
                named.add(method == null ? type : type + "." + method);
            }
        }
        return named;
    }

    private static boolean isThere(String test) {
        String type = test.replaceFirst("\\..*", "");
        return test.equals(type)
                ? TREE.files().stream().anyMatch(file -> file.endsWith(type + ".java"))
                : SOURCES.methods().stream()
                        .anyMatch(method ->
                                method.file().endsWith(type + ".java") && test.equals(type + "." + method.name()));
    }
}
