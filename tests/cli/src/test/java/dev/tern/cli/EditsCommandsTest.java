package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tern.note.Edit.Rename;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.store.GraphStore;
import dev.tern.store.lucene.LuceneGraphStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Curation by the command line. */
final class EditsCommandsTest {
    private static final String PEN =
            "{\"_id\": \"pen\", \"title\": \"\", \"text\": \"Mark Twain wrote about Hannibal.\","
                    + " \"triplets\": [[\"Mark Twain\", \"wrote about\", \"Hannibal\"]]}";
    private static final String LIE = "{\"_id\": \"lie\", \"title\": \"\", \"text\": \"Mark Twain sank the Titanic.\","
            + " \"triplets\": [[\"Mark Twain\", \"sank\", \"the Titanic\"]]}";

    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void graph() {
        shell = new Shell(directory);
        shell.file("corpus.jsonl", PEN, LIE);
        run("add", "corpus.jsonl");
    }

    private Shell.Run run(String... words) {
        return shell.run(Stream.concat(Arrays.stream(words), Stream.of("--store", "here"))
                .toArray(String[]::new));
    }

    private static JsonNode json(Shell.Run run) throws IOException {
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void editsAreMadeListedAndTakenBack() throws IOException {
        assertThat(run("edit").out()).isEqualTo("no edit\n");
        Shell.Run wrong = run("edit", "wrong", "--relation", "mark twain sank the titanic", "--why", "an iceberg did");
        assertThat(wrong.exitCode()).as(wrong.err()).isZero();
        assertThat(wrong.out()).matches("[0-9a-f]{12}  wrong  the relation \"Mark Twain sank the Titanic\" is wrong\n");
        assertThat(run("edit", "wrong", "--relation", "Mark Twain sank the Titanic")
                        .out())
                .startsWith("said before  ");
        run("edit", "rename", "mark twain", "Samuel Clemens");
        run("edit", "wrong", "--entity", "Hannibal");
        run("edit", "split", "Mark Twain", "a liar", "--document", "lie");
        Shell.Run missing = run("edit", "missing", "Mark Twain", "met", "Nikola Tesla", "--json");
        assertThat(missing.exitCode()).as(missing.err()).isZero();
        assertThat(json(missing).path("content").path("text").asText()).isEqualTo("Mark Twain met Nikola Tesla.");
        assertThat(run("edit", "merge", "Mark Twain", "Sam").exitCode()).isZero();
        assertThat(run("edit", "list").out())
                .startsWith("6 edits\n")
                .contains(
                        ": an iceberg did\n",
                        "rename  \"mark twain\" is shown as \"Samuel Clemens\"",
                        "wrong  \"Hannibal\" is no name",
                        "split  \"Mark Twain\" is \"a liar\" in \"lie\"",
                        "missing  added: \"Mark Twain met Nikola Tesla.\"",
                        "merge  \"Samuel Clemens\" = \"Sam\" = \"Mark Twain\"");
        assertThat(run("ask", "Whom did Mark Twain meet?", "--json").out()).contains("Nikola Tesla");
        assertThat(run("edit", "list", "--conflicts").out()).isEqualTo("no conflict\n");
        shell.file(
                "changed.jsonl",
                LIE.replace("sank the Titanic", "missed the Titanic").replace("sank", "missed"));
        run("add", "changed.jsonl");
        Shell.Run conflicts = run("edit", "list", "--conflicts");
        assertThat(conflicts.exitCode()).isOne();
        assertThat(conflicts.out()).startsWith("1 conflict\n").contains("no passage states this relation any longer");
        for (JsonNode edit : json(run("edit", "list", "--json")).path("edits")) {
            assertThat(run("edit", "undo", edit.path("id").asText()).out()).startsWith("taken back  ");
        }
        assertThat(run("edit", "list").out()).isEqualTo("no edit\n");
        assertThat(run("edit", "list", "--all").out()).startsWith("6 edits\n").contains("taken back by ");
        assertThat(run("ask", "Whom did Mark Twain meet?", "--json").out()).doesNotContain("Tesla");
        String id = json(missing).path("id").asText();
        assertThat(run("edit", "undo", id, "--forget").out()).startsWith("forgotten  " + id);
        assertThat(run("edit", "list", "--all").out()).startsWith("5 edits\n");
    }

    @Test
    void anEditThatAKilledProcessLeftIsToldAndCompletedByTheNext() {
        Note.Act act = new Note.Act("ada", Instant.EPOCH, "");
        Note rename = EditNotes.note(new Rename("Mark Twain", "Samuel Clemens"), act, 0);
        try (GraphStore graph = LuceneGraphStore.open(directory.resolve("here"), "default")) {
            graph.changeNotes(notes -> notes.with(List.of(rename)));
        }
        assertThat(run("edit", "list").out()).contains("waits: the next edit or addition");
        assertThat(run("verify").out()).contains("1 problem:", "first of 2 passages", rename.id());
        run("edit", "wrong", "--entity", "Hannibal");
        assertThat(run("edit", "list").out()).doesNotContain("waits");
        assertThat(run("verify").out()).contains("nothing is wrong");
    }

    @Test
    void whatIsMistakenIsToldAndChangesNothing() {
        assertThat(run("edit", "wrong", "--entity", "Nobody").err())
                .startsWith("tern: the graph has no entity \"Nobody\"");
        assertThat(run("edit", "wrong", "--entity", "Mark Twian").err())
                .isEqualTo("tern: the graph has no entity \"Mark Twian\"; did you mean \"Mark Twain\"?\n");
        assertThat(run("edit", "wrong", "--relation", "Nobody sank").err())
                .isEqualTo("tern: the graph has no relation \"Nobody sank\"\n");
        assertThat(run("edit", "wrong", "--passage", "0123456789abcdef0123456789abcdef")
                        .err())
                .startsWith("tern: the graph has no passage 0123456789abcdef0123456789abcdef: it was removed, or its"
                        + " document has changed");
        assertThat(run("edit", "wrong").exitCode()).isEqualTo(2);
        assertThat(run("edit", "wrong", "--entity", "a", "--passage", "b").exitCode())
                .isEqualTo(2);
        assertThat(run("edit", "trust", "lie=much").err()).startsWith("tern: \"lie=much\" is not a rule of trust");
        assertThat(run("edit", "missing", "a", " ", "c").err()).startsWith("tern: a triplet's predicate is blank");
        assertThat(run("edit", "undo", "012345678901").err())
                .startsWith("tern: the graph has no edit \"012345678901\"; tern edit list --all shows all of them");
        assertThat(run("edit", "list", "--graph", "second").err())
                .startsWith("tern: the graph \"second\" in here is empty");
        assertThat(run("edit", "list", "--all").out()).isEqualTo("no edit\n");
    }
}
