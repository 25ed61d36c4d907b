package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A chat, line by line. */
final class ChatTest {
    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void graph() {
        shell = new Shell(directory);
        shell.file(
                "corpus.jsonl",
                "{\"_id\": \"lena\", \"title\": \"Lena Marr\", \"text\": \"Lena Marr, Emil's daughter, built the Vale"
                        + " bridge.\", \"metadata\": {\"triplets\": [[\"Lena Marr\", \"is the daughter of\", \"Emil"
                        + " Marr\"], [\"Lena Marr\", \"built\", \"the Vale bridge\"]]}}");
        assertThat(shell.run("add", "corpus.jsonl").exitCode()).isZero();
    }

    private Shell.Run chat(String... lines) {
        return shell.pipedIn(String.join("\n", lines) + "\n").run("chat");
    }

    @Test
    void questionsFollowFromEachOtherAndWhySaysHow() {
        Shell.Run run = chat("Who is Emil Marr's daughter?", "what did she build?", "/why", "/sources");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("Vale bridge.” [1]\nquoted from the passages, no chat model\n[1] lena  Lena Marr\n")
                .containsPattern("Asked: what did she build\\? \\(Emil Marr, Lena Marr")
                .contains("understand", "What led there\n  [1]  Lena Marr, Emil's daughter, built the Vale bridge.\n")
                .contains("  1  lena  Lena Marr\n     Lena Marr, Emil's daughter, built the Vale bridge.\n");
    }

    @Test
    void textsAroundAnAnswerFollowTheLanguageOfTheQuestion() {
        assertThat(chat("Wer baute die Vale bridge?").out())
                .contains("\naus den Textstellen zitiert, ohne Sprachmodell\n");
        assertThat(chat("¿Quién construyó Vale bridge?").out()).contains("\ncitado de los pasajes, sin modelo");
        assertThat(chat("Siapa yang membangun Vale bridge?").out()).contains("\ndikutip dari bagian teks, tanpa");
    }

    @Test
    void newConversationFollowsFromNothing() {
        Shell.Run run = chat("Who is Emil Marr's daughter?", "/new", "what did she build?", "/why");

        assertThat(run.out()).contains("Asked: what did she build?\n").doesNotContain("understand");
        assertThat(run.err()).contains("a new conversation with the graph default");
    }

    @Test
    void modeAndGraphCanBeChanged() {
        shell.file("other.jsonl", "{\"_id\": \"piet\", \"text\": \"Piet Moll bakes bread.\"}");
        assertThat(shell.run("add", "other.jsonl", "--graph", "bakers").exitCode())
                .isZero();
        Shell.Run run = chat(
                "/mode", "/mode naive", "/mode graph", "/graph", "/graph bakers", "What does Piet Moll bake?", "/why");

        assertThat(run.err())
                .contains("mode local\nmode naive\n")
                .contains("there is no mode \"graph\" here; there are naive, local")
                .contains("a new conversation with the graph bakers");
        assertThat(run.out()).contains("bakers\ndefault\n").contains("Piet Moll bakes bread.", "naive mode");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void whatGoesWrongIsSaidAndTheChatGoesOn() {
        Shell.Run run = chat(
                "/sing",
                "/open 1",
                "/graph nowhere",
                "/graph no where",
                "/graph default",
                "",
                "a".repeat(9_000),
                "Who built the Vale bridge?",
                "/open 2",
                "/open it");

        assertThat(run.err())
                .contains("tern: there is no /sing; there are /mode, /graph, /why, /sources, /open, /new, /save, /help,"
                        + " /quit\n")
                .contains("tern: there is no source 2; the answer has one\n")
                .contains("tern: /open needs the number of a source, as in /open 1\n")
                .contains("tern: there is no answer yet\n")
                .contains("the graph \"nowhere\" in ./tern-store is empty")
                .contains("\"no where\" cannot be a graph's name")
                .contains("the question has 9000 characters; the limit is 8192");
        assertThat(run.out()).contains("built the Vale bridge.” [1]");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void conversationIsSavedAsMarkdownAndNothingIsOverwritten() {
        Shell.Run run = chat(
                "Who is Emil Marr's daughter?",
                "what did she build?",
                "/save chat.md",
                "/save chat.md",
                "/save",
                "/quit",
                "Who built the Vale bridge?");

        assertThat(directory.resolve("chat.md"))
                .content()
                .startsWith("# A conversation with default\n\n## Who is Emil Marr's daughter?\n\n")
                .containsPattern(
                        "## what did she build\\?\n\n\\*Understood as: what did she build\\? \\(.*Lena Marr.*\\)\\*\n")
                .contains("1. **Lena Marr (lena)**\n\n   > Lena Marr, Emil's daughter, built the Vale bridge.\n");
        assertThat(run.err())
                .contains("2 turns in chat.md\n")
                .contains("chat.md exists already; name a new file")
                .contains("/save needs the name of a file");
    }

    @Test
    void answersForProgramsAreALineOfJsonEach() throws IOException {
        List<String> lines = shell.pipedIn("Who is Emil Marr's daughter?\nwhat did she build?\n")
                .run("chat", "--json")
                .out()
                .lines()
                .toList();

        assertThat(lines).hasSize(2);
        JsonNode second = JsonMapper.builder().build().readTree(lines.get(1));
        assertThat(second.path("question").asText()).contains("Lena Marr");
    }

    @Test
    void conversationOfManyTurnsGoesOn() {
        String[] lines = new String[21];
        Arrays.fill(lines, "Who is Emil Marr's daughter?");
        lines[20] = "/why";
        Shell.Run run = shell.pipedIn(String.join("\n", lines) + "\n").run("chat", "--mode", "naive");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("of the 19 turns before it, the latest 8 were read");
    }

    @Test
    void graphThatIsNotThereAndAWrongOptionAreToldBeforeAnythingIsAsked() {
        assertThat(shell.run("chat", "--graph", "nowhere").err()).contains("the graph \"nowhere\"");
        Shell.Run wrong = shell.run("chat", "--time-limit", "soon");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("--time-limit is \"soon\"");
    }
}
