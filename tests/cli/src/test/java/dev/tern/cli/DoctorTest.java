package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the problems that {@code tern doctor} reports, and that its advice solves them. */
final class DoctorTest {
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
        stub.take();
    }

    @Test
    void aNewMachineHasNoFaultAndIsToldWhatIsMissing() {
        Shell.Run run = shell.run("doctor");
        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(run.out())
                .contains("ok     machine        Java ")
                .contains("of disk are free where the store is, in " + project)
                .contains("ok     configuration  every setting has its default")
                .contains(
                        "note   store          ./tern-store is not there yet\n                      tern add FOLDER\n")
                .contains("ok     model          embedding model all-MiniLM-L6-v2-q (in-process) works")
                .contains("there is no chat model: answers are quotations")
                .doesNotContain("fault  ");
        assertThat(project.resolve("tern-store")).doesNotExist();
    }

    @Test
    void everyGraphIsOpenedAndOneThatIsDamagedIsNamed() throws IOException {
        shell.file("a.txt", "Lena Marr built the Vale bridge.");
        shell.run("add", "a.txt");
        shell.run("add", "a.txt", "--graph", "second");
        assertThat(shell.run("doctor").out())
                .contains("./tern-store has 2 graphs")
                .contains("graph default: 1 passage, embedded by all-MiniLM-L6-v2-q")
                .contains("graph second: 1 passage");
        try (var files = Files.walk(project.resolve("tern-store"))) {
            for (Path file : files.filter(path -> path.toString().contains("second"))
                    .filter(path -> path.getFileName().toString().matches("_.*\\.cfs|.*\\.fdt|.*\\.vec"))
                    .toList()) {
                Files.write(file, new byte[] {1, 2, 3});
            }
        }
        Shell.Run run = shell.run("doctor");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("ok     store          graph default: 1 passage")
                .contains("fault  store          graph second: ")
                .contains("                      tern verify --graph second\n");
    }

    @Test
    void everythingThatIsWrongInTheConfigurationIsSaidAndTheMachineIsLookedAtAllTheSame() {
        shell.file("tern.yaml", "degre: 3", "finalTopK: 0");
        Shell.Run run = shell.run("doctor");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("fault  configuration  tern.yaml:1: unknown key \"degre\"; did you mean \"degree\"?")
                .contains("fault  configuration  tern.yaml:2: finalTopK is 0; it must be between 1 and 1000")
                .contains("ok     machine");
    }

    @Test
    void aSettingThatIsNotForTheProjectIsAFault() {
        shell.file("tern.yaml", "cache: {directory: /elsewhere}");
        Shell.Run run = shell.run("doctor");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("the tern.yaml of this folder sets cache.directory, which only its owner may decide\n")
                .contains("export TERN_TRUST_PROJECT=true");
    }

    @Test
    void modelsElsewhereAreAskedOnlyWhereThatIsWanted() {
        shell.file("tern.yaml", "chat: {model: usual, baseUrl: \"" + stub.url("silent") + "\"}");
        Shell.Run run = shell.run("doctor");
        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(run.out())
                .contains("note   model          chat model usual was not called, which may cost money\n")
                .contains(" ".repeat(22) + "tern doctor --models\n");
        assertThat(stub.take()).isEmpty();
        Shell.Run asked = shell.run("doctor", "--models", "--json");
        assertThat(asked.exitCode()).isEqualTo(1);
        assertThat(asked.out())
                .contains("\"said\" : \"chat model usual (openai): the reply of the model is empty\"")
                .contains("\"mend\" : \"tern doctor --settings\"");
    }

    @Test
    void aServerThatIsNotThereIsAFault() {
        shell.with("TERN_MILVUS_TIMEOUT_SECONDS", "3");
        Shell.Run run = shell.run("doctor", "--store", "http://127.0.0.1:1");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("fault  store          ").contains("127.0.0.1:1");
    }
}
