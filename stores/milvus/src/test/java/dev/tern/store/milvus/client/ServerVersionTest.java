package dev.tern.store.milvus.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerVersionTest {
    @ParameterizedTest
    @CsvSource({
        "v2.3.5, 2, 3, true",
        "v2.3.5, 2, 4, false",
        "v2.3.5, 3, 0, false",
        "v2.3.5-lite, 2, 4, false",
        "2.4.0, 2, 4, true",
        "v2.4.23, 2, 5, false",
        "2.6.0-rc1, 2, 6, true",
        "v2.6.22, 2, 4, true",
        "v2.10.1, 2, 6, true",
        "3.0.0, 2, 6, true",
        "v3.1, 3, 2, false",
        "2.5.11-zilliz, 2, 5, true",
        "'', 2, 6, true",
        "master-20260101-abcdef12, 2, 6, true",
        "20260101-1a2b3c4d, 2, 6, true",
        "milvus_lite-3.2.2, 9, 9, true"
    })
    void is_compared_by_its_first_two_numbers(String text, int major, int minor, boolean atLeast) {
        assertThat(new ServerVersion(text).atLeast(major, minor)).isEqualTo(atLeast);
    }

    @ParameterizedTest
    @ValueSource(strings = {"milvus_lite-3.2.2", "milvus-lite-2.5.1", "Milvus_Lite 3"})
    void of_milvus_lite_says_so(String text) {
        assertThat(new ServerVersion(text).lite()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v2.3.5-lite", "2.6.0", "", "v2.6.1-milvus_lite"})
    void of_other_servers_does_not(String text) {
        assertThat(new ServerVersion(text).lite()).isFalse();
    }
}
