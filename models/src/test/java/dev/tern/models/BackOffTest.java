package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackOffTest {
    private static final RetryPolicy BACK_OFF = new RetryPolicy(
            Duration.ofMillis(100),
            Duration.ofSeconds(5),
            Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC),
            new Random(7));

    @Test
    void doublesUpToTheCapAndSpreadsTheUpperHalf() {
        for (int tries = 1; tries < 70; tries++) {
            long most = Math.min(5_000, 100L << Math.min(tries - 1, 10));
            for (int i = 0; i < 50; i++) {
                assertThat(BACK_OFF.delay(tries, new IOException()))
                        .isBetween(Duration.ofMillis(most / 2), Duration.ofMillis(most));
            }
        }
    }

    @Test
    void waitsAtLeastWhatIsAsked() {
        assertThat(BACK_OFF.delay(1, new ErrorResponseException(429, "", Duration.ofSeconds(3))))
                .isBetween(Duration.ofSeconds(3), Duration.ofMillis(3_100));
    }

    @Test
    void readsSecondsAndDates() {
        assertThat(BACK_OFF.retryAfter("17")).isEqualTo(Duration.ofSeconds(17));
        assertThat(BACK_OFF.retryAfter("Thu, 01 Jan 2026 00:00:42 GMT")).isEqualTo(Duration.ofSeconds(42));
        assertThat(BACK_OFF.retryAfter("Wed, 31 Dec 2025 00:00:00 GMT")).isZero();
        assertThat(BACK_OFF.retryAfter("soon")).isNull();
        assertThat(BACK_OFF.retryAfter("-1")).isNull();
        assertThat(BACK_OFF.retryAfter("99999999999")).isNull();
        assertThat(BACK_OFF.retryAfter(null)).isNull();
    }

    @Test
    void whatMayPassIsTriedAgain() {
        assertThat(BACK_OFF.mayPass(new IOException("connection reset"))).isTrue();
        assertThat(BACK_OFF.mayPass(new HttpConnectTimeoutException("slow"))).isTrue();
        assertThat(BACK_OFF.mayPass(new ConnectException("refused"))).isFalse();
        assertThat(BACK_OFF.mayPass(new BoundedBody.TooLongException(1))).isFalse();
        assertThat(BACK_OFF.mayPass(new ErrorResponseException(400, "", null))).isFalse();
        assertThat(BACK_OFF.mayPass(new ErrorResponseException(429, "", Duration.ofSeconds(5))))
                .isTrue();
        assertThat(BACK_OFF.mayPass(new ErrorResponseException(429, "", Duration.ofSeconds(6))))
                .isFalse();
    }
}
