package dev.tern.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests addresses and options; the only module that opens stores here is the tests' own. */
final class StoresTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "graphs",
                "/var/graphs",
                "file:graphs",
                "file:///graphs",
                "C:\\graphs",
                "http://localhost:19530",
                "s3://bucket"
            })
    void addressThatNoModuleOpensIsRefusedWithTheModulesThatTernHas(String address) {
        assertThatThrownBy(() -> Stores.open(address))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(TernException.Fault.USER))
                .hasMessage("the store \"" + address + "\" cannot be opened with the stores on the class path, "
                        + "which open memory::"
                        + " dev.tern:tern-store-lucene opens paths,"
                        + " dev.tern:tern-store-milvus http:, https: and milvus:");
        assertThat(Stores.path(address)).isEmpty();
        assertThat(Stores.options(address)).isEmpty();
    }

    @Test
    void moduleOpensTheAddressesOfItsScheme() {
        try (GraphCatalog catalog = Stores.open("MEMORY:opened");
                GraphStore graph = catalog.open("default")) {
            assertThat(catalog.location()).isEqualTo("MEMORY:opened");
            assertThat(graph.latest().description()).isEmpty();
        }
        assertThatThrownBy(() -> Stores.check("memory:", StoreOptions.NONE))
                .hasMessage("the store memory: has no name");
    }

    @Test
    void optionThatTheModuleDoesNotKnowIsRefusedByNameAndItsValueIsNotShown() {
        StoreOptions options = StoreOptions.NONE.with("milvus.token", "hunter2");
        assertThatThrownBy(() -> Stores.open("memory:opened", options))
                .isInstanceOf(TernException.class)
                .hasMessage("the store \"memory:opened\" has no option \"milvus.token\"");
        assertThat(options).hasToString("[milvus.token]");
        assertThat(Stores.forService("memory:opened", options)).isEqualTo(StoreOptions.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "http://me:hunter2@db.example?token=hunter2, http://***@db.example?***",
        "pg://hunter2/@db.example, pg://***@db.example",
        "memory:me:hunter2@here#hunter2, memory:***@here?***",
        "graphs@2?, graphs@2?",
        "file:graphs@2, file:graphs@2",
        "C:\\graphs@2, C:\\graphs@2"
    })
    void addressIsShownWithoutSecretsAndAPathWhole(String address, String shown) {
        assertThat(Stores.displayAddress(address)).isEqualTo(shown);
    }

    @Test
    void addressThatIsNoPathIsTheSameFromEverywhere() {
        assertThat(Stores.absoluteAddress(Path.of("folder"), "memory:opened")).isEqualTo("memory:opened");
    }

    @Test
    void optionsAreTexts() {
        StoreOptions options = StoreOptions.NONE
                .with("none", null)
                .with("empty", Optional.empty())
                .with("text", Optional.of("a"))
                .with("whole", OptionalInt.of(7))
                .with("wait", Duration.ofMillis(1_500));
        assertThat(options).hasToString("[text, wait, whole]");
        assertThat(options.text("wait")).contains("1.500");
        assertThat(options.seconds("wait")).contains(Duration.ofMillis(1_500));
        assertThat(options.integer("whole")).contains(7);
        assertThat(options.integer("none")).isEmpty();
        assertThatThrownBy(() -> options.integer("text")).hasMessage("text is \"a\"; it must be a whole number");
        assertThatThrownBy(() -> options.seconds("text")).hasMessage("text is \"a\"; it must be a number of seconds");
    }
}
