package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ListenerTest {
    /** Tests the setting, as the 40 ms without it depend on the operating system. */
    @Test
    void answersAreNotHeldBackUntilTheirFirstPartIsAcknowledged() {
        assertThat(HttpListener.socket().tcpNoDelay()).isTrue();
    }
}
