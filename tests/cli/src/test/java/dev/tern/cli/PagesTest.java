package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests the commands and files of the pages: runs them if they need nothing else, and parses all of them. */
@Tag("slow")
final class PagesTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir
    private Path folder;

    /** A block of code of a page. */
    private record Block(String page, String language, String text) {}

    private static List<Block> blocks(String... languages) throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("examples/README.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md") && !file.endsWith("cli.md"))
                    .sorted()
                    .forEach(pages::add);
        }
        List<Block> blocks = new ArrayList<>();
        for (Path page : pages) {
            Matcher block = BLOCK.matcher(Files.readString(page));
            while (block.find()) {
                if (List.of(languages).contains(block.group(1))) {
                    blocks.add(new Block(ROOT.relativize(page).toString(), block.group(1), block.group(2)));
                }
            }
        }
        return blocks;
    }

    private Shell.Run sh(String script) throws IOException, InterruptedException {
        TernScript.in(folder);
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        ProcessBuilder builder = new ProcessBuilder("sh", "-e", "-c", script)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        return new Shell.Run(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    @Test
    void theTourOfTheCommandLineWorksAsItStands() throws Exception {
        StringBuilder script = new StringBuilder();
        for (Block block : blocks("sh")) {
            if (block.page().equals("docs/command-line.md")) {
                script.append(block.text());
            }
        }
        Shell.Run run = sh(script.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("“Lena Marr, Emil's daughter, built the Vale bridge.” [1]")
                .contains("Piet Moll repaired the Vale bridge in 1912.")
                .contains("\"documentId\" : \"lena\"");
        assertThat(folder.resolve("graph.jsonl.gz")).isNotEmptyFile();
        assertThat(folder.resolve("tern-completion.sh")).isNotEmptyFile();
    }

    @Test
    void whatThePageOfTheServerSendsIsAnswered() throws Exception {
        String requests = blocks("sh").stream()
                .filter(block ->
                        block.page().equals("docs/server.md") && block.text().startsWith("curl "))
                .map(Block::text)
                .findFirst()
                .orElseThrow();
        ServedProcess server = ServedProcess.start(Launched.java(), folder, "256m", Map.of());
        try {
            String here = requests.replace("http://127.0.0.1:8376", server.address(""));
            int second = here.indexOf("\ncurl ") + 1;
            Shell.Run run = sh(here.substring(0, second)
                    + "\nuntil curl -sf " + server.address("/api/v1/graphs/default") + " >graph; do sleep 0.1; done\n"
                    + here.substring(second));
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("\"state\":\"waiting\"").contains("built the Vale bridge.” [1]");
        } finally {
            server.process().destroy();
            assertThat(server.process().waitFor(2, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void everyCommandOfThePagesIsOne() throws IOException {
        List<String> commands = blocks("sh", "text").stream()
                .flatMap(block -> block.text().replace("\\\n", " ").lines())
                .map(line -> line.replaceFirst("^.*\\| (?=\\./tern )", ""))
                .filter(line -> line.startsWith("./tern ") || line.startsWith("tern "))
                .toList();
        assertThat(commands).hasSizeGreaterThan(30).allSatisfy(command -> {
            List<String> words = Shell.words(command.substring(command.indexOf(' '))
                    .replaceFirst(" [<>|&].*", "")
                    .replaceFirst(" +# .*", ""));
            understood(command, words);
        });
    }

    private static void understood(String command, List<String> words) {
        String[] typed = words.toArray(String[]::new);
        CommandLine tern = Shell.everyCommand(typed);
        assertThat(tern.parseArgs(typed).errors()).as(command).isEmpty();
    }

    @Test
    void everyConfigurationOfThePagesIsOne() throws IOException {
        List<Block> configurations = blocks("yaml");
        assertThat(configurations).hasSizeGreaterThan(4).allSatisfy(block -> {
            Shell shell = new Shell(folder);
            Path certificates = shell.file("ca.pem");
            shell.file("tern.yaml", block.text().replace("/etc/ssl/certs/example-ca.pem", certificates.toString()));
            Shell.Run run = shell.with("OPENAI_API_KEY", "a-key").run("doctor", "--settings");
            assertThat(run.exitCode()).as(block.page() + ": " + run.err()).isZero();
            assertThat(run.out()).contains("tern.yaml:");
        });
    }

    @Test
    void agentsAreToldACommandThatThereIs() throws IOException {
        List<Block> configurations = blocks("json").stream()
                .filter(block -> block.text().contains("mcpServers"))
                .toList();
        assertThat(configurations).hasSizeGreaterThan(1);
        for (Block block : configurations) {
            JsonNode server = JsonMapper.builder()
                    .build()
                    .readTree(block.text())
                    .path("mcpServers")
                    .path("tern");
            if (server.has("command")) {
                assertThat(server.path("command").asText()).endsWith("/tern");
                List<String> words = new ArrayList<>();
                server.path("args").forEach(word -> words.add(word.asText()));
                assertThat(words).startsWith("mcp");
                understood(block.page(), words);
            } else {
                assertThat(server.path("url").asText()).isEqualTo("http://127.0.0.1:8376/mcp");
            }
        }
    }
}
