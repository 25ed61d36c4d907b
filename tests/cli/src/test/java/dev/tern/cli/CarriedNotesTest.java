package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A graph of a stranger with a rule about sources and edits, and one's own graph. */
final class CarriedNotesTest {
    private static final String COUNTS = "2 edits, 1 rule about sources";
    private static final String SHOWN = " (tern sync --list, edit list, edit trust and themes show them)\n";

    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void graphs() {
        shell = new Shell(directory);
        shell.file("theirs.jsonl", line("gift", "Vera Holm", "keeps", "the mill"));
        run("theirs", "add", "theirs.jsonl");
        run("theirs", "edit", "rename", "Vera Holm", "V. Holm");
        run("theirs", "edit", "merge", "Vera Holm", "the keeper");
        run("theirs", "edit", "trust", "h*=0");
        run("theirs", "export", "--output", "gift.jsonl");
        shell.file("own.jsonl", line("handbook", "the emergency number", "is", "one four four"));
        run("own", "add", "own.jsonl");
    }

    private static String line(String id, String... triplet) {
        return "{\"_id\": \"" + id + "\", \"title\": \"\", \"text\": \"" + String.join(" ", triplet)
                + ".\", \"triplets\": [[\"" + String.join("\", \"", triplet) + "\"]]}";
    }

    private Shell.Run run(String store, String... words) {
        Shell.Run run = shell.run(
                Stream.concat(Arrays.stream(words), Stream.of("--store", store)).toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private String found(String store) {
        return run(store, "retrieve", "what is the emergency number?").out();
    }

    @Test
    void aGraphOfOnesOwnIsNotRuledByNotesThatWereNotAskedFor() {
        String before = found("own");
        assertThat(before).contains("one four four");
        assertThat(run("own", "import", "gift.jsonl").out())
                .endsWith("left out: " + COUNTS
                        + " (the graph holds other documents; --with-notes imports them, and they apply to all)\n");
        assertThat(found("own")).contains("one four four");
        assertThat(run("own", "edit", "list").out()).isEqualTo("no edit\n");
        assertThat(run("own", "edit", "trust").out()).doesNotContain("h*");

        assertThat(run("own", "import", "gift.jsonl", "--with-notes").out()).endsWith("came along: " + COUNTS + SHOWN);
        assertThat(found("own")).doesNotContain("one four four");
    }

    @Test
    void anEmptyGraphTakesThemAndSaysSoUnlessItIsToldOtherwise() {
        assertThat(run("new", "import", "gift.jsonl").out()).endsWith("came along: " + COUNTS + SHOWN);
        assertThat(run("new", "import", "gift.jsonl").out())
                .as("the same again, as after an interruption")
                .endsWith("came along: " + COUNTS + SHOWN);
        assertThat(run("bare", "import", "gift.jsonl", "--without-notes").out())
                .endsWith("left out: " + COUNTS + " (--without-notes)\n");
        assertThat(run("bare", "edit", "list").out()).isEqualTo("no edit\n");
        JsonNode json =
                CommandsTest.json(run("json", "import", "gift.jsonl", "--json")).path("notes");
        assertThat(json.toString()).isEqualTo("{\"taken\":true,\"sources\":0,\"edits\":2,\"rules\":1,\"themes\":0}");
        assertThat(shell.run("import", "gift.jsonl", "--with-notes", "--without-notes")
                        .err())
                .contains("--with-notes and --without-notes exclude each other");
    }

    @Test
    void copiesAndBackupsSayWhatCameAlongAndLeaveItOutWhereTheyAreTold() {
        assertThat(shell.run("copy", "--from", "theirs", "--to", "copy").out())
                .endsWith("came along: " + COUNTS + SHOWN);
        assertThat(shell.run("copy", "--from", "theirs", "--to", "plain", "--without-notes")
                        .out())
                .endsWith("left out: " + COUNTS + " (--without-notes)\n");
        assertThat(run("plain", "edit", "list").out()).isEqualTo("no edit\n");
        run("theirs", "export", "--vectors", "--output", "all.gz");
        assertThat(run("restored", "import", "all.gz").out()).endsWith("came along: " + COUNTS + SHOWN);
        assertThat(run("unruled", "import", "all.gz", "--without-notes").out())
                .endsWith("left out: " + COUNTS + " (--without-notes)\n");
        assertThat(run("unruled", "edit", "list").out()).isEqualTo("no edit\n");
        assertThat(run("unruled", "edit", "trust").out()).doesNotContain("h*");
    }
}
