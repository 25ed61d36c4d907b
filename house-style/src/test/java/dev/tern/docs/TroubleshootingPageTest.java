package dev.tern.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tern.docs.ErrorMessages.Message;
import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.models.ApiKey;
import dev.tern.models.Endpoint;
import dev.tern.models.Provider;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphName;
import dev.tern.store.lucene.LuceneGraphStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/troubleshooting.md} has a row for every message that the sources can end with, and none that they cannot. */
class TroubleshootingPageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** All modules but the evaluation, whose messages its own page shows. */
    private static final List<Path> SOURCES = Stream.of(
                    "core",
                    "transfer",
                    "store-lucene",
                    "store-milvus",
                    "models",
                    "documents",
                    "langchain4j",
                    "spring-ai",
                    "spring-boot-starter",
                    "server",
                    "cli")
            .map(module -> ROOT.resolve(module).resolve("src/main/java"))
            .toList();

    /** These files hand on a message that was made elsewhere, or put several together. */
    private static final Set<String> HANDED_ON = Set.of(
            "ConfigurationReader.java",
            "DocumentReader.java",
            "Findings.java",
            "JsonlCorpus.java",
            "LuceneGraphView.java",
            "MilvusGraphView.java",
            "ParserProcess.java",
            "QueryCommand.java",
            "Stream.java");

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** A message of the page: what differs from case to case is a hole. */
    private record Row(String wording, String whose, Pattern pattern) {
        static Row of(String wording, String whose) {
            String pattern = Arrays.stream(wording.split(ErrorMessages.HOLE + "+", -1))
                    .map(Pattern::quote)
                    .collect(Collectors.joining(".*"));
            return new Row(wording, whose, Pattern.compile(pattern, Pattern.DOTALL));
        }

        boolean covers(String fault, String message) {
            return whose.equals(fault) && pattern.matcher(message).matches();
        }
    }

    private final List<Message> messages = ErrorMessages.of(SOURCES);
    private final List<Row> rows = rows("<!-- errors -->", "<!-- end -->");

    @TempDir
    private Path folder;

    private static List<Row> rows(String begin, String end) {
        try {
            String page = Files.readString(ROOT.resolve("docs/troubleshooting.md"));
            return page.substring(page.indexOf(begin), page.indexOf(end))
                    .lines()
                    .filter(line -> line.startsWith("| `"))
                    .map(line -> line.split(" \\| ", -1))
                    .flatMap(cells ->
                            CODE.matcher(cells[0]).results().map(code -> Row.of(code.group(1), cells[1].strip())))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String whose(TernException.Fault fault) {
        return switch (fault) {
            case USER -> "yours";
            case OPERATOR -> "the operator";
            case MODEL -> "the model";
            case STORE -> "the store";
            case BUDGET -> "the budget";
        };
    }

    private boolean isKnown(Message message) {
        return !message.wording().equals(ErrorMessages.HOLE);
    }

    @Test
    void everyMessageOfTheSourcesIsOnThePageWithItsFault() {
        assertThat(messages).hasSizeGreaterThan(280);
        assertThat(messages.stream().filter(this::isKnown))
                .filteredOn(message -> rows.stream().noneMatch(row -> row.covers(message.fault(), message.wording())))
                .as(
                        "messages without a row in docs/troubleshooting.md (%s stands for what differs)",
                        ErrorMessages.HOLE)
                .isEmpty();
    }

    @Test
    void everyRowIsAMessageOfTheSources() {
        assertThat(rows)
                .filteredOn(row -> messages.stream()
                        .filter(this::isKnown)
                        .noneMatch(message -> row.covers(message.fault(), message.wording())))
                .as("rows of docs/troubleshooting.md that nothing says any more")
                .isEmpty();
    }

    @Test
    void everyRowHasWordsToSearchFor() {
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.wording().split(ErrorMessages.HOLE, -1))
                        .as(row.wording())
                        .anyMatch(part -> part.strip().length() >= 6));
    }

    @Test
    void messageThatIsNotKnownBeforehandComesFromElsewhere() {
        assertThat(messages.stream()
                        .filter(message -> !isKnown(message))
                        .map(Message::file)
                        .collect(Collectors.toSet()))
                .isEqualTo(HANDED_ON);
    }

    @Test
    void whatTheLauncherSaysIsWhatThePageSays() throws IOException {
        StringBuilder said = new StringBuilder();
        for (String file : List.of("tern", "bin/find-jdk.sh", "cli/src/main/java/dev/tern/cli/Failures.java")) {
            said.append(Files.readString(ROOT.resolve(file)).replaceAll("\"\\s*\\+\\s*\"", ""));
        }
        assertThat(rows("<!-- starting -->", "<!-- errors -->"))
                .hasSize(4)
                .allSatisfy(row -> assertThat(row.wording().split(ErrorMessages.HOLE, -1))
                        .allSatisfy(part -> assertThat(said.toString()).contains(part)));
    }

    @Test
    void whatIsReallyThrownIsFoundOnThePage() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Path other = Files.createDirectories(folder.resolve("other"));
        Files.createFile(other.resolve("holiday.jpg"));
        List<ThrowingCallable> mistakes = List.of(
                () -> Question.of(" ", Mode.LOCAL),
                () -> Filter.parse("year >"),
                () -> Filter.parse("lang = \"en"),
                () -> GraphName.require("1st graph"),
                () -> Parameters.builder().degree(99).build(),
                () -> LuceneGraphStore.open(file, "default"),
                () -> LuceneGraphStore.open(other, "default"),
                () -> Provider.of("gemini"),
                () -> ApiKey.of("key with spaces"),
                () -> Endpoint.builder().baseUrl("ftp://example.org").build());
        assertThat(mistakes).allSatisfy(mistake -> {
            TernException thrown = catchThrowableOfType(TernException.class, mistake);
            assertThat(rows)
                    .as(thrown.getMessage())
                    .anyMatch(row -> row.covers(whose(thrown.fault()), String.valueOf(thrown.getMessage())));
        });
    }
}
