package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.cli.ScriptedBackend;
import dev.tern.server.PythonEnvironment.Outcome;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client for Python, made into a wheel and installed as people install it, against a server. */
@Tag("slow")
final class PythonClientTest {
    private static final String KEY = "python-key-0123456789abcdef";
    private static final Path SCRIPTS = Path.of("src/test/python").toAbsolutePath();
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern INSTALL = Pattern.compile("`pip install (\\./[^`]+)` in a clone");

    @TempDir
    private Path folder;

    @Test
    void wheelIsBuiltInstalledAndUsed() throws Exception {
        PythonEnvironment python = PythonEnvironment.in(
                Path.of("target").toAbsolutePath(), SCRIPTS.resolve("tern-client-requirements.txt"));
        install(python);
        List<ServerKey> keys = List.of(ServerKey.of("python", Role.ADMIN, Set.of(), KEY));
        try (Running server = Running.over(new ScriptedBackend(null), folder, usual -> usual.keys(keys))) {
            assertDone(python.run(List.of(
                    python.program("python").toString(),
                    SCRIPTS.resolve("tern_client_test.py").toString(),
                    server.address(),
                    KEY,
                    folder.toString(),
                    program().toString())));
        }
    }

    private void install(PythonEnvironment python) throws IOException, InterruptedException {
        String pip = python.program("pip").toString();
        Matcher line = INSTALL.matcher(Files.readString(ROOT.resolve("docs/server.md")));
        assertThat(line.find()).isTrue();
        String sources = ROOT.resolve(line.group(1)).toString();
        Files.createDirectory(folder.resolve("none"));
        assertDone(
                python.run(List.of(pip, "install", "--no-build-isolation", "--no-deps", "--force-reinstall", sources)));
        assertDone(python.run(List.of(pip, "check")));
    }

    /** Returns the command line of this build, as a program. */
    private Path program() throws IOException {
        Path program = folder.resolve("tern");
        Files.writeString(
                program,
                "#!/bin/sh\nexec '" + ProcessHandle.current().info().command().orElseThrow()
                        + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '" + System.getProperty("java.class.path")
                        + "' dev.tern.cli.Main \"$@\"\n");
        return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private static void assertDone(Outcome outcome) {
        assertThat(outcome.status()).as(outcome.said()).isZero();
    }
}
