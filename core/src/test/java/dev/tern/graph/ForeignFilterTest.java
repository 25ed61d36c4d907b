package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.MetadataFilter.Comparator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ForeignFilterTest {
    private static final Instant MOMENT = Instant.parse("2020-02-20T20:20:20Z");

    private static boolean holds(Object stored, Comparator comparator, Object value) {
        return ForeignFilter.compare("it", comparator, value)
                .holds(SourceMetadata.EMPTY.with("it", MetadataValue.ofObject(stored)));
    }

    private static boolean equal(Object stored, Object value) {
        boolean equal = holds(stored, Comparator.EQUAL, value);
        assertThat(ForeignFilter.in("it", List.of(value, "something else"))
                        .holds(SourceMetadata.EMPTY.with("it", MetadataValue.ofObject(stored))))
                .isEqualTo(equal);
        return equal;
    }

    @Test
    void textThatSaysABooleanOrAMomentFindsThatToo() {
        assertThat(equal("true", "true")).isTrue();
        assertThat(equal(true, "true")).isTrue();
        assertThat(equal(false, "true")).isFalse();
        assertThat(equal(true, "True")).isFalse();
        assertThat(equal("2020-02-20T20:20:20Z", "2020-02-20T20:20:20Z")).isTrue();
        assertThat(equal(MOMENT, "2020-02-20T20:20:20.000Z")).isTrue();
        assertThat(holds(MOMENT, Comparator.LESS, "2020-02-20T20:20:20.5Z")).isTrue();
        assertThat(equal("Z", "Z")).isTrue();
        assertThat(equal(1990, "1990")).isFalse();
    }

    @Test
    void momentsOfEveryTypeAreInstants() {
        assertThat(equal(MOMENT, MOMENT)).isTrue();
        assertThat(equal(MOMENT, Date.from(MOMENT))).isTrue();
        assertThat(equal(MOMENT, OffsetDateTime.ofInstant(MOMENT, ZoneOffset.ofHours(5))))
                .isTrue();
        assertThat(equal(MOMENT, ZonedDateTime.ofInstant(MOMENT, ZoneOffset.UTC)))
                .isTrue();
    }

    @Test
    void numbersOfEveryTypeAreComparedByTheirWorth() {
        for (Object five :
                List.of(5, 5L, 5.0, 5f, (short) 5, (byte) 5, new BigDecimal("5.00"), BigInteger.valueOf(5))) {
            assertThat(equal(5, five)).as("%s", five).isTrue();
            assertThat(equal(5.0, five)).as("%s", five).isTrue();
            assertThat(holds(5.5, Comparator.GREATER, five)).as("%s", five).isTrue();
        }
        assertThat(equal(5, new AtomicInteger(5))).isTrue();
        assertThat(equal(0.1, 0.1f)).isTrue();
        assertThat(equal(0.1, new BigDecimal("0.1"))).isTrue();
        assertThat(equal(1e300, new BigDecimal("1e300"))).isTrue();
    }

    @Test
    void nothingIsEqualToNanAndEverythingIsLessThanInfinity() {
        for (Object stored : List.of(Long.MIN_VALUE, -1.5, 0, Long.MAX_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE)) {
            for (Comparator comparator : Comparator.values()) {
                assertThat(holds(stored, comparator, Double.NaN)).isFalse();
            }
            assertThat(equal(stored, Double.POSITIVE_INFINITY)).isFalse();
            assertThat(holds(stored, Comparator.LESS, Float.POSITIVE_INFINITY)).isTrue();
            assertThat(holds(stored, Comparator.AT_MOST, Double.POSITIVE_INFINITY))
                    .isTrue();
            assertThat(holds(stored, Comparator.AT_LEAST, Double.POSITIVE_INFINITY))
                    .isFalse();
            assertThat(holds(stored, Comparator.GREATER, Double.NEGATIVE_INFINITY))
                    .isTrue();
            assertThat(holds(stored, Comparator.LESS, Double.NEGATIVE_INFINITY)).isFalse();
        }
        assertThat(holds("no number", Comparator.LESS, Double.POSITIVE_INFINITY))
                .isFalse();
        assertThat(ForeignFilter.compare("it", Comparator.LESS, Double.POSITIVE_INFINITY)
                        .holds(SourceMetadata.EMPTY))
                .isFalse();
    }

    @Test
    void uuidIsTheStringThatItIsWrittenAsAndHasNoOrder() {
        UUID id = UUID.fromString("0bad1dea-0000-4000-8000-00000000cafe");
        assertThat(equal("0bad1dea-0000-4000-8000-00000000cafe", id)).isTrue();
        assertThatThrownBy(() -> ForeignFilter.compare("id", Comparator.LESS, id))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"id\" is compared by order with the UUID 0bad1dea-0000-4000-8000-00000000cafe; "
                        + "UUIDs have no order");
    }

    @Test
    void whatHasNoMeaningHereIsNamed() {
        assertThatThrownBy(() -> ForeignFilter.in("day", List.of("monday", LocalDate.EPOCH)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"day\" is compared with a value of type java.time.LocalDate; it must be a string, a "
                        + "number, a boolean, an instant or a UUID");
        assertThatThrownBy(() -> ForeignFilter.compare("size", Comparator.LESS, new BigDecimal("1e400")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"size\" is compared with 1E+400, which is neither a long nor a double");
    }
}
