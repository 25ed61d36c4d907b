package dev.tern.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HostMachineTest {
    @Test
    void encodingThatLosesLettersIsAFault(@TempDir Path folder) {
        assertThat(new HostMachine("25", 2, 1L << 30, folder, "ANSI_X3.4-1968").findings(folder))
                .contains(Finding.fault(
                        "machine",
                        "arguments and names of files are read as ANSI_X3.4-1968, which lacks most letters",
                        "export LC_ALL=C.UTF-8"));
        assertThat(new HostMachine("25", 2, 1L << 30, folder, "UTF-8").findings(folder))
                .noneMatch(finding -> finding.toString().contains("LC_ALL"));
        assertThat(new HostMachine("25", 2, 64L << 20, folder, "UTF-8").findings(folder))
                .as("the launchers' own -Xmx overrides JAVA_TOOL_OPTIONS")
                .anyMatch(finding -> finding.toString().contains("or set TERN_JAVA_OPTS=-Xmx512m"));
    }
}
