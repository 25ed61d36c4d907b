package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code tern themes} and {@code tern ask --mode overview}, which describe a graph as a whole. */
final class ThemesTest {
    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void shell() {
        shell = new Shell(directory);
    }

    private Shell.Run run(String... words) {
        return shell.run(
                Stream.concat(Stream.of(words), Stream.of("--store", "here")).toArray(String[]::new));
    }

    private static String line(String place, String one, String other) {
        String statement =
                one + " of " + place + "\", \"quarrelled in the old market with\", \"" + other + " of " + place;
        return "{\"_id\": \"" + place + one + other + "\", \"title\": \"\", \"text\": \""
                + statement.replace("\", \"", " ") + ".\", \"metadata\": {\"triplets\": [[\"" + statement + "\"]]}}";
    }

    private void village(String place) {
        shell.file(place + ".jsonl", line(place, "Ann", "Bea"), line(place, "Ann", "Cid"), line(place, "Bea", "Cid"));
        Shell.Run added = run("add", place + ".jsonl");
        assertThat(added.exitCode()).as(added.err()).isZero();
    }

    @Test
    void themesAreLookedForOnceShownAndFoundToBeOld() throws IOException {
        village("Ham");
        Shell.Run early = run("ask", "--mode", "overview", "what is it about?");
        assertThat(early.exitCode()).isEqualTo(1);
        assertThat(early.err()).contains("overview mode needs themes, and this graph has none yet: run tern themes");

        Shell.Run first = run("themes");
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out())
                .startsWith("graph default in here\n  1 theme and 0 parts of them, in 3 relations, found ")
                .contains("Ann of Ham", "Bea of Ham", "(3)", "quarrelled in the old market with");
        assertThat(first.err()).isEmpty();

        village("Wick");
        Shell.Run old = run("themes");
        assertThat(old.out()).doesNotContain("Wick");
        assertThat(old.err())
                .isEqualTo(
                        "since these themes were found the graph has 3 relations more: tern themes --update finds new"
                                + " ones\n");
        Shell.Run updated = run("themes", "--update");
        assertThat(updated.out()).contains("2 themes").contains("Ann of Wick");
        assertThat(updated.err()).isEmpty();
        JsonNode json = new ObjectMapper().readTree(run("themes", "--json").out());
        assertThat(json.path("themes")).hasSize(2);
        assertThat(json.path("added").asLong()).isZero();
        assertThat(run("themes", "ann of wick").out()).contains("3 entities, 3 statements between them");
        assertThat(run("themes", "").err())
                .isEqualTo("tern: several themes have an id that begins with \"\": "
                        + String.join(", ", json.path("themes").findValuesAsText("id")) + "\n");

        Shell.Run answer = run("ask", "--verbose", "--mode", "overview", "what is it about?");
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("of Ham", "of Wick", "quarrelled in the old market", "overview mode");
    }

    @Test
    void whatIsNotThereIsRefused() {
        assertThat(run("themes").err()).contains("there is no store at here");
        village("Ham");
        assertThat(run("themes", "Moor").err())
                .isEqualTo(
                        "tern: the graph has no theme \"Moor\": give the beginning of its id, or one of its names, as"
                                + " tern themes shows them\n");
        assertThat(run("themes", "--update", "--anew").err())
                .isEqualTo("tern: --update and --anew exclude each other; give one of them\n");
        assertThat(run("themes", "--graph", "other").err()).contains("is empty");
    }
}
