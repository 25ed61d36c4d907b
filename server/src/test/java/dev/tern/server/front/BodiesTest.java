package dev.tern.server.front;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import org.junit.jupiter.api.Test;

class BodiesTest {
    private static final ServerLimits LIMITS =
            ServerLimits.builder().set(ServerLimit.TOTAL_BODY_BYTES, 8_000).build();

    private final BodyMemory bodyMemory = new BodyMemory(LIMITS, 1);

    @Test
    void allTogetherHaveOneBoundAndOneAloneMayBeLarger() {
        try (BodyMemory.MemoryShare one = bodyMemory.share()) {
            one.add(3_000);
            try (BodyMemory.MemoryShare other = bodyMemory.share()) {
                other.add(4_000);
                assertThatThrownBy(() -> other.add(2_000))
                        .isInstanceOf(Problem.class)
                        .hasMessage("the bodies of all requests take up more than 8000 bytes, which is the limit");
            }
            assertThatCode(() -> one.add(100_000)).doesNotThrowAnyException();
        }
        try (BodyMemory.MemoryShare next = bodyMemory.share()) {
            assertThatCode(() -> next.add(8_000)).doesNotThrowAnyException();
        }
    }

    @Test
    void whatIsKeptOfABodyIsNeverMoreThanTheBody() {
        try (BodyMemory.MemoryShare one = bodyMemory.share();
                BodyMemory.MemoryShare other = bodyMemory.share()) {
            one.add(6_000);
            one.keep(7_000);
            assertThatCode(() -> other.add(2_000)).doesNotThrowAnyException();
            one.keep(1_000);
            assertThatCode(() -> other.add(5_000)).doesNotThrowAnyException();
            assertThatThrownBy(() -> other.add(1)).isInstanceOf(Problem.class);
        }
    }

    @Test
    void whereThereAreSeveralKeysOneCallerHasHalf() {
        BodyMemory shared = new BodyMemory(LIMITS, 2);
        try (BodyMemory.MemoryShare one = of(shared, "one");
                BodyMemory.MemoryShare more = of(shared, "one");
                BodyMemory.MemoryShare other = of(shared, "two")) {
            one.add(3_000);
            assertThatThrownBy(() -> more.add(2_000))
                    .isInstanceOf(Problem.class)
                    .hasMessage("the bodies of the requests of \"one\" take up more than 4000 bytes, the share of one"
                            + " caller in the limit of 8000 bytes for all");
            assertThatCode(() -> other.add(3_000)).doesNotThrowAnyException();
        }
        try (BodyMemory.MemoryShare large = of(shared, "one");
                BodyMemory.MemoryShare other = of(shared, "two")) {
            large.add(100_000);
            assertThatCode(() -> other.add(4_000)).doesNotThrowAnyException();
        }
    }

    private static BodyMemory.MemoryShare of(BodyMemory bodyMemory, String caller) {
        BodyMemory.MemoryShare share = bodyMemory.share();
        share.of(caller);
        return share;
    }
}
