package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.cli.ScriptedBackend;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that only a module on the class path knows, {@link dev.tern.testing.MemoryStores}. */
final class ThirdStoreTest {
    @Test
    void serverAddsAndAsksThere(@TempDir Path folder) {
        ScriptedBackend backend = new ScriptedBackend(null).with("TERN_STORE", "memory:served");
        try (Running server = Running.over(backend, folder)) {
            assertThat(server.add("bridges", Running.EMIL).path("state").asText())
                    .isEqualTo("done");
        }
        try (Running server = Running.over(backend, folder)) {
            assertThat(server.send(server.posting("/api/v1/graphs/bridges/ask", Running.BRIDGE))
                            .body())
                    .contains("built the Vale bridge");
        }
        assertThat(folder.resolve("memory:served")).doesNotExist();
    }
}
