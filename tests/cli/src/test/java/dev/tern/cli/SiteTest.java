package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** build/tools/site.sh makes the site of the pages. A link in them that leads nowhere fails it. */
@Tag("slow")
final class SiteTest {
    /** Returns the addresses that a browser loads with a page; links are not included. */
    private static final Pattern LOADED =
            Pattern.compile("<(?:script|img|iframe|source|video|audio)\\b[^>]*\\bsrc=\"?([^\"\\s>]+)"
                + "|<link\\b(?=[^>]*\\brel=\"?(?:stylesheet|icon|preload|preconnect|manifest))[^>]*\\bhref=\"?([^\"\\s>]+)|(?:url\\(|@import"
                + " )[\"']?((?!data:)[^\"')]+)");

    @TempDir
    private Path folder;

    @Test
    void siteIsMadeBesideOlderVersionsAndLoadsNothingFromAnotherHost() throws Exception {
        Files.createDirectories(folder.resolve("0.0.9"));
        Files.writeString(folder.resolve("0.0.9/index.html"), "an older version");
        Path log = folder.resolve("site.log");
        Process process = new ProcessBuilder("sh", "../../build/tools/site.sh", folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();

        List<String> lines = Files.readAllLines(log);
        Path site = Path.of(lines.getLast()).resolve("..").normalize();
        assertThat(site.resolve("index.html")).content().contains("Graph RAG on a vector database, in Java");
        assertThat(site.resolve("docs/tutorials/contracts/index.html")).isNotEmptyFile();
        assertThat(site.resolve("docs/demo.svg")).isNotEmptyFile();
        assertThat(site.resolve("search.json")).content().contains("personalised PageRank");
        assertThat(folder.resolve("0.0.9/index.html")).hasContent("an older version");
        assertThat(folder.resolve("versions.json"))
                .content()
                .containsSubsequence(folder.relativize(site).toString(), "0.0.9");
        assertThat(folder.resolve("index.html")).isNotEmptyFile();

        List<Path> pages = files(site, ".html");
        assertThat(pages)
                .hasSizeGreaterThan(50)
                .allSatisfy(page -> assertThat(Files.readString(page))
                        .contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'self';"));
        List<String> loaded = Stream.of(pages, files(site, ".css"))
                .flatMap(List::stream)
                .flatMap(SiteTest::loadedBy)
                .toList();
        assertThat(loaded).hasSizeGreaterThan(100).noneMatch(address -> address.matches("(?i)([a-z]+:)?//.*"));
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    private static Stream<String> loadedBy(Path file) {
        try {
            return LOADED.matcher(Files.readString(file)).results().map(SiteTest::address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String address(MatchResult found) {
        return Stream.of(found.group(1), found.group(2), found.group(3))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }
}
