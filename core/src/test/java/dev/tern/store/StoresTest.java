package dev.tern.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the meaning of addresses; the modules that open stores are not on this class path. */
final class StoresTest {
    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:19530", "https://db.example", "milvus://db.example", "s3://bucket"})
    void addressWithAHostIsAServer(String address) {
        assertThat(Stores.isServer(address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"graphs", "./graphs", "/var/graphs", "file:graphs", "file:///graphs", "C:\\graphs"})
    void everythingElseIsADirectory(String address) {
        assertThat(Stores.isServer(address)).isFalse();
    }

    @Test
    void directoryMayBeWrittenAsAFile() {
        assertThat(Stores.directory("file:graphs")).isEqualTo(Path.of("graphs")).isEqualTo(Stores.directory("graphs"));
    }

    @Test
    void missingModuleIsNamed() {
        assertThatThrownBy(() -> Stores.open("./graphs"))
                .isInstanceOf(TernException.class)
                .hasMessage("the store \"./graphs\" is a directory, and what opens it is not there: add the dependency"
                        + " dev.tern:tern-store-lucene");
        assertThatThrownBy(() -> Stores.open("http://me:secret@localhost"))
                .hasMessage(
                        "the store \"http://***@localhost\" is a server, and what connects to it is not there: add the"
                                + " dependency dev.tern:tern-store-milvus");
    }
}
