package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a document is removed, no export names a person of that document alone. */
final class RemovedNamesTest {
    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void graph() {
        shell = new Shell(directory);
        shell.file(
                "corpus.jsonl",
                line("a", "Canary Holm", "quarrelled with", "Ann"),
                line("b", "Ann", "quarrelled with", "Bea"),
                line("c", "Bea", "quarrelled with", "Cid"),
                line("d", "Cid", "quarrelled with", "Ann"));
        run("add", "corpus.jsonl");
    }

    private static String line(String id, String... triplet) {
        return "{\"_id\": \"" + id + "\", \"title\": \"\", \"text\": \"" + String.join(" ", triplet)
                + ".\", \"triplets\": [[\"" + String.join("\", \"", triplet) + "\"]]}";
    }

    private Shell.Run run(String... words) {
        Shell.Run run = shell.run(words);
        assertThat(run.exitCode()).as(Arrays.toString(words) + run.err()).isZero();
        return run;
    }

    private String exported() {
        return run("export", "--output", "-").out();
    }

    private void assertForgotten(String name, String... edits) {
        assertThat(exported()).as("before").containsIgnoringCase(name);
        run("remove", "a");
        assertThat(exported()).as("after").doesNotContainIgnoringCase(name);
        assertThat(run("edit", "list", "--all").out())
                .isEqualTo(run("edit", "list").out())
                .startsWith(edits.length == 0 ? "no edit\n" : edits.length + " edit")
                .satisfies(listed -> assertThat(List.of(edits)).allMatch(listed::contains));
    }

    @Test
    void themesNameNobodyWhoIsGone() {
        shell.with("TERN_GRAPH", "themed");
        shell.file(
                "themed.jsonl",
                line("x", "Canary Holm", "quarrelled with", "Ann"),
                line("y", "Canary Holm", "quarrelled with", "Bea"),
                line("z", "Ann", "quarrelled with", "Bea"));
        run("add", "themed.jsonl");
        run("themes");
        assertThat(exported().lines().findFirst().orElseThrow()).contains("Canary Holm");
        run("remove", "x", "y");
        assertThat(exported()).doesNotContain("Canary");
        assertThat(run("themes").out()).contains("1 theme", "Ann", "Bea");
        run("remove", "z");
        assertThat(exported()).as("all of its names are gone").doesNotContain("\"theme\"", "Ann", "Bea");
    }

    @Test
    void whatWasSaidOfAPassageGoesWithIt() {
        String passage = exported()
                .lines()
                .filter(line -> line.contains("\"document\":\"a\"") || line.contains("\"documentId\":\"a\""))
                .findFirst()
                .orElseThrow()
                .replaceAll(".*\"id\":\"([0-9a-f]{32})\".*", "$1");
        run("edit", "wrong", "--passage", passage);
        assertForgotten("canary");
    }

    @Test
    void namesOfSplitsRenamesAliasesAndWrongNamesGoWithTheLastDocumentThatHasThem() {
        run("edit", "split", "Ann", "Canary's friend", "--document", "a");
        run("edit", "rename", "Canary Holm", "Canary Berg");
        run("edit", "wrong", "--relation", "Canary Holm quarrelled with Ann");
        run("edit", "merge", "Canary Holm", "the canary");
        String taken = run("edit", "wrong", "--entity", "Canary Holm").out().substring(0, 12);
        run("edit", "undo", taken);
        run("edit", "rename", "Bea", "Beatrice");
        assertForgotten("canary", "Beatrice");
    }

    @Test
    void whatNeverWasInTheGraphAndWhatIsStillThereStays() {
        run("edit", "merge", "NYC", "the big apple");
        run("edit", "rename", "Ann", "Annabel");
        String before = run("edit", "list").out();
        run("remove", "a");
        assertThat(run("edit", "list").out()).isEqualTo(before);
    }

    @Test
    void failuresOfASourceDoNotNameAFileWhoseDocumentWasRemoved() throws IOException {
        Path notes = Files.createDirectory(directory.resolve("notes"));
        Files.writeString(notes.resolve("canary.txt"), "The mill of Orlen grinds slowly.");
        Files.writeString(notes.resolve("other.txt"), "The baker of Orlen sleeps.");
        run("sync", "notes");
        for (String name : List.of("canary.txt", "other.txt")) {
            Files.write(notes.resolve(name), new byte[0]);
        }
        assertThat(shell.run("sync", "notes").exitCode()).isEqualTo(3);
        assertThat(exported()).contains("notes/canary.txt is empty");
        run("remove", "notes/canary.txt");
        assertThat(exported()).doesNotContain("canary").contains("notes/other.txt is empty");
    }

    @Test
    void aSourceThatIsForgottenWithItsDocumentsTakesTheirNamesAlong() throws IOException {
        Path notes = Files.createDirectory(directory.resolve("notes"));
        Files.writeString(notes.resolve("x.jsonl"), line("x", "Canary Lund", "met", "Nils"));
        run("sync", "notes");
        run("edit", "rename", "Canary Lund", "Canary Bille");
        run("sync", "--forget", "notes", "--documents");
        assertThat(exported()).doesNotContain("Canary Lund", "Canary Bille");
    }

    @Test
    void aDocumentThatIsReplacedOrGoneFromItsFolderKeepsWhatWasSaidOfIt() throws IOException {
        Path notes = Files.createDirectory(directory.resolve("notes"));
        Path file = Files.writeString(notes.resolve("x.jsonl"), line("x", "Dora", "met", "Nils"));
        run("sync", "notes");
        run("edit", "rename", "Dora", "Theodora");
        Files.delete(file);
        Files.writeString(notes.resolve("y.txt"), "Something else is here.");
        run("sync", "notes");
        assertThat(Stream.of(run("edit", "list").out())).allMatch(listed -> listed.contains("Theodora"));
    }
}
