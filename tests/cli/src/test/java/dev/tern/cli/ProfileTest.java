package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the verdict and the advice of {@code tern profile}. */
final class ProfileTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "tuning.md");
    private static final String BEGIN = "<!-- output: tern profile -->\n```console\n";
    private static final String END = "```\n<!-- end -->";

    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void shell() {
        shell = new Shell(directory);
    }

    private Shell.Run run(String... words) {
        return shell.run(Stream.concat(Arrays.stream(words), Stream.of("--store", "here"))
                .toArray(String[]::new));
    }

    private void fourPassages() {
        shell.file(
                "corpus.jsonl",
                line("mill", "Edith Crane built the Tarnside Mill", "Edith Crane", "built", "Tarnside Mill"),
                line("fire", "The Tarnside Mill burned down in 1902", "Tarnside Mill", "burned down in", "1902"),
                line("copy", "The Tarnside Mill burned down in 1902", "Tarnside Mill", "burned down in", "1902"),
                line("rain", "Rain fell on Lowmoor", "Rain", "fell on", "Lowmoor"));
        Shell.Run added = run("add", "corpus.jsonl");
        assertThat(added.exitCode()).as(added.err()).isZero();
    }

    private static String line(String id, String text, String subject, String predicate, String object) {
        return "{\"_id\": \"" + id + "\", \"title\": \"\", \"text\": \"" + text
                + ".\", \"metadata\": {\"triplets\": [[\"" + subject + "\", \"" + predicate + "\", \"" + object
                + "\"]]}}";
    }

    @Test
    void everyFigureHasALineThatSaysHowItWasCounted() {
        fourPassages();

        Shell.Run profile = run("profile");

        assertThat(profile.exitCode()).as(profile.err()).isZero();
        assertThat(profile.out()).isEqualTo("""
            graph default in here, from a sample of 4 passages and 5 entities (seed 20240607)
            4 passages are too few to tell: plain vector search finds many of them in its first five.

            sizes
                       4  documents
                       4  passages; half of the sample have up to 10 tokens, 95 of 100 up to 10 (estimated)
                       5  entities
                       3  relations; 1.0 statements a passage
                0 of 100  passages state nothing
                0 of 100  statements only name entities together, without a predicate
                0 of 100  statements relate an entity to itself
              -> Passages of a few words say little: put related lines into one text file, which tern add splits by --passage-tokens.

            links: names in 2 to 20 passages
               75 of 100  passages have a name in common with another
               75 of 100  passages have one in common with a passage of another document
                0 of 100  passages name the title of another in their text
               50 of 100  of the ten nearest to a passage have a name in common with it
                0 of 100  passages joined by a name are not among the ten nearest: the graph alone joins them
               60 of 100  entities are in one passage only

            edges: how often a joined pair is nearer than any two passages; 50 of 100 is chance
               79 of 100  joined by a name, 3 pairs

            junk
               20 of 100  entities do not look like names: 20 of 100 a number, a time or a unit
                          "1902": a number, a time or a unit, in 2 passages
              -> For real names, leave metadata.triplets out of the JSON lines and add them again with tern add --extractor rules.

            duplicates
               50 of 100  passages have the text of another
               50 of 100  passages have nine of ten words in common with one of their ten nearest, as have
                          copy and fire
                       0  entities probably have several names that are not merged
              -> Copies take up places among the passages found: tern remove DOCUMENT takes one out, and tern add --exclude GLOB leaves files out.

            languages
              100 of 100  passages are in English
                          embedded by all-MiniLM-L6-v2-q
            """);
    }

    @Test
    void programsReadSharesFromZeroToOne() throws IOException {
        fourPassages();

        JsonNode json = new ObjectMapper()
                .readTree(run("profile", "--json", "--sample", "50", "--seed", "3")
                        .out());

        assertThat(json.path("graph").asText()).isEqualTo("default");
        JsonNode profile = json.path("profile");
        assertThat(profile.path("sample").path("seed").asLong()).isEqualTo(3);
        assertThat(profile.path("sample").path("limit").asInt()).isEqualTo(50);
        assertThat(profile.path("links").path("linked").asDouble()).isEqualTo(0.75);
        assertThat(profile.path("duplicates").path("aliases").asInt(-1)).isZero();
        assertThat(profile.path("names").path("doubts").path("number").asDouble())
                .isEqualTo(0.2);
        assertThat(profile.path("verdict").path("outlook").asText()).isEqualTo("cannot_tell");
        assertThat(profile.path("advice").path(0).path("about").asText()).isEqualTo("sizes");
    }

    @Test
    void whatIsMistakenIsTold() {
        fourPassages();
        assertThat(run("profile", "--graph", "second").err())
                .startsWith("tern: the graph \"second\" in here is empty (the graphs there are default): add documents"
                        + " first");
        assertThat(shell.run("profile", "--store", "nowhere").err()).startsWith("tern: there is no store at nowhere");
        assertThat(run("profile", "--sample", "20000").err())
                .startsWith("tern: the sample is 20000; it must be 50 to 10000");
        assertThat(run("profile", "--sample", "20000").exitCode()).isNotZero();
    }

    /** The page shows the output of the command: its words are compared, and {@code -Dtern.write=true} writes its figures anew. */
    @Test
    void thePageShowsARealProfile() throws IOException {
        shell.real();
        Path set = Path.of("../../bench/eval/src/test/resources/languages/en/corpus.jsonl")
                .toAbsolutePath();
        assertThat(run("add", set.toString()).exitCode()).isZero();

        String printed = run("profile").out();

        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END, begin);
        if (Boolean.getBoolean("tern.write")) {
            Files.writeString(PAGE, page.substring(0, begin) + printed + page.substring(end));
            return;
        }
        assertThat(words(page.substring(begin, end))).isEqualTo(words(printed));
    }

    /** Returns a text without figures and examples, whose last digits depend on the processor. */
    private static String words(String output) {
        return output.lines()
                .filter(line -> !line.startsWith("              "))
                .map(line -> line.replaceAll("[<>]?\\d[\\d,.]*( of 100)?", "N").replaceAll(" +", " "))
                .reduce("", (before, line) -> before + line + "\n");
    }
}
