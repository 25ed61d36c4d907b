package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the messages about unusable input, and that nothing of it is stored. */
final class BadInputTest {
    private static final String GOOD = "{\"_id\": \"a\", \"text\": \"Euler knew Daniel.\"}";

    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(directory);
    }

    private void refused(String file, String expected) {
        Shell.Run run = shell.run("add", file);
        assertThat(run.err()).contains(expected);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(directory.resolve("tern-store")).doesNotExist();
    }

    @Test
    void aPlaceThatIsNotThereIsNamedWithItsReason() {
        Shell.Run add = shell.run("add", "nope.txt");
        assertThat(add.exitCode()).isEqualTo(1);
        assertThat(add.err()).isEqualTo("tern: nope.txt does not exist\n");
        assertThat(shell.run("add", "--dry-run", "nope.txt").err()).isEqualTo("tern: nope.txt does not exist\n");
    }

    @Test
    void fewerRunsThanNoneAreNotListed() {
        Shell.Run run = shell.run("jobs", "--last=-1");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--last is -1; it must be at least 0");
        assertThat(shell.run("jobs", "--last=0").exitCode()).isZero();
    }

    @Test
    void notJson() {
        shell.file("bad.jsonl", GOOD, "hello");
        refused("bad.jsonl", "bad.jsonl:2: ");
        refused("bad.jsonl", "Nothing was added. Mend it, or leave bad lines out with --skip-bad.");
        Shell.Run skipped = shell.run("add", "--skip-bad", "bad.jsonl");
        assertThat(skipped.exitCode()).isZero();
        assertThat(skipped.err()).contains("warning: left out ").contains("bad.jsonl:2: ");
        assertThat(skipped.out()).contains("1 document in graph default");
    }

    @Test
    void wrongEncoding() throws IOException {
        Files.write(
                directory.resolve("latin.jsonl"),
                "{\"_id\":\"a\",\"text\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));
        refused("latin.jsonl", "latin.jsonl:1: ");
    }

    @Test
    void emptyFileAndEmptyText() {
        shell.file("empty.jsonl");
        refused("empty.jsonl", "empty.jsonl: the file is empty");
        shell.file("blank.jsonl", "{\"_id\": \"a\", \"text\": \" \"}");
        refused("blank.jsonl", "blank.jsonl:1: ");
    }

    @Test
    void duplicateIds() {
        shell.file("twice.jsonl", GOOD, GOOD);
        refused("twice.jsonl", "twice.jsonl:2: the _id \"a\" was already used at ");
    }

    @Test
    void passageOverTheWindow() {
        shell.file("long.jsonl", "{\"_id\": \"a\", \"text\": \"" + "word ".repeat(10_000) + "\"}");
        refused("long.jsonl", "a passage may have 8191");
    }

    @Test
    void noSuchFile() {
        refused("nowhere.jsonl", "nowhere.jsonl does not exist");
    }

    @Test
    void storeThatIsAFile() {
        shell.file("corpus.jsonl", GOOD);
        shell.file("store", "mine");
        Shell.Run run = shell.run("add", "corpus.jsonl", "--store", "store");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("tern: ").contains("store").doesNotContain("Exception");
        assertThat(directory.resolve("store")).hasContent("mine\n");
    }

    @Test
    void graphNamesWithSlashesOrDots() {
        for (String name : new String[] {"../x", "a/b", "a.b", ""}) {
            Shell.Run run = shell.run("documents", "--graph", name);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("\"" + name + "\" cannot be a graph's name");
        }
    }

    @Test
    void controlCharactersOfStrangersAreNoOrdersToTheTerminal() {
        String title = "Of \\u001b[2Jthe\\u0007 \\u009b31mkey";
        shell.file(
                "evil.jsonl",
                "{\"_id\": \"a\\u001b]0;b\", \"title\": \"" + title
                        + "\", \"text\": \"Euler\\u001b[8m knew \\u202eDaniel.\","
                        + " \"metadata\": {\"triplets\": [[\"Euler\\u001b[5m\", \"knew\", \"Daniel\"]]}}");
        assertThat(shell.run("add", "evil.jsonl").exitCode()).isZero();
        String ours = "\\e\\[[0-9;]*m";
        for (String command : new String[] {"ask", "ask --compare", "retrieve"}) {
            String out = shell.runInTerminal(
                            Shell.words(command + " Who knew Daniel?").toArray(String[]::new))
                    .out()
                    .replaceAll(ours, "");
            assertThat(out).contains("Of \ufffd[2Jthe\ufffd \ufffd31mkey").contains("knew Daniel.");
            assertThat(out).doesNotContainPattern("[\\p{Cc}\u202e&&[^\n]]");
            Shell.Run json =
                    shell.run(Shell.words(command + " --json Who knew Daniel?").toArray(String[]::new));
            assertThat(json.out()).contains("\\u001B[2J", "\\u009B31m").doesNotContainPattern("[\\p{Cc}&&[^\n]]");
        }
        assertThat(shell.run("remove", "x\u001b[2J").err()).contains("no document \"x\ufffd[2J\"");
        assertThat(shell.run("add", "x\u001b2J.jsonl").err()).endsWith("x\ufffd2J.jsonl does not exist\n");
    }

    @Test
    void aBlankPathIsNotTheFolder() {
        shell.file("corpus.jsonl", GOOD);
        refused("", "a PLACE is blank; for the folder that you are in, write .");
    }

    @Test
    void blankQuestion() {
        Shell.Run run = shell.run("ask", "  ");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("tern: the question is blank\n");
    }

    @Test
    void noStore() {
        Shell.Run run = shell.run("ask", "Who?");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("tern: there is no store at ./tern-store: add documents first, as in: tern add FOLDER\n");
        assertThat(directory.resolve("tern-store")).doesNotExist();
    }

    @Test
    void commandThatOnlyHasSubcommandsShowsItsHelp() {
        Shell.Run run = shell.run("edit", "--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("Usage: tern edit [-h]");
    }

    @Test
    void letterThatTheLocaleCannotReadIsRefused() {
        Shell.Run run = shell.run("ask", "Wo liegt Z\uFFFDrich?");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo(
                        "tern: the argument \"Wo liegt Z\uFFFDrich?\" has letters that this locale cannot read; set one"
                                + " of UTF-8, as in LC_ALL=C.UTF-8\n");
    }

    @Test
    void wordsOfOtherProgramsAreProposedAsCommandsHere() {
        Map<String, String> proposals = Map.of(
                "search", "retrieve",
                "query", "ask",
                "list", "documents",
                "delete", "remove",
                "ingest", "add",
                "models", "doctor --models",
                "sources", "sync --list");
        proposals.forEach((word, command) -> assertThat(shell.run(word, "x").err())
                .isEqualTo("tern: there is no command \"" + word + "\"; did you mean \"" + command
                        + "\"? (see tern --help)\n"));
    }

    @Test
    void helpNamesRareOptionsOnlyIfAllAreWished() {
        Shell.Run help = shell.run("ask", "--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.out())
                .contains("--mode=MODE", "--top=N", "--chat-model=NAME", "\nMore options: tern ask --help --all\n")
                .doesNotContain("--entity-top-k", "--consistency");
        assertThat(help.out().lines().count()).isLessThan(60);
        assertThat(shell.run("help", "ask").out()).isEqualTo(help.out());
        assertThat(shell.run("ask", "--help", "--all").out())
                .contains("--mode=MODE", "--entity-top-k=N", "--consistency=NAME")
                .doesNotContain("More options");
        assertThat(shell.run("documents", "--help").out()).contains("--debug").doesNotContain("More options");
        assertThat(shell.run("ask", "--degree", "1", "--help").out()).isEqualTo(help.out());
    }

    @Test
    void usage() {
        assertThat(shell.run("aks").exitCode()).isEqualTo(2);
        assertThat(shell.run("aks").err())
                .isEqualTo("tern: there is no command \"aks\"; did you mean \"ask\"? (see tern --help)\n");
        assertThat(shell.run("compare", "x").err()).contains("did you mean \"ask --compare\"?");
        assertThat(shell.run("ask", "--topp", "1", "x").err())
                .contains("no option \"--topp\"; did you mean \"--top\"?");
        assertThat(shell.run("ask").exitCode()).isEqualTo(2);
        assertThat(shell.run("ask").err()).contains("QUESTION").contains("(see tern ask --help)");
        assertThat(shell.run("ask", "--top", "0", "x").err())
                .isEqualTo("tern: finalTopK (--top) is 0; it must be between 1 and 1000\n");
        assertThat(shell.run("ask", "--top", "many", "x").err())
                .isEqualTo("tern: finalTopK (--top) is \"many\"; it must be a whole number from 1 to 1,000\n");
        assertThat(shell.run("ask", "--mode", "best", "x").err())
                .isEqualTo("tern: mode (--mode) is \"best\"; it must be naive, local, graph or overview\n");
        assertThat(shell.run("ask", "--compare", "--mode", "local", "x").err())
                .isEqualTo("tern: --compare shows an answer of every mode: leave out --mode, --copy and --open\n");
        assertThat(shell.run("demo", "now").err())
                .isEqualTo("tern: \"now\" is one word too many (see tern demo --help)\n");
        assertThat(shell.run().exitCode()).isEqualTo(2);
    }

    @Test
    void aServerThatIsNotThereIsToldOfInTime() {
        // Nothing listens on port 1.
        Shell.Run run =
                shell.with("TERN_MILVUS_TIMEOUT_SECONDS", "1").run("documents", "--store", "http://127.0.0.1:1");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo("tern: cannot reach Milvus at http://127.0.0.1:1 within 1000 ms: nothing listens there; is"
                        + " the server running, and is the port right?\n");
    }

    @Test
    void errorsAsJsonGoToStderr() {
        Shell.Run run = shell.run("ask", "--json", "Who?");
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("{\"error\":{\"kind\":\"user\",\"message\":\"there is no store at ");
        assertThat(run.err()).endsWith("\"exitCode\":1}}\n");
    }

    @Test
    void theStackTraceIsForDebug() {
        assertThat(shell.run("ask", "Who?").err()).doesNotContain("\tat ");
        assertThat(shell.run("ask", "--debug", "Who?").err()).contains("\tat dev.tern.");
    }

    @Test
    void portThatIsTakenIsNamedAndNothingIsServed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Shell.Run run = shell.run("serve", "--port", String.valueOf(taken.getLocalPort()));

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .startsWith("tern: the server cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": ")
                    .hasLineCount(1);
            assertThat(run.out()).isEmpty();
        }
    }
}
