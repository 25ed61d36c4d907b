package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Checks that the pages show the Java code run by {@code LibrarySnippetsTest}, its counterparts in
 * the adapters and the examples. {@code -Dpages=write} updates them.
 */
class PagesTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static final Pattern SNIPPET =
            Pattern.compile("^ *// snippet: (\\S+)\n(.*?)^ *// end\n", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern BLOCK =
            Pattern.compile("<!-- snippet: (\\S+) -->\n```java\n(.*?)```\n", Pattern.DOTALL);
    private static final Map<String, String> SNIPPETS = TREE.files(".java").stream()
            .filter(file -> file.toString().endsWith("SnippetsTest.java") || file.startsWith("examples"))
            .flatMap(file -> SNIPPET.matcher(TREE.text(file)).results())
            .collect(Collectors.toMap(snippet -> snippet.group(1), PagesTest::code));

    private static final Path TRANSLATIONS = Path.of("docs", "readme");

    /** The pages for users with Java code. */
    private static final List<Path> SHOWN = Stream.concat(
                    Stream.of("README.md", "docs/library.md", "docs/extraction.md", "docs/frameworks.md")
                            .map(Path::of),
                    translations())
            .toList();

    private static Stream<Path> translations() {
        return TREE.files(".md").stream().filter(page -> page.startsWith(TRANSLATIONS));
    }

    /** Returns a snippet without the indentation of its first line; an open block is closed. */
    private static String code(MatchResult snippet) {
        // Without its last line break: an empty last line would count as one without indentation.
        String code = snippet.group(2).stripTrailing().stripIndent() + "\n";
        long open = code.chars().filter(c -> c == '{').count()
                - code.chars().filter(c -> c == '}').count();
        return code + "}\n".repeat((int) open);
    }

    @ParameterizedTest
    @FieldSource("SHOWN")
    void javaOfAPageIsASnippetThatRuns(Path page) throws IOException {
        String text = TREE.text(page);
        assertThat(BLOCK.matcher(text).replaceAll("")).doesNotContain("```java");
        String wanted = BLOCK.matcher(text).replaceAll(block -> {
            assertThat(SNIPPETS).containsKey(block.group(1));
            return Matcher.quoteReplacement(
                    "<!-- snippet: " + block.group(1) + " -->\n```java\n" + SNIPPETS.get(block.group(1)) + "```\n");
        });
        if ("write".equals(System.getProperty("pages"))) {
            Files.writeString(TREE.root().resolve(page), wanted);
        }
        assertThat(TREE.text(page))
                .as("%s; to bring it up to date: mvn verify -Dtest=PagesTest -Dpages=write", page)
                .isEqualTo(wanted);
    }

    @Test
    void everyPageWithJavaIsAmongThem() {
        assertThat(TREE.files(".md").stream()
                        .filter(page -> page.startsWith("docs") || page.getNameCount() == 1)
                        .filter(page -> TREE.text(page).contains("```java")))
                .containsExactlyInAnyOrderElementsOf(SHOWN);
    }

    /** Checks dependencies in the pages against the bill of materials. */
    @Test
    void artifactsOfThePagesAreThere() {
        Pattern dependency = Pattern.compile("(?:<artifactId>|`)(tern-[a-z0-9-]+)(?:</artifactId>|`)");
        Stream<String> named = SHOWN.stream()
                .flatMap(page -> dependency.matcher(TREE.text(page)).results().map(found -> found.group(1)));
        String materials = TREE.text(Path.of("build/bom/pom.xml"));
        assertThat(named)
                .hasSizeGreaterThan(5)
                .allSatisfy(artifact -> assertThat(materials).contains("<artifactId>" + artifact + "</artifactId>"));
    }

    @Test
    void readmesOfOtherLanguagesAreInStepWithTheEnglishOne() {
        MarkdownPage english = new MarkdownPage(TREE, Path.of("README.md"));
        assertThat(translations()).hasSize(4).allSatisfy(translated -> {
            MarkdownPage page = new MarkdownPage(TREE, translated);
            assertThat(page.levels()).as("%s: levels of headings", page.file()).isEqualTo(english.levels());
            assertThat(page.code()).as("%s: blocks of code", page.file()).isEqualTo(english.code());
            assertThat(page.targets()).as("%s: what links lead to", page.file()).isEqualTo(english.targets());
        });
    }

    /** Checks that the site's navigation has every page, and nothing else. */
    @Test
    void theSiteLeadsToEveryPage() {
        List<Path> led = Pattern.compile("= \"([^\"]+\\.md)\"")
                .matcher(TREE.text(Path.of("docs/site/zensical.toml")))
                .results()
                .map(found -> Path.of(found.group(1)))
                .toList();
        assertThat(led).doesNotHaveDuplicates().allMatch(TREE.files()::contains);
        assertThat(TREE.files(".md").stream()
                        .filter(page -> page.getNameCount() == 1 || page.startsWith("docs"))
                        .filter(page -> !page.startsWith(TRANSLATIONS)))
                .allMatch(led::contains);
    }

    @Test
    void theJavadocBeginsAsTheLibrarysPageDoes() {
        assertThat(TREE.text(Path.of("build/javadoc/src/main/javadoc/overview.html")))
                .contains("<pre>{@code\n" + SNIPPETS.get("quick-start") + "}</pre>");
    }

    /** Checks that messages quoted in the tables' first column are in the sources. */
    @Test
    void messagesOfTroubleshootingAreThoseOfTheSources() {
        // Joins string literals that are written in parts.
        List<String> sources = Stream.of(TREE.mainSources(), TREE.files(".sh"), List.of(Path.of("tern")))
                .flatMap(List::stream)
                .map(file -> TREE.text(file).replaceAll("\"\\s*\\+\\s*\"", ""))
                .toList();
        Stream<String> quoted = TREE.text(Path.of("docs/troubleshooting.md"))
                .lines()
                .filter(line -> line.startsWith("| `") || line.startsWith("| …"))
                .map(line -> line.split(" \\| ", 2)[0])
                .flatMap(cell ->
                        Pattern.compile("`([^`]+)`").matcher(cell).results().map(found -> found.group(1)));
        assertThat(quoted)
                .hasSizeGreaterThan(50)
                .allMatch(message -> sources.stream()
                        .anyMatch(
                                source -> Stream.of(message.split(" ?…:? ?|\"")).allMatch(source::contains)));
    }
}
