package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code tern chat} in a terminal: typed lines, the keys that interrupt and end, and the remaining screen. */
@Tag("slow")
final class ChatTerminalTest {
    private static final String INTERRUPT = "\u0003";
    private static final String END = "\u0004";
    private static final String DELETE = "\u007f";

    /** The escape sequence of the key that xterm sends while a line is edited. */
    private static final String UP = "\u001bOA";

    private static final String PROMPT = "default> ";

    @TempDir
    private Path directory;

    @AutoClose
    private SlowProvider provider;

    private Map<String, String> variables;

    @BeforeEach
    void graph() throws IOException {
        provider = new SlowProvider(0);
        variables = Map.of(
                "OPENAI_API_KEY", "sk-not-a-real-key",
                "OPENAI_BASE_URL", provider.url(),
                "TERN_EMBEDDING_MODEL", "stub-embedding",
                "TERN_EXTRACTOR", "rules");
        Shell shell = new Shell(directory).real();
        variables.forEach(shell::with);
        shell.file(
                "corpus.jsonl",
                "{\"_id\": \"lena\", \"title\": \"Lena Marr\", \"text\": \"Lena Marr built the Vale bridge.\","
                        + " \"metadata\": {\"triplets\": [[\"Lena Marr\", \"built\", \"the Vale bridge\"]]}}");
        Shell.Run run = shell.run("add", "corpus.jsonl");
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    private PseudoTerminal chat(int rows, int columns) throws IOException, InterruptedException {
        return new PseudoTerminal(directory, rows, columns, variables, "chat");
    }

    @Test
    void questionsFollowFromEachOtherAnswersAreInterruptedAndTheTerminalIsLeftAsItWas()
            throws IOException, InterruptedException {
        try (PseudoTerminal terminal = chat(24, 80)) {
            assertThat(terminal.until(PROMPT)).contains("/help lists commands, Ctrl-D ends\n");
            terminal.type("Who built the Vle" + DELETE + DELETE + "ale bridge?\r");
            assertThat(terminal.until(PROMPT))
                    .contains("\nwriting the answer ...\n", "The Vale bridge [1].", "[1] lena  Lena Marr");
            terminal.type("/why\r");
            assertThat(terminal.until(PROMPT))
                    .contains("Asked: Who built the Vale bridge?")
                    .doesNotContain("understand");
            terminal.type("And who paid for it?\r");
            assertThat(terminal.until(PROMPT)).contains("The Vale bridge [1].");
            terminal.type("/why\r");
            assertThat(terminal.until(PROMPT)).contains("Asked: The Vale bridge [1].", "understand  ");
            terminal.type("/sources\r");
            assertThat(terminal.until(PROMPT)).contains("Lena Marr built the Vale bridge.");
            terminal.type("/mode naive\r");
            assertThat(terminal.until(PROMPT)).contains("mode naive\n");

            terminal.type("half a line" + INTERRUPT);
            assertThat(terminal.until(PROMPT)).doesNotContain("interrupted");

            // While the question is made one that stands alone, and while words of the answer come.
            provider.hold(true);
            terminal.type("And when?\r");
            interruptHeldAnswer(terminal, "And when?\n");
            terminal.type("/new\r");
            terminal.until(PROMPT);
            terminal.type("What did Lena Marr build?\r");
            interruptHeldAnswer(terminal, "The Vale ");

            provider.hold(false);
            terminal.type(UP + "\r");
            assertThat(terminal.until(PROMPT)).contains("What did Lena Marr build?", "The Vale bridge [1].");
            terminal.type("/mode graph\r");
            terminal.until(PROMPT);
            terminal.type("/new\r");
            terminal.until(PROMPT);
            terminal.type("What did Lena Marr build?\r");
            terminal.until(PROMPT);
            terminal.type("/why\r");
            assertThat(terminal.until(PROMPT)).contains("What led there\n  [1]  Lena Marr built the Vale bridge.\n");
            terminal.type(END);
            terminal.until("ended with 0, the terminal is as it was", PseudoTerminal.AT_ONCE);
        }
        assertThat(directory.resolve(".local/state/tern/chat-history"))
                .content()
                .contains("What did Lena Marr build?");
        assertThat(Files.getPosixFilePermissions(directory.resolve(".local/state/tern")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    private void interruptHeldAnswer(PseudoTerminal terminal, String shown) throws IOException, InterruptedException {
        terminal.until(shown);
        assertThat(provider.isHolding(120)).as("the model is asked").isTrue();
        terminal.type(INTERRUPT);
        assertThat(terminal.until(PROMPT, PseudoTerminal.AT_ONCE))
                .containsOnlyOnce("tern: ")
                .contains("\ntern: interrupted\n");
        assertThat(provider.isCut(18)).as("the call of the model is cut off").isTrue();
    }

    @Test
    void terminalThatTellsNoSizeIsOneOfTheUsualSize() throws IOException, InterruptedException {
        try (PseudoTerminal terminal = chat(0, 0)) {
            terminal.until(PROMPT);
            terminal.type("Who built the Vale bridge?\r");
            assertThat(terminal.until(PROMPT))
                    .startsWith("Who built the Vale bridge?\n")
                    .contains("[1] lena  Lena Marr");
            terminal.type(END);
            terminal.until("ended with 0, the terminal is as it was", PseudoTerminal.AT_ONCE);
        }
    }

    @Test
    void signalEndsTheChatAtOnce() throws IOException, InterruptedException {
        try (PseudoTerminal terminal = chat(24, 80)) {
            terminal.until(PROMPT);
            terminal.signal("TERM");
            assertThat(terminal.until("ended with 143, the terminal is as it was", PseudoTerminal.AT_ONCE))
                    .doesNotContain(PROMPT, "tern: ");
        }
    }

    @Test
    void closingTheTerminalEndsTheChatAndTheAnswerAtOnce() throws IOException, InterruptedException {
        provider.hold(true);
        try (PseudoTerminal terminal = chat(24, 80)) {
            terminal.until(PROMPT);
            terminal.type("Who built the Vale bridge?\r");
            assertThat(provider.isHolding(120)).isTrue();
            terminal.hangUp();
            terminal.until("ended with 129, the terminal is closed", PseudoTerminal.AT_ONCE);
            assertThat(provider.isCut(18)).isTrue();
        }
    }
}
