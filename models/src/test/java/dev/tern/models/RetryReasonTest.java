package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import org.junit.jupiter.api.Test;

final class RetryReasonTest {
    @Test
    void anotherTryIsToldWithTheStatusOrTheMessage() {
        assertThat(ModelHttpClient.reason(new ErrorResponseException(429, "slow down", null)))
                .isEqualTo(" (429)");
        assertThat(ModelHttpClient.reason(new HttpTimeoutException("no answer within 60000 ms")))
                .isEqualTo(" (no answer within 60000 ms)");
        assertThat(ModelHttpClient.reason(new ConnectException())).isEqualTo(" (ConnectException)");
        assertThat(ModelHttpClient.reason(null)).isEmpty();
    }
}
