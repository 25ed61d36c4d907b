package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FilterTest {
    private static final Metadata METADATA = Metadata.EMPTY
            .with("lang", "de")
            .with("year", 1990)
            .with("weight", 0.5)
            .with("printed", true)
            .with("added", Instant.parse("2020-02-02T20:20:20Z"));

    private static void assertHolds(Filter... filters) {
        for (Filter filter : filters) {
            assertThat(filter.holds(METADATA)).as(filter.toString()).isTrue();
            assertThat(Filter.not(filter).holds(METADATA)).as("not " + filter).isFalse();
        }
    }

    private static void assertFails(Filter... filters) {
        for (Filter filter : filters) {
            assertHolds(Filter.not(filter));
        }
    }

    @Test
    void valuesOfOneKindAreCompared() {
        assertHolds(
                Filter.equal("lang", "de"),
                Filter.greater("lang", "DE"),
                Filter.less("lang", "den"),
                Filter.equal("printed", true),
                Filter.greater("printed", false),
                Filter.atLeast("added", Instant.parse("2020-02-02T20:20:20Z")),
                Filter.less("added", Instant.parse("2020-02-02T20:20:20.000000001Z")),
                Filter.contains("lang", "e"),
                Filter.in("lang", List.of("en", "de")),
                Filter.exists("weight"));
        assertFails(
                Filter.equal("lang", "DE"),
                Filter.contains("lang", "E"),
                Filter.in("lang", List.of()),
                Filter.in("lang", List.of("en")));
    }

    @Test
    void numbersAreComparedByWhatTheyAreWorth() {
        assertHolds(
                Filter.equal("year", 1990.0),
                Filter.less("year", 1990.5),
                Filter.atMost("year", 1990L),
                Filter.greater("weight", 0),
                Filter.in("year", List.of(7, 1990.0)));
        Metadata great = Metadata.EMPTY.with("n", (1L << 53) + 1);
        assertThat(Filter.greater("n", 0x1p53).holds(great)).isTrue();
        assertThat(Filter.equal("n", 0x1p53).holds(great)).isFalse();
        assertThat(Filter.less("n", 0x1p63).holds(Metadata.EMPTY.with("n", Long.MAX_VALUE)))
                .isTrue();
        assertThat(Filter.equal("n", -0.0).holds(Metadata.EMPTY.with("n", 0))).isTrue();
    }

    @Test
    void valuesOfTwoKindsAreNeitherEqualNorInOrder() {
        assertFails(
                Filter.equal("year", "1990"),
                Filter.less("year", "2"),
                Filter.atLeast("year", "1990"),
                Filter.equal("printed", "true"),
                Filter.equal("printed", 1),
                Filter.atMost("added", "2020-02-02T20:20:20Z"),
                Filter.contains("year", "9"));
        assertHolds(Filter.notEqual("year", "1990"), Filter.notIn("year", List.of("1990", "1991")));
    }

    @Test
    void whatIsMissingPassesNothingButANegation() {
        assertFails(
                Filter.equal("author", "x"),
                Filter.less("author", "x"),
                Filter.atLeast("author", "x"),
                Filter.contains("author", ""),
                Filter.in("author", List.of("x")),
                Filter.exists("author"));
        assertHolds(
                Filter.notEqual("author", "x"),
                Filter.notIn("author", List.of("x")),
                Filter.notIn("author", List.of()));
    }

    @Test
    void conditionsAreJoined() {
        Filter german = Filter.equal("lang", "de");
        Filter young = Filter.greater("year", 2000);
        assertHolds(german.or(young), german.and(Filter.not(young)), Filter.everything(), Filter.and());
        assertFails(german.and(young), Filter.or(), Filter.not(Filter.everything()));
        assertThat(Filter.everything().and(german)).isEqualTo(german);
        assertThat(german.and(Filter.everything())).isEqualTo(german);
        assertThat(Filter.everything().isEverything()).isTrue();
        assertThat(german.isEverything()).isFalse();
        assertThat(german.and(young).or(Filter.not(Filter.exists("a \"b\""))))
                .hasToString("((\"lang\" = \"de\") and (\"year\" > 2000)) or (not (\"a \\\"b\\\"\" exists))");
        assertThat(german.and(young).names()).containsExactly("lang", "year");
    }

    @Test
    void aLongStringIsComparedByItsFirstCharacters() {
        String first = "x".repeat(MetadataValue.COMPARED_LENGTH);
        Metadata metadata = Metadata.EMPTY.with("s", first + "y").with("pair", "x".repeat(1_023) + "😀");
        assertThat(Filter.equal("s", first).holds(metadata)).isTrue();
        assertThat(Filter.contains("s", "y").holds(metadata)).isFalse();
        assertThat(Filter.equal("pair", "x".repeat(1_023)).holds(metadata)).isTrue();
    }

    @Test
    void whatPassesALimitIsRefusedAndNamed() {
        assertRefused(
                () -> Filter.equal("s", "x".repeat(1_025)),
                "a filter compares \"s\" with a string of 1025 characters; the limit is 1024");
        assertRefused(
                () -> Filter.exists("n".repeat(513)), "a filter asks about a name of 513 characters; the limit is 512");
        assertRefused(
                () -> Filter.in("n", IntStream.range(0, 4_097).boxed().toList()),
                "a filter has 4097 conditions; the limit is 4096");
        assertRefused(
                () -> Filter.or(Collections.nCopies(4_097, Filter.exists("n")).toArray(Filter[]::new)),
                "a filter has 4097 conditions; the limit is 4096");
        assertRefused(
                () -> {
                    Filter deep = Filter.exists("n");
                    for (int i = 0; i < 64; i++) {
                        deep = Filter.not(deep);
                    }
                },
                "a filter has 65 levels; the limit is 64");
        assertRefused(() -> MetadataValue.of(Double.NaN), "a metadata value is NaN; a number is finite");
        assertRefused(
                () -> Metadata.of(Map.of("n", List.of())),
                "metadata \"n\": a metadata value is of type "
                        + List.of().getClass().getName()
                        + "; it can be a string, a long, a double, a boolean or an instant");
    }

    @Test
    void whatAsksNothingCountsAsWell() {
        Filter all = new Filter.And(List.of());
        Filter none = new Filter.Or(List.of());
        assertRefused(
                () -> Filter.or(Collections.nCopies(20_000, all).toArray(Filter[]::new)),
                "a filter has 20000 conditions; the limit is 4096");
        assertRefused(
                () -> Filter.and(Collections.nCopies(4_097, none).toArray(Filter[]::new)),
                "a filter has 4097 conditions; the limit is 4096");
        assertRefused(
                () -> Filter.and(Collections.nCopies(2_049, Filter.not(all)).toArray(Filter[]::new)),
                "a filter has 4098 conditions; the limit is 4096");
    }

    private static void assertRefused(Runnable act, String message) {
        assertThatThrownBy(act::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void aLongChainOfConditionsStaysFlat() {
        Filter chain = Filter.equal("n", 0);
        for (int i = 1; i < 1_000; i++) {
            chain = chain.or(Filter.equal("n", i));
        }
        assertThat(chain.holds(Metadata.EMPTY.with("n", 999))).isTrue();
        assertThat(chain.holds(Metadata.EMPTY.with("n", 1_000))).isFalse();
    }

    @Test
    void equalMetadataHaveEqualTypesToo() {
        assertThat(Metadata.EMPTY.with("n", 5)).isNotEqualTo(Metadata.EMPTY.with("n", 5.0));
        assertThat(Metadata.EMPTY.with("n", 5)).isNotEqualTo(Metadata.EMPTY.with("n", "5"));
        assertThat(Metadata.of(Map.of("n", 0.1f))).isEqualTo(Metadata.EMPTY.with("n", 0.1));
        assertThat(METADATA.texts()).containsEntry("year", "1990").containsEntry("added", "2020-02-02T20:20:20Z");
    }
}
