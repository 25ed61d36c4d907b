package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ListenerTest {
    /** The setting and not the 40 ms that an answer takes without it: those are the operating system's. */
    @Test
    void answersAreNotHeldBackUntilTheirFirstPartIsAcknowledged() {
        assertThat(Listener.socket().tcpNoDelay()).isTrue();
    }
}
