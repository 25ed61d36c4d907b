package dev.tern.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.settings.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for the sources of the page. */
final class PageSourcesTest {
    private static final Path SOURCES =
            Path.of("../..", "server", "page", "src", "main", "resources", "dev", "tern", "web");
    private static final Pattern FORBIDDEN = Pattern.compile("innerHTML|outerHTML|insertAdjacentHTML|\\beval\\b"
            + "|new Function|document\\.write|setHTML|createContextualFragment|DOMParser|srcdoc|setTimeout\\(\"");
    private static final Pattern INLINE = Pattern.compile("<style|<script(?![^>]*\\bsrc=)|\\son[a-z]+=|\\sstyle=");
    private static final Pattern ELSEWHERE = Pattern.compile("https?://(?!www\\.w3\\.org/)[a-z]");
    private static final Pattern WORDS_IN_SCRIPTS =
            Pattern.compile("(?:text|title|placeholder|\"aria-label\"): [\"`](?!https)[^\"`$]*[a-z]{2}"
                    + "|(?:button|say)\\([\"`][^\"`$]*[a-z]{2}|Problem\\(0, \"");
    private static final Pattern COMPARED_WITH_WORDS =
            Pattern.compile("[=!]==? *phrase\\(|phrase\\([^()]*\\) *[=!]==?|case phrase\\(");
    private static final Pattern WORDS_IN_MARKUP = Pattern.compile("^(?!.*<noscript>).*>(?!Tern<)[^<>]*\\p{L}{2}");
    private static final Pattern KEY = Pattern.compile("phrase\\(\"([^\"]+)\"|data-(?:text|label)=\"([^\"]+)\"");
    private static final Pattern VALUE = Pattern.compile("\\{(\\w+)}");
    private static final List<String> LANGUAGES = List.of("de", "en", "es", "id", "ja");
    private static final Set<String> WITHOUT_PLURAL = Set.of("id", "ja");
    private static final int MAX_LINES = 400;

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sources.put(SOURCES.relativize(file).toString().replace('\\', '/'), Files.readString(file));
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

    /** Checks all scripts but the texts, of which a view has as many as it needs. */
    @Test
    void filesAreShort() throws IOException {
        Map<String, String> files = sources();
        files.keySet().removeIf(name -> name.startsWith("texts/"));
        assertThat(files)
                .hasSizeGreaterThan(20)
                .allSatisfy((name, text) ->
                        assertThat(text.lines().count()).as(name).isLessThanOrEqualTo(MAX_LINES));
    }

    @Test
    void wordsOfThePageStandInItsTextsOnly() throws IOException {
        assertThat(linesWith(WORDS_IN_SCRIPTS, ".js")).isEmpty();
        assertThat(linesWith(WORDS_IN_MARKUP, ".html")).isEmpty();
    }

    /** The server says "done" in every language. */
    @Test
    void nothingIsComparedWithTheWordsOfALanguage() throws IOException {
        assertThat(linesWith(COMPARED_WITH_WORDS, ".js")).isEmpty();
    }

    @Test
    void everyTextIsAskedForAndEveryTextThatIsAskedForIsThere() throws IOException {
        StringBuilder all = new StringBuilder();
        sources().forEach((name, text) -> all.append(name.endsWith(".json") ? "" : text));
        Set<String> known = texts("en").keySet();

        assertThat(KEY.matcher(all).results().map(key -> key.group(1) == null ? key.group(2) : key.group(1)))
                .hasSizeGreaterThan(200)
                .isSubsetOf(known);
        assertThat(known)
                .allMatch(key -> all.indexOf("\"" + key + "\"") >= 0
                        || all.indexOf("`" + key.substring(0, key.lastIndexOf('.') + 1) + "${") >= 0);
    }

    @Test
    void everyLanguageHasTheSameTextsWithTheSameValues() throws IOException {
        Map<String, JsonNode> english = texts("en");
        for (String language : LANGUAGES) {
            Map<String, JsonNode> texts = texts(language);
            // In the same order, which is that of the form's numbers.
            assertThat(List.copyOf(texts.keySet())).as(language).isEqualTo(List.copyOf(english.keySet()));
            texts.forEach((key, text) -> {
                assertThat(values(text))
                        .as(language + " " + key)
                        .isEqualTo(values(Objects.requireNonNull(english.get(key))));
                assertThat(text.toString()).as(language + " " + key).containsPattern("\\p{L}");
                if (text.isObject()) {
                    assertThat(text.fieldNames())
                            .toIterable()
                            .as(language + " " + key)
                            .containsExactlyElementsOf(
                                    WITHOUT_PLURAL.contains(language) ? List.of("other") : List.of("one", "other"));
                }
            });
        }
        assertThat(sources().keySet().stream().filter(name -> name.startsWith("texts/")))
                .hasSize(LANGUAGES.size());
    }

    /** The server sends the ranges of these parameters, and the page shows the ones that it has texts for. */
    @Test
    void knobsWithTextsAreNumbersThatAQuestionChooses() throws IOException {
        Set<String> known = texts("en").keySet();
        String about = "knob.about.";
        assertThat(known.stream().filter(key -> key.startsWith(about)).map(key -> key.substring(about.length())))
                .hasSize(7)
                .allSatisfy(name -> {
                    Parameter<?> parameter = Parameter.of(name).orElseThrow();
                    assertThat(parameter.chosenBy()).isEqualTo(Parameter.ChosenBy.BY_QUESTION);
                    assertThat(parameter.range()).isPresent();
                    assertThat(known).contains("knob." + name);
                });
    }

    private static Map<String, JsonNode> texts(String language) throws IOException {
        return new JsonMapper()
                .readValue(SOURCES.resolve("texts").resolve(language + ".json").toFile(), new TypeReference<>() {});
    }

    private static Set<String> values(JsonNode text) {
        return VALUE.matcher(text.toString())
                .results()
                .map(value -> value.group(1))
                .collect(Collectors.toSet());
    }
}
