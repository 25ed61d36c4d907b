package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that only a module on the class path knows, {@link dev.tern.testing.MemoryStores}. */
final class ThirdStoreTest {
    @Test
    void commandsOpenItByItsAddress(@TempDir Path folder) {
        Shell shell =
                new Shell(folder).with("TERN_STORE", "memory:commands").with("TERN_MILVUS_TOKEN", "of another store");
        shell.file("mill.txt", "Orla Finn grinds rye.");
        assertThat(shell.run("doctor").out()).contains("memory:commands has no graph yet");
        assertThat(shell.run("add", "mill.txt").exitCode()).isZero();
        assertThat(shell.run("ask", "Who grinds rye?").out()).contains("Orla Finn grinds rye.");
        assertThat(shell.run("verify").out())
                .startsWith("graph default of memory:commands: 1 passage")
                .endsWith("nothing is wrong\n");
        assertThat(shell.run("export", "--output", "-").out()).contains("Orla Finn grinds rye.");
        assertThat(shell.run("jobs").out()).contains("mill.txt");
        assertThat(shell.run("drop", "default", "--yes").exitCode()).isZero();
        assertThat(shell.run("documents").exitCode()).isNotZero();
        assertThat(folder.resolve("memory:commands")).doesNotExist();
    }

    @Test
    void addressThatItRefusesIsAMistakeInTheConfiguration(@TempDir Path folder) {
        Shell.Run run = new Shell(folder).run("documents", "--store", "memory:");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("tern: the store memory: has no name\n");
    }
}
