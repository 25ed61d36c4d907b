package dev.tern.store.milvus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Python of these tests is a shell script that writes down what it was asked to do: uv cannot use it, so pip is asked. */
final class PythonEnvironmentTest {
    private static final String ASKED_FOR_VENV = "-m venv";

    @TempDir
    private Path folder;

    private Path sources;
    private Path target;

    @BeforeEach
    void requirements() throws IOException {
        sources = Files.createDirectory(folder.resolve("sources"));
        target = folder.resolve("target");
        Files.writeString(sources.resolve("requirements.txt"), "milvus-lite==3.2.2\n");
        Files.writeString(sources.resolve("unpack.py"), "");
    }

    @Test
    void missingPythonIsOneSentenceThatSaysWhatToInstall() {
        assertThatThrownBy(() -> PythonEnvironment.in(target, "no-such-python", sources))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "The tests of the Milvus store need Python 3.11 or newer and found no no-such-python on PATH;"
                                + " install it (Debian: \"sudo apt install python3-venv\"), or run ./verify without"
                                + " --all.");
    }

    @Test
    void pythonThatIsTooOldOrBareIsNamedWithWhatItSays() throws IOException {
        String python = python("echo 'AssertionError: 3.9.2'; exit 1");
        assertThatThrownBy(() -> PythonEnvironment.in(target, python, sources))
                .hasMessage("The tests of the Milvus store need Python 3.11 or newer with venv and pip, and " + python
                        + " is not: AssertionError: 3.9.2; install them (Debian: \"sudo apt install python3-venv\"),"
                        + " or run ./verify without --all.");
    }

    @Test
    void failureOfUvAndOfPipIsShown() throws IOException {
        String python = python("case \"$*\" in *install*) echo 'No matching distribution'; exit 2;; esac");
        assertThatThrownBy(() -> PythonEnvironment.in(target, python, sources))
                .hasMessageStartingWith("The Milvus servers for tests could not be installed: ")
                .hasMessageContaining("build/tools/python-packages.sh")
                .hasMessageContaining("ended with 2, saying:")
                .hasMessageEndingWith("No matching distribution\n");
        assertThat(asked()).contains("-m pip install");
    }

    @Test
    void environmentIsMadeOnceForManyAtOnce() throws IOException {
        String python = python("");
        IntStream.range(0, 8).parallel().forEach(i -> PythonEnvironment.in(target, python, sources));
        assertThat(asked()).containsOnlyOnce(ASKED_FOR_VENV);
        assertThat(PythonEnvironment.in(target, python, sources).python()).exists();
    }

    @Test
    void whatAKilledBuildLeftIsMadeAnew() throws IOException {
        String broken = python("case \"$*\" in *install*) exit 2;; esac");
        assertThatThrownBy(() -> PythonEnvironment.in(target, broken, sources)).isNotNull();
        Path left = Folders.in(target, "python-").getFirst().resolve("venv/left");
        Files.createFile(left);

        PythonEnvironment.in(target, python(""), sources);

        assertThat(left).doesNotExist();
    }

    @Test
    void otherRequirementsReplaceTheEnvironment() throws IOException {
        String python = python("");
        PythonEnvironment.in(target, python, sources);
        Files.writeString(sources.resolve("requirements.txt"), "milvus-lite==3.2.3\n");
        PythonEnvironment.in(target, python, sources);
        assertThat(Folders.in(target, "python-")).hasSize(1);
        assertThat(asked().split(ASKED_FOR_VENV, -1)).hasSize(3);
    }

    private String asked() throws IOException {
        return Files.readString(folder.resolve("asked"));
    }

    /** A Python whose environments have a copy of it, and which does what more is said. */
    private String python(String more) throws IOException {
        Path script = folder.resolve("python");
        Files.writeString(script, """
            #!/bin/sh
            echo "$*" >>'%s'
            if [ "$1 $2" = '-m venv' ]; then for made; do :; done; mkdir -p "$made/bin" && cp "$0" "$made/bin/python"; fi
            %s
            """.formatted(folder.resolve("asked"), more));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script.toString();
    }
}
