package dev.tern.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.web.PageFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for the sources of the page. */
final class PageSourcesTest {
    private static final Path SOURCES = Path.of("..", "web", "src", "main", "resources", "dev", "tern", "web");
    private static final Pattern FORBIDDEN = Pattern.compile("innerHTML|outerHTML|insertAdjacentHTML|\\beval\\b"
            + "|new Function|document\\.write|setHTML|createContextualFragment|DOMParser|srcdoc|setTimeout\\(\"");
    private static final Pattern INLINE = Pattern.compile("<style|<script(?![^>]*\\bsrc=)|\\son[a-z]+=|\\sstyle=");
    private static final Pattern ELSEWHERE = Pattern.compile("https?://(?!www\\.w3\\.org/)[a-z]");
    private static final int MOST_LINES = 400;

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : files.toList()) {
                sources.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return sources;
    }

    private static List<String> linesWith(Pattern pattern, String ending) throws IOException {
        return sources().entrySet().stream()
                .filter(source -> source.getKey().endsWith(ending))
                .flatMap(source -> source.getValue()
                        .lines()
                        .filter(line -> pattern.matcher(line).find())
                        .map(line -> source.getKey() + ": " + line.strip()))
                .toList();
    }

    @Test
    void pageIsBuiltFromElementsAndTextAndNeverFromMarkup() throws IOException {
        assertThat(linesWith(FORBIDDEN, ".js")).isEmpty();
    }

    @Test
    void pageHasNoScriptAndNoStyleInItsText() throws IOException {
        assertThat(linesWith(INLINE, ".html")).isEmpty();
    }

    @Test
    void pageFetchesNothingFromElsewhere() throws IOException {
        assertThat(linesWith(ELSEWHERE, "")).isEmpty();
    }

    @Test
    void filesAreShort() throws IOException {
        assertThat(sources())
                .hasSizeGreaterThan(20)
                .allSatisfy((name, text) ->
                        assertThat(text.lines().count()).as(name).isLessThanOrEqualTo(MOST_LINES));
    }

    @Test
    void everyFileIsServedAndNoOther() throws IOException {
        TreeSet<String> served = new TreeSet<>();
        for (PageFile file : PageFile.all()) {
            assertThat(new String(file.bytes(), StandardCharsets.UTF_8)).isNotBlank();
            if (!file.path().startsWith("/page/lib/")) {
                served.add(file.path().equals("/") ? "index.html" : file.path().substring("/page/".length()));
            }
        }
        assertThat(served).containsExactlyElementsOf(sources().keySet());
    }
}
