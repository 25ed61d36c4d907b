package dev.tern.store.milvus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.settings.Consistency;
import dev.tern.store.StoreOptions;
import dev.tern.store.Stores;
import dev.tern.store.milvus.client.ConnectionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options of a server. */
final class MilvusStoreProviderTest {
    private static final String ADDRESS = "https://db.example";

    @Test
    void everyOptionIsTaken(@TempDir Path folder) throws IOException {
        Path authority = Files.writeString(folder.resolve("ca.pem"), "not read here");
        StoreOptions options = StoreOptions.NONE
                .with("milvus.token", "me:hunter2")
                .with("milvus.database", "db")
                .with("milvus.caFile", authority)
                .with("milvus.timeoutSeconds", Duration.ofMillis(1_500))
                .with("milvus.indexType", "hnsw")
                .with("consistency", "Bounded");
        Stores.check(ADDRESS, options);
        ConnectionSettings settings =
                MilvusStoreProvider.settings(ADDRESS, options).values();
        assertThat(settings.token()).contains("me:hunter2");
        assertThat(settings.database()).contains("db");
        assertThat(settings.caFile()).contains(authority);
        assertThat(settings.timeout()).isEqualTo(Duration.ofMillis(1_500));
        assertThat(settings.index()).hasToString("HNSW");
        assertThat(settings.consistency()).isEqualTo(Consistency.BOUNDED);
        assertThat(settings.toString() + options).doesNotContain("hunter2");
        Set<String> all = new MilvusStoreProvider().options();
        assertThat(options.values().keySet()).isEqualTo(all);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "milvus.timeoutSeconds|soon|milvus.timeoutSeconds is \"soon\"; it must be a number of seconds",
                "milvus.indexType|IVF|milvus.indexType is \"IVF\"; it must be AUTOINDEX, HNSW, FLAT or DISKANN",
                "consistency|fresh|consistency is \"fresh\"; it must be strong, session, bounded or eventual",
                "milvus.caFile|nowhere.pem|the certificate file nowhere.pem cannot be read",
            })
    void optionThatCannotBeIsNamed(String name, String value, String message) {
        assertThatThrownBy(() -> Stores.check(ADDRESS, StoreOptions.NONE.with(name, value)))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(TernException.Fault.USER))
                .hasMessage(message);
    }

    @Test
    void optionOfAnotherStoreIsRefusedAndItsValueIsNotShown() {
        assertThatThrownBy(() -> Stores.open(ADDRESS, StoreOptions.NONE.with("checkMegabytes", "hunter2")))
                .hasMessageStartingWith("the store \"" + ADDRESS
                        + "\" has no option \"checkMegabytes\"; it has consistency," + " milvus.caFile, ")
                .hasMessageNotContaining("hunter2");
    }
}
