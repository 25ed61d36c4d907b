package dev.tern.store.milvus.benchmark;

import dev.tern.store.milvus.server.MilvusServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** The servers to measure on, one after the other, each alone and with the settings that it comes with. */
final class Servers {
    /** The time in which a server indexes flushed rows. */
    static final Duration INDEXING = Duration.ofMinutes(1);

    private Servers() {}

    static void each(BiConsumer<String, String> measure) {
        String given = System.getenv("TERN_MILVUS_URI");
        if (given != null && !given.isBlank()) {
            measure.accept("given server", given);
            return;
        }
        List<String> wanted =
                Arrays.asList(System.getProperty("servers", "lite,standalone").split(","));
        if (wanted.contains("lite")) {
            try (MilvusServer server = MilvusServer.lite()) {
                measure.accept("milvus-lite 3.2", server.uri().toString());
            }
        }
        if (wanted.contains("standalone")) {
            try (MilvusServer server = MilvusServer.standalone()) {
                measure.accept("Milvus 2.3.5", server.uri().toString());
            }
        }
    }

    static void pause(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
