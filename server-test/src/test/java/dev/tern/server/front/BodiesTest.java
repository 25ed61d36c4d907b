package dev.tern.server.front;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import org.junit.jupiter.api.Test;

class BodiesTest {
    private final Bodies bodies = new Bodies(
            ServerLimits.builder().set(ServerLimit.BODIES_BYTES, 8_000).build());

    @Test
    void allTogetherHaveOneBoundAndOneAloneMayBeLarger() {
        try (Bodies.Share one = bodies.share()) {
            one.add(3_000);
            try (Bodies.Share other = bodies.share()) {
                other.add(4_000);
                assertThatThrownBy(() -> other.add(2_000))
                        .isInstanceOf(Problem.class)
                        .hasMessage("the bodies of all requests take up more than 8000 bytes, which is the limit"
                                + " (server.bodiesMegabytes)");
            }
            assertThatCode(() -> one.add(100_000)).doesNotThrowAnyException();
        }
        try (Bodies.Share next = bodies.share()) {
            assertThatCode(() -> next.add(8_000)).doesNotThrowAnyException();
        }
    }
}
