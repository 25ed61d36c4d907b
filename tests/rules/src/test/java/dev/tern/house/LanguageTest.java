package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the wording of comments, pages and messages: no figure may get worse, and a better one lowers its
 * bound. {@code sh build/tools/words} prints the figures of each module.
 */
final class LanguageTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static final Prose COMMENTS = Prose.ofComments(TREE, TREE.mainSources());
    private static final Prose TESTS = Prose.ofComments(
            TREE,
            TREE.files(".java").stream()
                    .filter(file -> SourceTree.slashed(file).contains("/src/test/java/"))
                    .toList());
    private static final Prose SCRIPTS = Prose.ofScripts(TREE);
    private static final Prose PAGES = Prose.ofPages(TREE);
    private static final Prose MESSAGES = Prose.ofMessages(TREE);

    private static final Pattern WHAT = Pattern.compile("(?i)\\bwhat(ever)?\\b");
    private static final Pattern THOSE = Pattern.compile("(?i)\\bthose\\b");
    private static final Pattern WHO = Pattern.compile("(?i)\\bwho(ever|m)?\\b");
    private static final Pattern RETURNS = Pattern.compile("(?i)\\breturns\\b");

    /** The distance below a bound at which it has to be lowered, in uses per 10,000 words. */
    private static final double ROOM = 1;

    private static final int MAX_SUBJECT_LENGTH = 72;
    private static final int COMMITS = 50;

    /** A word or a tag, the prose to count it in, and its maximum per 10,000 words. */
    record Figure(String name, Prose prose, Pattern counted, double bound) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Figure> wordsOfADialect() {
        return Stream.of(
                new Figure("what, in comments", COMMENTS, WHAT, 0.8),
                new Figure("those, in comments", COMMENTS, THOSE, 1.1),
                new Figure("who, in comments", COMMENTS, WHO, 1.2),
                new Figure("what, in tests", TESTS, WHAT, 1.3),
                new Figure("those, in tests", TESTS, THOSE, 0.9),
                new Figure("who, in tests", TESTS, WHO, 0.9),
                new Figure("what, in scripts", SCRIPTS, WHAT, 0.9),
                new Figure("those, in scripts", SCRIPTS, THOSE, 0.9),
                new Figure("who, in scripts", SCRIPTS, WHO, 0.9),
                new Figure("what, in pages", PAGES, WHAT, 2.9),
                new Figure("those, in pages", PAGES, THOSE, 0.5),
                new Figure("who, in pages", PAGES, WHO, 1.5),
                new Figure("what, in messages", MESSAGES, WHAT, 4.4),
                new Figure("those, in messages", MESSAGES, THOSE, 1.3),
                new Figure("who, in messages", MESSAGES, WHO, 0.7));
    }

    @ParameterizedTest
    @MethodSource("wordsOfADialect")
    void noWordOfADialectBecomesMoreFrequent(Figure figure) {
        double now = figure.prose().per10000(figure.counted());
        assertThat(now)
                .as("%s, per 10,000 words: write a noun, or the usual term", figure)
                .isLessThanOrEqualTo(figure.bound());
        assertThat(now)
                .as("%s, per 10,000 words: lower the bound in LanguageTest to %s", figure, now)
                .isGreaterThan(figure.bound() - ROOM);
    }

    @Test
    void commentsBeginWithAVerbOrASubject() {
        assertThat(COMMENTS.per10000(RETURNS))
                .as("\"Returns\" in comments, per 10,000 words")
                .isGreaterThanOrEqualTo(15);
        assertThat(COMMENTS.fragments())
                .as("Javadocs that begin with What, Whether, How ...")
                .isEmpty();
    }

    /** Checks nothing in a source archive, which has no history. */
    @Test
    void subjectsOfCommitsHaveAtMost72Characters() {
        if (!Files.exists(TREE.root().resolve(".git"))) {
            System.out.println("No subject of a commit is checked: there is no git history here.");
            return;
        }
        assertThat(SourceTree.git(TREE.root(), "log", "-" + COMMITS, "--format=%s"))
                .as("git log")
                .isNotEmpty()
                .allSatisfy(subject -> assertThat(subject).hasSizeLessThanOrEqualTo(MAX_SUBJECT_LENGTH));
    }

    /** Prints the table of {@code build/tools/words}, if requested. */
    @Test
    void tableHasARowForEachModule() {
        Map<String, List<Path>> modules = TREE.mainSources().stream()
                .collect(Collectors.groupingBy(
                        file -> SourceTree.slashed(file).split("/src/main/", 2)[0], TreeMap::new, Collectors.toList()));
        assertThat(modules).containsKeys("core", "tests/kit");
        String asked = System.getProperty("words", "");
        if (asked.isEmpty()) {
            return;
        }
        modules.forEach((module, files) -> System.out.println(row(module, Prose.ofComments(TREE, files))));
        System.out.println(row("all comments", COMMENTS));
        System.out.println(row("comments of tests", TESTS));
        System.out.println(row("comments of scripts", SCRIPTS));
        System.out.println(row("pages", PAGES));
        System.out.println(row("messages", MESSAGES));
        TREE.mainSources().stream()
                .filter(file -> file.startsWith(asked))
                .flatMap(file ->
                        Prose.ofComments(TREE, List.of(file)).fragments().map(first -> file + ": " + first))
                .forEach(System.out::println);
    }

    private static String row(String name, Prose prose) {
        return "%-36s %,9d words, per 10,000: what %5.1f, those %4.1f, who %4.1f, returns %4.1f; %d fragments"
                .formatted(
                        name,
                        prose.words(),
                        prose.per10000(WHAT),
                        prose.per10000(THOSE),
                        prose.per10000(WHO),
                        prose.per10000(RETURNS),
                        prose.fragments().count());
    }
}
