package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the questions, the checks and the file of {@code tern init}. */
final class InitTest {
    @AutoClose
    private static final TaskStub stub = new TaskStub();

    @TempDir
    private Path home;

    private Path project;
    private Shell shell;

    @BeforeEach
    void open() throws IOException {
        project = Files.createDirectory(home.resolve("project"));
        shell = new Shell(project).chatting().with("HOME", home.toString());
        Files.createDirectory(project.resolve("docs"));
        shell.file("docs/lena.md", "Lena Marr built the Vale bridge.");
        stub.take();
    }

    private String written() throws IOException {
        return Files.readString(project.resolve("tern.yaml"));
    }

    @Test
    void enterTakesWhatStandsInBrackets() throws IOException {
        Shell.Run run = shell.typedIn("", "", "", "").run("init");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("   none, openai, anthropic, gemini, mistral, ollama/MODEL, URL=MODEL\n2. Which")
                .contains("4. Shall the documents be added now? [yes] ")
                .contains("1. Where are your documents? [./docs]    1 file, 1 KB\n")
                .contains("2. Which language model? [none]    answers will be quotations")
                .contains("3. Where shall the graph be kept? [./tern-store]    ./tern-store can be used, and is empty")
                .contains("wrote tern.yaml; next:\n  ./tern sync ./docs\n")
                .contains("docs: 1 added, 0 replaced, 0 removed, 0 unchanged");
        assertThat(written())
                .contains("# The documents: tern sync ./docs\n")
                .contains("\nstore: ./tern-store\n")
                .contains("\nchat:\n  provider: none\n");
        assertThat(shell.run("ask", "Who built the Vale bridge?").out()).contains("Lena Marr");
        assertThat(shell.run("doctor").exitCode()).isZero();
    }

    @Test
    void anAnswerThatDoesNotWorkIsAskedForAgain() throws IOException {
        Files.createDirectory(project.resolve("empty"));
        Shell.Run run = shell.typedIn(
                        "./nowhere",
                        "./empty",
                        "./docs/lena.md",
                        "openia",
                        "anthropic",
                        stub.url("silent") + "=usual",
                        stub.url("good") + "=usual",
                        "docs/lena.md",
                        "ftp://store",
                        "./graphs and more",
                        "perhaps",
                        "no")
                .run("init");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("nowhere does not exist")
                .contains("there is nothing to read in ./empty")
                .contains("openia")
                .contains("Anthropic needs a key: set ANTHROPIC_API_KEY")
                .contains("usual does not work: the reply of the model is empty")
                .contains("usual works")
                .contains("lena.md is a file, not a directory")
                .contains("the store \"ftp://store\" cannot be opened")
                .contains("./graphs and more can be used, and is empty")
                .contains("4. Shall the documents be added now? [no]    yes or no\n")
                .endsWith("wrote tern.yaml; next:\n  ./tern add ./docs/lena.md\n  ./tern ask \"...\"\n");
        assertThat(written())
                .contains("store: \"./graphs and more\"\n")
                .contains("chat:\n  provider: openai\n  model: usual\n  baseUrl: \"" + stub.url("good") + "\"\n");
        JsonNode settings =
                CommandsTest.json(shell.run("doctor", "--settings", "--json")).path("settings");
        assertThat(settings.at("/chat.model/value").asText()).isEqualTo("usual");
        assertThat(settings.path("chat.baseUrl").path("value").asText()).isEqualTo(stub.url("good"));
    }

    @Test
    void optionsAnswerWithoutATerminalAndNothingIsWrittenWhereOneDoesNotWork() throws IOException {
        assertThat(shell.run("init").err())
                .contains("tern init asks four questions, and its input is no terminal; with --yes it asks none");
        Shell.Run refused = shell.run("init", "--yes", "--model", stub.url("refusing") + "=usual");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .contains("usual does not work: ")
                .contains("(401)")
                .contains("; nothing was written");
        assertThat(project.resolve("tern.yaml")).doesNotExist();
        Shell.Run run = shell.run("init", "--json", "--documents", "docs/lena.md", "--store", "it's here");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(CommandsTest.json(run).path("next").asText()).isEqualTo("./tern add docs/lena.md");
        assertThat(written()).contains("store: \"it's here\"\n");
    }

    @Test
    void aFileThatIsThereStaysAsItIs() throws IOException {
        shell.file("tern.yaml", "degree: 2");
        Shell.Run run = shell.run("init", "--yes");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("there is a tern.yaml in this folder already, and it stays as it is");
        assertThat(written()).isEqualTo("degree: 2\n");
    }

    @Test
    void inputThatEndsTooEarlyWritesNothing() {
        Shell.Run run = shell.typedIn("./docs").run("init");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("the input ended before every question was answered; nothing was written");
        assertThat(project.resolve("tern.yaml")).doesNotExist();
    }

    private static HttpServer server(HttpHandler handler) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", handler);
        server.start();
        return server;
    }

    private static String address(HttpServer server) {
        return "http://localhost:" + server.getAddress().getPort();
    }

    @Test
    void modelsOfThisMachineAreOfferedAndOthersHoldNothingUp() throws IOException {
        HttpServer page = server(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("<html>a page</html>".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        HttpServer silent = server(exchange -> {});
        HttpServer closed = server(exchange -> {});
        closed.stop(0);
        String offering = stub.url("good").replace("/v1", "");
        try {
            Shell.Run run = shell.finding(List.of(address(silent), address(page), address(closed), offering))
                    .typedIn("", "", "", "")
                    .run("init");
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            String answer = stub.url("good") + "=usual";
            assertThat(run.out())
                    .contains("URL=MODEL\n   usual answers at "
                            + stub.url("good").split("/", -1)[2] + ": " + answer
                            + "\n2. Which language model? [" + answer + "]    usual works\n")
                    .doesNotContain("embed", "docs: 1 added");
            assertThat(written()).contains("  baseUrl: \"" + stub.url("good") + "\"\n");
        } finally {
            List.of(page, silent).forEach(server -> server.stop(0));
        }
    }

    @Test
    void aFirstSyncInATerminalShowsNamesAndQuestionsOfTwoDocuments() throws IOException {
        shell.file("docs/vale.md", "Tove Lind repaired the Vale bridge. Friday is the day of Tove Lind.");
        shell.file("docs/other.md", "Lena Marr is the daughter of Emil Marr.");
        Shell.Run first = shell.runInTerminal("sync", "docs", "--no-color", "--graph", "bridges");
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out())
                .contains("Main names\n  Lena Marr, ")
                .containsPattern("\n\nThemes\n  [A-Z].*, [A-Z].*\n")
                .contains("Questions that need two passages\n  ./tern ask \"What do ")
                .contains(" have to do with each other?\" --graph bridges\n")
                .doesNotContain("Friday");
        shell.file("docs/third.md", "Lena Marr built the Orm bridge.");
        assertThat(shell.runInTerminal("sync", "docs", "--graph", "bridges").out())
                .doesNotContain("Main names");
        assertThat(shell.run("sync", "docs", "--graph", "piped").out()).doesNotContain("Main names");
        assertThat(shell.runInTerminal("sync", "docs", "--json", "--graph", "json")
                        .out())
                .doesNotContain("Main names");
        assertThat(shell.runInTerminal("add", "docs", "--no-color", "--graph", "added")
                        .out())
                .contains("Main names\n  Lena Marr, ");
    }

    @Test
    void theQuestionsHaveNamesOfTwoPassagesAndNoTitles() {
        shell.file("docs/visit.md", "# Notes\n\nLena Marr built the Vale bridge. Tove Lind repaired the Orm bridge.");
        shell.file("docs/vale.md", "Tove Lind repaired the Vale bridge.");
        shell.file(
                "docs/board.md",
                "# Report of the board\n\nLena Marr is the daughter of Emil Marr. Emil Marr met Tove Lind in Husum.");
        assertThat(shell.runInTerminal("sync", "docs", "--no-color").out())
                .contains("ask \"What do Vale and Husum have to do with each other?\"\n", "Lena Marr?\"\n")
                .doesNotContain("Report of the board");
        shell.file(
                "cv.md",
                "# Life\n\nLena Marr was born in Husum. She studied in Bremen.\n\n## Work\n\nLena Marr built the Vale"
                        + " bridge. The Vale bridge was opened by Tove Lind. Tove Lind is the mayor of Husum.");
        shell.file("other.md", "# Minutes\n\nPresent: Otto Kern, Ines Falk. Otto Kern reported on the budget.");
        assertThat(shell.runInTerminal(
                                "add", "cv.md", "other.md", "--no-color", "--graph", "cv", "--passage-tokens", "30")
                        .out())
                .contains("ask \"What is known about Tove Lind?\"", "about Lena Marr?\"", "about Husum?\"");
    }

    @Test
    void theQuestionsAreInTheLanguageOfTheStatements() {
        shell.file(
                "docs/eins.md",
                "Das Projekt Eiskante wird von der Ingenieurin Jutta Brandmeier in Husum geleitet. Die Kosten trägt die"
                        + " Stiftung Wattenmeer, und das Geld kommt aus der Stadt.");
        shell.file(
                "docs/zwei.md",
                "Die Tochter von Jutta Brandmeier lebt mit Karsten Voss in Bremen. Er ist der Leiter der Werft und war"
                        + " auch in der Stadt Emden.");
        assertThat(shell.runInTerminal("sync", "docs", "--no-color").out())
                .contains("Questions that need two passages\n  ./tern ask \"Was haben ")
                .contains(" miteinander zu tun?\"\n");
    }

    @Test
    void theKeyOfTheEnvironmentChoosesTheModelAndIsNotWritten() throws IOException {
        Shell.Run run = shell.with("OPENAI_API_KEY", "sk-of-somebody-and-secret")
                .with("OPENAI_BASE_URL", stub.url("good"))
                .typedIn("", "", "", "")
                .run("init");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("2. Which language model? [openai]    gpt-6-luna works");
        assertThat(written()).contains("  provider: openai\n").doesNotContain("sk-of-somebody");
        assertThat(stub.take()).isNotEmpty().allMatch(asked -> asked.key().contains("sk-of-somebody"));
    }
}
