package dev.tern.store.milvus.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MilvusAddressTest {
    @ParameterizedTest
    @CsvSource({
        "http://localhost:19530, http://localhost:19530",
        "http://localhost, http://localhost:19530",
        "HTTP://localhost:1/, http://localhost:1",
        "milvus://db.example.org, http://db.example.org:19530",
        "milvus://db.example.org:65535, http://db.example.org:65535",
        "https://in01-1234.api.gcp-us-west1.zillizcloud.com, https://in01-1234.api.gcp-us-west1.zillizcloud.com:443",
        "https://localhost:19530, https://localhost:19530",
        "http://[::1]:19530, http://[::1]:19530",
        "https://[2001:db8::7], https://[2001:db8::7]:443",
        "' http://127.0.0.1:19530 ', http://127.0.0.1:19530"
    })
    void is_a_scheme_a_host_and_a_port(String text, String address) {
        assertThat(MilvusAddress.of(text)).hasToString(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "localhost:19530",
                "ftp://localhost:19530",
                "http://",
                "http://:19530",
                "http://localhost:port",
                "http://localhost:0",
                "http://localhost:65536",
                "http://localhost:19530/a/path",
                "http://localhost:19530?database=a",
                "http://localhost:19530#a",
                "http://under score:19530",
                "./a/directory"
            })
    void says_what_it_should_look_like(String text) {
        assertThatThrownBy(() -> MilvusAddress.of(text))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(TernException.Fault.USER))
                .hasMessage("the store \"" + text.replace("?database=a", "?***").replace("#a", "?***")
                        + "\" is not an address of Milvus: it must be http://host:port, https://host:port or"
                        + " milvus://host:port; milvus.database sets the database");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://root:hunter2@localhost:19530",
                "https://hunter2@localhost",
                "milvus://root:hunter2@[::1]:19530/",
                "ftp://root:hunter2@localhost:19530",
                "http://root:hunter2@local host:19530",
                "http://root:hunter2@localhost:19530/path",
                "root:hunter2@localhost"
            })
    void never_repeats_a_user_or_a_password(String text) {
        assertThatThrownBy(() -> MilvusAddress.of(text)).isInstanceOfSatisfying(TernException.class, e -> {
            assertThat(e.fault()).isEqualTo(TernException.Fault.USER);
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                assertThat(cause.toString()).doesNotContain("hunter2");
            }
        });
    }
}
