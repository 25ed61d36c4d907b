package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ListenerTest {
    /** With it set to false, each answer on a connection that is used again takes 40 ms more: a matter of the system's, not of a test's clock. */
    @Test
    void answersAreNotHeldBackUntilTheirFirstPartIsAcknowledged() {
        assertThat(Listener.socket().tcpNoDelay()).isTrue();
    }
}
