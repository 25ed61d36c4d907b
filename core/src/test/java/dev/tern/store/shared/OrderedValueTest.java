package dev.tern.store.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.MetadataValue;
import dev.tern.store.shared.OrderedValue.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class OrderedValueTest {
    private static final List<MetadataValue> HARD = List.of(
            MetadataValue.of(Long.MAX_VALUE),
            MetadataValue.of(Long.MAX_VALUE - 1),
            MetadataValue.of(Long.MIN_VALUE),
            MetadataValue.of(Long.MIN_VALUE + 1),
            MetadataValue.of(0x1p63),
            MetadataValue.of(-0x1p63),
            MetadataValue.of(Math.nextDown(0x1p63)),
            MetadataValue.of((1L << 53) + 1),
            MetadataValue.of(-(1L << 53) - 1),
            MetadataValue.of(0x1p53),
            MetadataValue.of(0),
            MetadataValue.of(-0.0),
            MetadataValue.of(-1),
            MetadataValue.of(-0.5),
            MetadataValue.of(Double.MIN_VALUE),
            MetadataValue.of(-Double.MIN_VALUE),
            MetadataValue.of(Double.MAX_VALUE),
            MetadataValue.of(-Double.MAX_VALUE),
            MetadataValue.of(Instant.MIN),
            MetadataValue.of(Instant.MAX),
            MetadataValue.of(Instant.EPOCH),
            MetadataValue.of(Instant.EPOCH.minusNanos(1)),
            MetadataValue.of(true),
            MetadataValue.of(false),
            MetadataValue.of(""),
            MetadataValue.of("a"),
            MetadataValue.of("a\0"),
            MetadataValue.of("\uFFFD"),
            MetadataValue.of("😀"));

    /** Compares every pair of difficult values, and of random ones, with the literal comparison. */
    @Test
    void bytesOrderAsValuesDo() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<MetadataValue> values = new ArrayList<>(HARD);
        for (int i = 0; i < 100; i++) {
            long bits = random.nextLong();
            values.add(MetadataValue.of(bits >> random.nextInt(64)));
            double number = Double.longBitsToDouble(bits);
            values.add(MetadataValue.of(Double.isFinite(number) ? number : 0));
            values.add(MetadataValue.of((double) (bits >> random.nextInt(64))));
            values.add(MetadataValue.of(Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000))));
        }
        for (MetadataValue one : values) {
            OrderedValue first = OrderedValue.of(one);
            for (MetadataValue other : values) {
                OrderedValue second = OrderedValue.of(other);
                OptionalInt literal = one.compare(other);
                String what = "seed " + seed + ": " + one + " and " + other;
                assertThat(first.kind() == second.kind()).as(what).isEqualTo(literal.isPresent());
                if (literal.isPresent()) {
                    int order = Integer.signum(Arrays.compareUnsigned(first.bytes(), second.bytes()));
                    assertThat(order).as(what).isEqualTo(Integer.signum(literal.getAsInt()));
                }
            }
            assertThat(first.value().compare(one))
                    .as("seed " + seed + ": " + one)
                    .hasValue(0);
        }
    }

    @Test
    void bytesOfNoValueAreRefused() {
        assertThatThrownBy(() -> new OrderedValue(Kind.NUMBER, new byte[3]).value())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a value of kind NUMBER has 3 bytes; it has 10");
    }
}
