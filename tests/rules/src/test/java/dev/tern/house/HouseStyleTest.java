package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rules about sources. Rules about several files at once are slow, since they read all. */
final class HouseStyleTest {
    private static final int METHOD_LINES = 60;
    private static final int MIN_WORDS = 4;

    /**
     * The circles that stay. {@code MetadataFilter.parse} is the entry point for users, and its parser
     * creates filters; a view creates its rounds, so that a metered view counts a round as one.
     */
    private static final List<String> CIRCLES =
            List.of("dev.tern.graph=FilterParser MetadataFilter", "dev.tern.store=GraphView Round");

    /** The marks of unfinished work, written so that the pattern does not match itself. */
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

    private static final Pattern MACHINE_PATH =
            Pattern.compile("(?<![\\w.-])/(work|root|home/\\w+|Users/\\w+)/|\\.\\./shared\\b");
    private static final Pattern REGISTRY_HOST = Pattern.compile(
            "repo1?\\.maven(\\.apache)?\\.org|registry\\.(npmjs|yarnpkg)|(pypi|pythonhosted)\\.org|oss\\.sonatype");
    private static final Pattern CONDITIONAL = Pattern.compile(
            "\\b(?:Disabled(On|If|For)?|Enabled(On|If|For)|Assumptions|assum(e|ing)(That|True|False|Not))[A-Za-z]*\\b");
    private static final Pattern JAVADOC = Pattern.compile("(?ms)^ */\\*\\*(.*?)(?:\\n\\s*\\*\\s*@.*?)?\\*/");

    /** A test in a page, one of its methods, or a further method of the test named before. */
    private static final Pattern NAMED_TEST =
            Pattern.compile("`(?:([A-Z]\\w*(?:Test|Contract))(?:[.#](\\w+))?|#?([a-z]\\w+))`");

    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static final List<JavaFile> JAVA = TREE.checked(".java").stream()
            .map(file -> JavaFile.read(TREE, file))
            .toList();
    private static final List<JavaFile.Block> BLOCKS =
            JAVA.stream().flatMap(file -> file.blocks().stream()).toList();
    private static final List<JavaFile> MAIN = JAVA.stream()
            .filter(file -> TREE.mainSources().contains(file.file())
                    && !file.file().startsWith("examples")
                    && !file.name().equals("package-info"))
            .toList();

    @Test
    @Tag("slow")
    void theRulesSawTheWholeProject() {
        assertThat(MAIN).hasSizeGreaterThan(500);
        assertThat(BLOCKS.stream().filter(JavaFile.Block::isMethod)).hasSizeGreaterThan(5000);
        assertThat(BLOCKS.stream().filter(block -> block.type().isPresent())).hasSizeGreaterThan(1500);
        assertThat(TREE.files().stream().map(SourceTree::slashed)).contains("pom.xml", "build/tools/find-jdk.sh");
    }

    @Test
    void methodHasAtMost60Lines() {
        assertThat(BLOCKS)
                .filteredOn(block -> block.isMethod() && block.lines() > METHOD_LINES)
                .isEmpty();
    }

    @Test
    void publicTypeSaysWhatItIs() {
        Set<Path> shipped = Set.copyOf(TREE.mainSources());
        assertThat(BLOCKS)
                .filteredOn(
                        block -> shipped.contains(block.file()) && block.type().isPresent())
                .filteredOn(type -> type.isOpen() && !type.documented())
                .isEmpty();
    }

    @Test
    void typeIsNamedForWhatItIs() {
        assertThat(BLOCKS.stream().flatMap(block -> block.type().stream()))
                .noneMatch(type -> type[1].matches(".*(Manager|Utils?|Helpers?|Impl)"));
    }

    @Test
    void packageIsNullMarkedAndSaysWhatItIsFor() {
        assertThat(TREE.mainSources())
                .extracting(file -> file.resolveSibling("package-info.java"))
                .allSatisfy(description ->
                        assertThat(TREE.text(description)).as("%s", description).contains("@NullMarked", "/**"));
    }

    @Test
    void nothingIsLeftUnfinishedAndNoFileNamesAMachineOrARegistry() {
        for (Pattern pattern : List.of(UNFINISHED, MACHINE_PATH, REGISTRY_HOST)) {
            assertThat(TREE.files().stream()
                            .filter(TREE.checked()::contains)
                            .flatMap(file -> TREE.text(file)
                                    .lines()
                                    .filter(pattern.asPredicate())
                                    .map(line -> file + ": " + line.strip())))
                    .isEmpty();
        }
    }

    @Test
    void everyTestAlwaysRuns() {
        assertThat(JAVA)
                .filteredOn(file -> CONDITIONAL.matcher(file.code()).find())
                .extracting(JavaFile::file)
                .isEmpty();
    }

    @Test
    void linksInPagesLeadSomewhere() {
        assertThat(TREE.files(".md").stream().flatMap(page -> new MarkdownPage(TREE, page).brokenLinks().stream()))
                .isEmpty();
    }

    @Test
    @Tag("slow")
    void testsThatPagesNameAreThere() {
        Map<String, String> tests =
                JAVA.stream().collect(Collectors.toMap(JavaFile::name, JavaFile::code, (one, other) -> one + other));
        List<String[]> named = TREE.files(".md").stream()
                .flatMap(page -> TREE.text(page).lines().flatMap(line -> testsNamedIn(line).stream()))
                .toList();
        assertThat(named).hasSizeGreaterThan(100);
        assertThat(named)
                .filteredOn(test -> !tests.getOrDefault(test[0], "").contains(" " + test[1]))
                .isEmpty();
    }

    /** Returns classes and method prefixes; lone methods count in a row's last cell only. */
    private static List<String[]> testsNamedIn(String line) {
        List<String[]> named = new ArrayList<>();
        boolean row = line.startsWith("|") && line.endsWith("|");
        String cell = row ? line.substring(line.lastIndexOf('|', line.length() - 2)) : line;
        String type = "";
        for (Matcher test = NAMED_TEST.matcher(cell); test.find(); ) {
            type = test.group(1) == null ? type : test.group(1);
            String method = test.group(3) == null ? test.group(2) : test.group(3);
            if (test.group(1) != null || (row && !type.isEmpty())) {
                named.add(new String[] {type, method == null ? "" : method + "("});
            }
        }
        return named;
    }

    @Test
    void noSimpleNameIsThatOfTwoTypes() {
        Set<String> seen = new HashSet<>();
        assertThat(TREE.mainSources())
                .filteredOn(file -> !file.startsWith("examples"))
                .extracting(file -> file.getFileName().toString())
                .filteredOn(name -> !name.equals("package-info.java") && !seen.add(name))
                .isEmpty();
    }

    @Test
    @Tag("slow")
    void noFilesKnowEachOtherInACircle() {
        assertThat(FileCircles.among(MAIN)).isEqualTo(CIRCLES);
    }

    @Test
    void noJavadocHasFewerThanFourWords() {
        assertThat(MAIN.stream()
                        .flatMap(file -> JAVADOC.matcher(file.text())
                                .results()
                                .map(javadoc ->
                                        javadoc.group(1).replace("*", "").strip())
                                .filter(text -> text.split("\\s+").length < MIN_WORDS)
                                .map(text -> file.file() + ": " + text)))
                .isEmpty();
    }
}
