package dev.tern.documents.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyncLockTest {
    private static final String REFUSED =
            "another run on this machine is synchronising the source \"notes\": wait for its end, or stop it";

    @TempDir
    private Path directory;

    /** Another process that tries to take a lock, and prints the result. */
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) {
            try {
                SyncLock.acquire(Path.of(arguments[0]), "graph", "notes").close();
                System.out.println("taken");
            } catch (TernException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private String other() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream out = process.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    @Test
    void runThatIsRefusedInThisProcessLeavesTheLockToTheOneThatHasIt() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
        SyncLock lock = SyncLock.acquire(directory, "graph", "notes");
        try (lock) {
            for (Path place : new Path[] {directory, link}) {
                assertThatThrownBy(() -> SyncLock.acquire(place, "graph", "notes"))
                        .hasMessage(REFUSED);
            }
            assertThat(other()).isEqualTo(REFUSED);
            SyncLock.acquire(directory, "graph", "other").close();
        }
        assertThat(other()).isEqualTo("taken");
        SyncLock.acquire(directory, "graph", "notes").close();
    }
}
