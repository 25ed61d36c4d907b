package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code tern sync} of a file of JSON lines that has lost lines, as if its export broke off. */
final class LostDocumentsTest {
    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void begin() throws IOException {
        shell = new Shell(directory);
        Files.createDirectory(directory.resolve("notes"));
        write(0, 20);
        assertThat(shell.run("sync", "notes").exitCode()).isZero();
        assertThat(documents()).isEqualTo(20);
    }

    private static String line(int number) {
        return "{\"_id\": \"" + number + "\", \"text\": \"The keeper of house " + number + " is Code" + number + ".\"}";
    }

    private void write(int from, int to) throws IOException {
        Files.writeString(
                directory.resolve("notes/lines.jsonl"),
                IntStream.range(from, to).mapToObj(LostDocumentsTest::line).collect(Collectors.joining("\n")));
    }

    private int documents() {
        return CommandsTest.json(shell.run("documents", "--json"))
                .path("documents")
                .size();
    }

    @Test
    void manyDocumentsThatAFileLostAreKeptAndAskedAboutInEachRunUntilTheirRemovalIsAllowed() throws IOException {
        write(19, 20);
        for (int run = 0; run < 2; run++) {
            Shell.Run refused = shell.run("sync", "notes");
            assertThat(refused.exitCode()).isEqualTo(5);
            assertThat(refused.err())
                    .endsWith("warning: notes: 19 of its 20 documents are no longer in their files, more than a tenth:"
                            + " nothing is removed without --yes\n");
            assertThat(documents()).isEqualTo(20);
            assertThat(shell.run("sync", "--list").out())
                    .contains(
                            "19 of its 20 documents are no longer in their files: nothing was removed; tern sync --yes"
                                    + " removes them");
        }
        assertThat(shell.typedIn("n").runInTerminal("sync", "notes").err())
                .contains("notes: 19 of its 20 documents are no longer in their files. Remove them from the graph?"
                        + " [y/N] ");
        assertThat(documents()).isEqualTo(20);

        assertThat(shell.run("sync", "notes", "--yes").exitCode()).isZero();
        assertThat(documents()).isEqualTo(1);
        assertThat(shell.run("sync", "notes").out()).contains("0 replaced, 0 removed, 1 unchanged");
    }

    @Test
    void aHandfulGoesUnaskedButNotBesideFilesThatAreTooMany() throws IOException {
        write(0, 15);
        assertThat(shell.run("sync", "notes").exitCode()).isZero();
        assertThat(documents()).isEqualTo(15);

        for (int i = 0; i < 6; i++) {
            Files.writeString(directory.resolve("notes/" + i + ".txt"), "House " + i + " is empty.");
        }
        assertThat(shell.run("sync", "notes").exitCode()).isZero();
        for (int i = 0; i < 6; i++) {
            Files.delete(directory.resolve("notes/" + i + ".txt"));
        }
        write(0, 14);
        assertThat(shell.run("sync", "notes").err())
                .endsWith("warning: notes: 6 of its 7 files or pages are gone, and 1 of its 21 documents is no longer"
                        + " in their files, more than a tenth: nothing is removed without --yes\n");
        assertThat(documents()).isEqualTo(21);
        assertThat(shell.run("sync", "notes", "--yes").exitCode()).isZero();
        assertThat(documents()).isEqualTo(14);
    }

    @Test
    void aLineThatCannotBeReadKeepsItsDocumentAndIsNamed() throws IOException {
        Path file = directory.resolve("notes/lines.jsonl");
        Files.writeString(file, Files.readString(file).replace("{\"_id\": \"7\"", "{\"_id\": 7\""));
        assertThat(file.toFile().setLastModified(System.currentTimeMillis() + 60_000))
                .isTrue();
        for (int run = 0; run < 2; run++) {
            Shell.Run partly = shell.run("sync", "notes");
            assertThat(partly.exitCode()).isEqualTo(3);
            assertThat(partly.err())
                    .contains("warning: left out notes/lines.jsonl: it has 1 line that gives no document:"
                            + " notes/lines.jsonl:8 is not a document: ");
            assertThat(documents()).isEqualTo(20);
        }
        write(0, 20);
        assertThat(shell.run("sync", "notes").exitCode()).isZero();
        assertThat(documents()).isEqualTo(20);
    }
}
