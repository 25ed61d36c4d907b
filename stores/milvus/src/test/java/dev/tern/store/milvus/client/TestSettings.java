package dev.tern.store.milvus.client;

import dev.tern.settings.Consistency;
import io.milvus.v2.common.IndexParam;
import java.time.Duration;
import java.util.Optional;

/** Settings of a connection without credentials. */
final class TestSettings {
    private TestSettings() {}

    static ConnectionSettings at(String address, int maxRetries) {
        return new ConnectionSettings(
                MilvusAddress.of(address),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                maxRetries,
                512,
                1 << 20,
                1,
                IndexParam.IndexType.FLAT,
                1,
                Consistency.STRONG);
    }
}
