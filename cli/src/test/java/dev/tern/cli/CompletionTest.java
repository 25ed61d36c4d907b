package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tern completion}: what shells read; that they make of it what they should is tried by {@code build/release/install-test.sh}. */
final class CompletionTest {
    private Shell shell;

    @BeforeEach
    void open(@TempDir Path folder) {
        shell = new Shell(folder);
    }

    @Test
    void fishHasALineForEveryCommandAndOption() {
        assertThat(shell.run("completion", "fish").out().lines())
                .contains(
                        "complete -c tern -n '__tern_at' -f -a update-check -d 'Says whether a newer Tern is out.'",
                        "complete -c tern -n '__tern_at aliases' -f -a merge -d 'Says that names are one thing'",
                        "complete -c tern -n '__tern_in sync' -l every -r -d 'Go on, and run every 30s, 15m, 1h or"
                                + " 1d.'",
                        "complete -c tern -n '__tern_in doctor' -l json -f -d 'Print one JSON object instead of text;"
                                + " errors are JSON too, on stderr.'")
                .noneMatch(line -> line.contains("rehearsal"));
    }

    @Test
    void bashIsTheDefaultAndZshReadsTheSameAsAFunction() {
        String bash = shell.run("completion").out();
        assertThat(bash).startsWith("#!/usr/bin/env bash").contains("update-check");
        assertThat(shell.run("completion", "zsh").out())
                .startsWith("#compdef tern\n")
                .contains(bash)
                .endsWith("\n_bash_complete -o default -F _complete_tern\n");
        Shell.Run run = shell.run("completion", "tcsh");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("tcsh").contains("bash, zsh, fish");
    }
}
