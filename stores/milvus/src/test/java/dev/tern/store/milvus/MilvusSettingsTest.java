package dev.tern.store.milvus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MilvusSettingsTest {
    private static MilvusSettings.Builder local() {
        return MilvusSettings.at("http://localhost:19530");
    }

    private static void assertRefused(MilvusSettings.Builder settings, String message) {
        assertThatThrownBy(settings::build)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(TernException.Fault.USER))
                .hasMessage(message);
    }

    @Test
    void a_value_out_of_its_range_is_named_with_the_range() {
        assertRefused(local().timeout(Duration.ZERO), "timeout is 0 ms; it must be from 1 ms to 1 hour");
        assertRefused(
                local().timeout(Duration.ofHours(1).plusMillis(1)),
                "timeout is 3600001 ms; it must be from 1 ms to 1 hour");
        assertRefused(
                local().connectTimeout(Duration.ofMillis(-5)),
                "connectTimeout is -5 ms; it must be from 1 ms to 1 hour");
        assertRefused(local().flushAfter(Duration.ZERO), "flushAfter is 0 ms; it must be from 1 ms to 1 hour");
        assertRefused(local().maxRetries(-1), "maxRetries is -1; it must be from 0 to 100");
        assertRefused(local().maxRetries(101), "maxRetries is 101; it must be from 0 to 100");
        assertRefused(local().writeBatchRows(0), "writeBatchRows is 0; it must be from 1 to 16384");
        assertRefused(local().writeBatchRows(16_385), "writeBatchRows is 16385; it must be from 1 to 16384");
        assertRefused(local().writeBatchBytes(1_023), "writeBatchBytes is 1023; it must be from 1024 to 67108864");
        assertRefused(
                local().writeBatchBytes((64 << 20) + 1),
                "writeBatchBytes is 67108865; it must be from 1024 to 67108864");
        assertRefused(local().parallelRequests(0), "parallelRequests is 0; it must be from 1 to 64");
        assertRefused(local().parallelRequests(65), "parallelRequests is 65; it must be from 1 to 64");
        assertRefused(local().shards(0), "shards is 0; it must be from 1 to 64");
        assertRefused(local().shards(65), "shards is 65; it must be from 1 to 64");
    }

    @Test
    void certificates_need_a_file_that_can_be_read_and_an_encrypted_connection(@TempDir Path folder)
            throws IOException {
        Path missing = folder.resolve("missing.pem");
        Path file = Files.writeString(folder.resolve("authority.pem"), "anything");

        assertRefused(
                MilvusSettings.at("https://localhost").caFile(missing),
                "the certificate file " + missing + " cannot be read");
        assertRefused(
                local().caFile(file),
                "a certificate file is set for http://localhost:19530, which is not encrypted; use https");
        assertThat(MilvusSettings.at("https://localhost")
                        .caFile(file)
                        .build()
                        .values()
                        .caFile())
                .contains(file);
    }

    @Test
    void no_secret_is_shown() {
        assertThat(local().token("hunter2").database("library").build())
                .hasToString("http://localhost:19530, database library");
    }
}
