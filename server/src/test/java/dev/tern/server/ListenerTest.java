package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.server.front.ClientGoneException;
import io.helidon.common.buffers.DataReader;
import io.helidon.webserver.CloseConnectionException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ListenerTest {
    /** Tests the setting, as the 40 ms without it depend on the operating system. */
    @Test
    void answersAreNotHeldBackUntilTheirFirstPartIsAcknowledged() {
        assertThat(HttpListener.socket().tcpNoDelay()).isTrue();
    }

    @Test
    void silentClientIsWaitedForForALimitedTime() {
        DataReader silent = DataReader.create(() -> new CompletableFuture<byte[]>().join());
        ReadAhead sent = new ReadAhead(silent, Duration.ofMillis(10));
        assertThatThrownBy(sent::get).isInstanceOf(CloseConnectionException.class);
        sent.receiving(length -> {});
        assertThatThrownBy(sent::get).isInstanceOf(ClientGoneException.class);
    }
}
