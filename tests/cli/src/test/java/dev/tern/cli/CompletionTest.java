package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the script of {@code tern completion}; {@code build/release/install-test.sh} tests it in shells. */
final class CompletionTest {
    private Shell shell;

    @BeforeEach
    void open(@TempDir Path folder) {
        shell = new Shell(folder);
    }

    @Test
    void bashIsTheDefaultAndZshReadsTheSameAsAFunction() {
        String bash = shell.run("completion").out();
        assertThat(bash).startsWith("#!/usr/bin/env bash").contains("doctor");
        assertThat(bash)
                .contains(
                        "MODE_option_args=(\"naive\" \"local\" \"graph\" \"overview\") # --mode values\n",
                        "EXTRACTOR_option_args=(\"model\" \"rules\" \"sentences\" \"none\")",
                        "CHAT_PROVIDER_option_args=(\"openai\" ",
                        "MCP_WRITES_option_args=(\"none\" \"texts\" \"edits\" \"all\")",
                        "compReplyArray \"${MODE_option_args[@]}\"");
        assertThat(shell.run("completion", "zsh").out())
                .startsWith("#compdef tern\n")
                .contains(bash)
                .endsWith("\n_bash_complete -o default -F _complete_tern\n");
        Shell.Run run = shell.run("completion", "tcsh");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("tcsh").contains("bash, zsh");
    }
}
