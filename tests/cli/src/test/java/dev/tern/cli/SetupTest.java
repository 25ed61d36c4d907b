package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs build/tools/setup.sh on machines whose only commands are a few scripts, with an apt that records its arguments.
 */
@Tag("slow")
final class SetupTest {
    private static final String NOT_ROOT = "echo 1000";

    @TempDir
    private Path machine;

    private final Map<String, String> environment = new HashMap<>();

    private record Outcome(int status, String err) {}

    @BeforeEach
    void bareMachine() throws IOException {
        Files.createDirectories(machine.resolve("commands"));
        Files.createDirectories(machine.resolve("offered"));
        environment.put("PATH", machine.resolve("commands").toString());
        command("id", "echo 0");
        command("env", "shift; exec \"$@\"");
        command("sudo", "echo sudo \"$@\" >>" + machine + "/asked; \"$@\"");
        command("apt-cache", "[ ! -f " + machine + "/offered/$2 ] || echo Package: $2");
        command(
                "apt-get",
                "echo \"$@\" >>" + machine + "/asked\n"
                        + "for each in \"$@\"; do\n"
                        + "  [ ! -f " + machine + "/offered/$each ] || { echo '#!/bin/sh' >" + machine
                        + "/commands/$each\n"
                        + "    /bin/chmod +x " + machine + "/commands/$each; }\n"
                        + "done");
    }

    private void command(String name, String script) throws IOException {
        Path file = machine.resolve("commands").resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private void offer(String name) throws IOException {
        Files.writeString(machine.resolve("offered").resolve(name), "");
    }

    private List<String> asked() throws IOException {
        Path asked = machine.resolve("asked");
        return Files.exists(asked) ? Files.readAllLines(asked) : List.of();
    }

    private Outcome setup(String... tools) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "../../build/tools/setup.sh");
        builder.command().addAll(List.of(tools));
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), err);
    }

    @Test
    void nothingIsSaidOrAskedForWhereNothingIsMissing() throws Exception {
        command("git", "");
        command("mvn", "");
        assertThat(setup("git", "maven")).isEqualTo(new Outcome(0, ""));
        assertThat(asked()).isEmpty();
    }

    @Test
    void rootInstallsWhatIsMissingAtOnce() throws Exception {
        offer("npm");
        offer("chromium");
        offer("chromium-headless-shell");
        command("git", "");
        assertThat(setup("git", "npm", "chromium")).isEqualTo(new Outcome(0, """
            missing: npm, for the conformance tests of MCP
            missing: Chromium, for the tests of the page
            Installing npm chromium-headless-shell
            """));
        assertThat(asked())
                .containsExactly("update -qq", "install -y --no-install-recommends npm chromium-headless-shell");
    }

    @Test
    void dataOfALanguageIsAPackageBesideTheProgram() throws Exception {
        offer("tesseract-ocr");
        offer("tesseract-ocr-rus");
        command("grep", "exec /bin/grep \"$@\"");
        command(
                "apt-get",
                "echo \"$@\" >>" + machine + "/asked\n"
                        + "[ $1 != install ] || { printf '#!/bin/sh\\necho rus\\n' >" + machine
                        + "/commands/tesseract\n"
                        + "  /bin/chmod +x " + machine + "/commands/tesseract; }");
        assertThat(setup("tesseract", "tesseract-rus")).isEqualTo(new Outcome(0, """
            missing: Tesseract, for the tests of scanned pages
            missing: Tesseract's data for Russian, for the same tests
            Installing tesseract-ocr tesseract-ocr-rus
            """));
        assertThat(asked())
                .containsExactly("update -qq", "install -y --no-install-recommends tesseract-ocr tesseract-ocr-rus");
    }

    @Test
    void whatCannotBeHadIsSaidBeforeAnythingIsInstalled() throws Exception {
        offer("npm");
        Outcome outcome = setup("npm", "jdk");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("missing: npm")
                .contains("apt offers no package for it: a JDK 21 or newer (Debian 12 has none of its own: the packages"
                        + " of Eclipse Temurin have; or \"sdk install java\")");
        assertThat(asked()).containsExactly("update -qq");
    }

    @Test
    void othersAreAskedAndWithoutATerminalOnlyTheCommandIsSaid() throws Exception {
        command("id", NOT_ROOT);
        offer("curl");
        assertThat(setup("curl"))
                .isEqualTo(new Outcome(
                        1, "missing: curl\nTo install it: sudo apt-get install -y --no-install-recommends curl\n"));
        assertThat(asked()).isEmpty();
    }

    @Test
    void inContinuousIntegrationSudoMustNotAskForAPassword() throws Exception {
        command("id", NOT_ROOT);
        command("sudo", "[ $1 = -n ] || exit 9; shift; \"$@\"");
        offer("curl");
        environment.put("CI", "true");
        assertThat(setup("curl")).isEqualTo(new Outcome(0, "missing: curl\nInstalling curl\n"));
    }

    @Test
    void anInstallationThatBringsNothingIsAFailure() throws Exception {
        offer("python3-venv");
        Outcome outcome = setup("python");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .endsWith("still missing after the installation: Python 3.11 or newer with venv, for the servers"
                        + " of the tests\n");
    }

    @Test
    void aSystemWithoutAptIsLeftAlone() throws Exception {
        Files.delete(machine.resolve("commands/apt-get"));
        assertThat(setup("curl"))
                .isEqualTo(new Outcome(
                        1,
                        "missing: curl\nThere is no apt here to install it by: install it in your system's way, and run"
                                + " this again.\n"));
    }

    @Test
    void aToolThatItDoesNotKnowIsRefused() throws Exception {
        assertThat(setup("docker"))
                .isEqualTo(new Outcome(
                        2,
                        "build/tools/setup.sh knows no tool \"docker\"; it knows jdk, maven, git, curl, npm, python,"
                                + " chromium, tesseract and tesseract-rus\n"));
    }
}
