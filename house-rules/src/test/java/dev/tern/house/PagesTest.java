package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The pages show the Java that {@code LibrarySnippetsTest} and its like in the adapters run. With {@code -Dpages=write} they are brought up to date. */
class PagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<Path> SOURCES = List.of(
            ROOT.resolve("house-style/src/test/java/dev/tern/docs/LibrarySnippetsTest.java"),
            ROOT.resolve("langchain4j/src/test/java/dev/tern/langchain4j/LangChain4jSnippetsTest.java"),
            ROOT.resolve("spring-boot-starter/src/test/java/dev/tern/spring/boot/SpringSnippetsTest.java"));
    private static final List<String> SHOWN =
            List.of("README.md", "docs/library.md", "docs/extraction.md", "docs/langchain4j.md", "docs/spring.md");
    private static final Pattern SNIPPET =
            Pattern.compile("^ *// snippet: (\\S+)\n(.*?)^ *// end\n", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern BLOCK =
            Pattern.compile("<!-- snippet: (\\S+) -->\n```java\n(.*?)```\n", Pattern.DOTALL);

    @ParameterizedTest
    @FieldSource("SHOWN")
    void everySnippetOfAPageIsTheOneThatRuns(String page) throws IOException {
        Map<String, String> snippets = snippets();
        String text = Files.readString(ROOT.resolve(page));
        Matcher blocks = BLOCK.matcher(text);
        StringBuilder wanted = new StringBuilder();
        while (blocks.find()) {
            assertThat(snippets).as("snippets that %s shows", page).containsKey(blocks.group(1));
            String block =
                    "<!-- snippet: " + blocks.group(1) + " -->\n```java\n" + snippets.get(blocks.group(1)) + "```\n";
            blocks.appendReplacement(wanted, Matcher.quoteReplacement(block));
        }
        blocks.appendTail(wanted);
        if ("write".equals(System.getProperty("pages"))) {
            Files.writeString(ROOT.resolve(page), wanted);
        }
        assertThat(Files.readString(ROOT.resolve(page)))
                .as("%s; to bring it up to date: mvn verify -Dtest=PagesTest -Dpages=write", page)
                .isEqualTo(wanted.toString());
        assertThat(wanted).contains("```java\n");
    }

    @Test
    void javaOfEveryPageIsASnippetThatRuns() throws IOException {
        List<String> loose = new ArrayList<>();
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            for (Path page : Stream.concat(docs, Stream.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")))
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList()) {
                String text = Files.readString(page);
                if (BLOCK.matcher(text).replaceAll("").contains("```java")) {
                    loose.add("a block without a snippet: " + page);
                }
                if (text.contains("```java")
                        && !SHOWN.contains(ROOT.relativize(page).toString())) {
                    loose.add("not among the pages of this test: " + page);
                }
            }
        }
        assertThat(loose).isEmpty();
    }

    /** The pages show how to depend on modules of the bill of materials. */
    @Test
    void artifactsOfThePagesAreThere() throws IOException {
        Pattern dependency = Pattern.compile("<artifactId>(tern-[a-z0-9-]+)</artifactId>|`(tern-[a-z0-9-]+)`");
        String materials = Files.readString(ROOT.resolve("bom/pom.xml"));
        for (String page : SHOWN) {
            assertThat(dependency
                            .matcher(Files.readString(ROOT.resolve(page)))
                            .results()
                            .map(found -> found.group(1) == null ? found.group(2) : found.group(1)))
                    .allSatisfy(
                            artifact -> assertThat(materials).contains("<artifactId>" + artifact + "</artifactId>"));
        }
    }

    @Test
    void theJavadocBeginsAsTheLibrarysPageDoes() throws IOException {
        String overview = Files.readString(ROOT.resolve("javadoc/src/main/javadoc/overview.html"));
        assertThat(overview).contains("<pre>{@code\n" + snippets().get("quick-start") + "}</pre>");
    }

    /** The snippets by name, without the indentation of their first line; an open block is closed. */
    private static Map<String, String> snippets() throws IOException {
        Map<String, String> snippets = new LinkedHashMap<>();
        StringBuilder sources = new StringBuilder();
        for (Path source : SOURCES) {
            sources.append(Files.readString(source));
        }
        Matcher matcher = SNIPPET.matcher(sources);
        while (matcher.find()) {
            // Without its last line break: an empty last line would count as one without indentation.
            String code = matcher.group(2).stripTrailing().stripIndent() + "\n";
            long open = code.chars().filter(c -> c == '{').count()
                    - code.chars().filter(c -> c == '}').count();
            snippets.put(matcher.group(1), code + "}\n".repeat((int) open));
        }
        return snippets;
    }
}
