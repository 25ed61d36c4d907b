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
    private static final SourceMetadata METADATA = SourceMetadata.EMPTY
            .with("lang", "de")
            .with("year", 1990)
            .with("weight", 0.5)
            .with("printed", true)
            .with("added", Instant.parse("2020-02-02T20:20:20Z"));

    private static void assertHolds(MetadataFilter... filters) {
        for (MetadataFilter filter : filters) {
            assertThat(filter.holds(METADATA)).as(filter.toString()).isTrue();
            assertThat(MetadataFilter.not(filter).holds(METADATA))
                    .as("not " + filter)
                    .isFalse();
        }
    }

    private static void assertFails(MetadataFilter... filters) {
        for (MetadataFilter filter : filters) {
            assertHolds(MetadataFilter.not(filter));
        }
    }

    @Test
    void valuesOfOneKindAreCompared() {
        assertHolds(
                MetadataFilter.equal("lang", "de"),
                MetadataFilter.greater("lang", "DE"),
                MetadataFilter.less("lang", "den"),
                MetadataFilter.equal("printed", true),
                MetadataFilter.greater("printed", false),
                MetadataFilter.atLeast("added", Instant.parse("2020-02-02T20:20:20Z")),
                MetadataFilter.less("added", Instant.parse("2020-02-02T20:20:20.000000001Z")),
                MetadataFilter.contains("lang", "e"),
                MetadataFilter.in("lang", List.of("en", "de")),
                MetadataFilter.exists("weight"));
        assertFails(
                MetadataFilter.equal("lang", "DE"),
                MetadataFilter.contains("lang", "E"),
                MetadataFilter.in("lang", List.of()),
                MetadataFilter.in("lang", List.of("en")));
    }

    @Test
    void numbersAreComparedByWhatTheyAreWorth() {
        assertHolds(
                MetadataFilter.equal("year", 1990.0),
                MetadataFilter.less("year", 1990.5),
                MetadataFilter.atMost("year", 1990L),
                MetadataFilter.greater("weight", 0),
                MetadataFilter.in("year", List.of(7, 1990.0)));
        SourceMetadata great = SourceMetadata.EMPTY.with("n", (1L << 53) + 1);
        assertThat(MetadataFilter.greater("n", 0x1p53).holds(great)).isTrue();
        assertThat(MetadataFilter.equal("n", 0x1p53).holds(great)).isFalse();
        assertThat(MetadataFilter.less("n", 0x1p63).holds(SourceMetadata.EMPTY.with("n", Long.MAX_VALUE)))
                .isTrue();
        assertThat(MetadataFilter.equal("n", -0.0).holds(SourceMetadata.EMPTY.with("n", 0)))
                .isTrue();
    }

    @Test
    void valuesOfTwoKindsAreNeitherEqualNorInOrder() {
        assertFails(
                MetadataFilter.equal("year", "1990"),
                MetadataFilter.less("year", "2"),
                MetadataFilter.atLeast("year", "1990"),
                MetadataFilter.equal("printed", "true"),
                MetadataFilter.equal("printed", 1),
                MetadataFilter.atMost("added", "2020-02-02T20:20:20Z"),
                MetadataFilter.contains("year", "9"));
        assertHolds(MetadataFilter.notEqual("year", "1990"), MetadataFilter.notIn("year", List.of("1990", "1991")));
    }

    @Test
    void whatIsMissingPassesNothingButANegation() {
        assertFails(
                MetadataFilter.equal("author", "x"),
                MetadataFilter.less("author", "x"),
                MetadataFilter.atLeast("author", "x"),
                MetadataFilter.contains("author", ""),
                MetadataFilter.in("author", List.of("x")),
                MetadataFilter.exists("author"));
        assertHolds(
                MetadataFilter.notEqual("author", "x"),
                MetadataFilter.notIn("author", List.of("x")),
                MetadataFilter.notIn("author", List.of()));
    }

    @Test
    void conditionsAreJoined() {
        MetadataFilter german = MetadataFilter.equal("lang", "de");
        MetadataFilter young = MetadataFilter.greater("year", 2000);
        assertHolds(
                german.or(young),
                german.and(MetadataFilter.not(young)),
                MetadataFilter.everything(),
                MetadataFilter.and());
        assertFails(german.and(young), MetadataFilter.or(), MetadataFilter.not(MetadataFilter.everything()));
        assertThat(MetadataFilter.everything().and(german)).isEqualTo(german);
        assertThat(german.and(MetadataFilter.everything())).isEqualTo(german);
        assertThat(MetadataFilter.everything().isEverything()).isTrue();
        assertThat(german.isEverything()).isFalse();
        assertThat(german.and(young).or(MetadataFilter.not(MetadataFilter.exists("a \"b\""))))
                .hasToString("((\"lang\" = \"de\") and (\"year\" > 2000)) or (not (\"a \\\"b\\\"\" exists))");
        assertThat(german.and(young).names()).containsExactly("lang", "year");
    }

    @Test
    void aLongStringIsComparedByItsFirstCharacters() {
        String first = "x".repeat(MetadataValue.COMPARED_LENGTH);
        SourceMetadata metadata = SourceMetadata.EMPTY.with("s", first + "y").with("pair", "x".repeat(1_023) + "😀");
        assertThat(MetadataFilter.equal("s", first).holds(metadata)).isTrue();
        assertThat(MetadataFilter.contains("s", "y").holds(metadata)).isFalse();
        assertThat(MetadataFilter.equal("pair", "x".repeat(1_023)).holds(metadata))
                .isTrue();
    }

    @Test
    void whatPassesALimitIsRefusedAndNamed() {
        assertRefused(
                () -> MetadataFilter.equal("s", "x".repeat(1_025)),
                "a filter compares \"s\" with a string of 1025 characters; the limit is 1024");
        assertRefused(
                () -> MetadataFilter.exists("n".repeat(513)),
                "a filter has a name of 513 characters; the limit is 512");
        assertRefused(
                () -> MetadataFilter.in("n", IntStream.range(0, 4_097).boxed().toList()),
                "a filter has 4097 conditions; the limit is 4096");
        assertRefused(
                () -> MetadataFilter.or(
                        Collections.nCopies(4_097, MetadataFilter.exists("n")).toArray(MetadataFilter[]::new)),
                "a filter has 4097 conditions; the limit is 4096");
        assertRefused(
                () -> {
                    MetadataFilter deep = MetadataFilter.exists("n");
                    for (int i = 0; i < 64; i++) {
                        deep = MetadataFilter.not(deep);
                    }
                },
                "a filter has 65 levels; the limit is 64");
        assertRefused(() -> MetadataValue.of(Double.NaN), "a metadata value is NaN; numbers must be finite");
        assertRefused(
                () -> SourceMetadata.of(Map.of("n", List.of())),
                "metadata \"n\": a metadata value is of type "
                        + List.of().getClass().getName()
                        + "; it must be a string, long, double, boolean or instant");
        assertRefused(
                () -> SourceMetadata.of(Collections.singletonMap("n", null)),
                "metadata \"n\": a metadata value is null; it must be a string, long, double, boolean or instant");
    }

    @Test
    void whatAsksNothingCountsAsWell() {
        MetadataFilter all = new MetadataFilter.And(List.of());
        MetadataFilter none = new MetadataFilter.Or(List.of());
        assertRefused(
                () -> MetadataFilter.or(Collections.nCopies(20_000, all).toArray(MetadataFilter[]::new)),
                "a filter has 20000 conditions; the limit is 4096");
        assertRefused(
                () -> MetadataFilter.and(Collections.nCopies(4_097, none).toArray(MetadataFilter[]::new)),
                "a filter has 4097 conditions; the limit is 4096");
        assertRefused(
                () -> MetadataFilter.and(
                        Collections.nCopies(2_049, MetadataFilter.not(all)).toArray(MetadataFilter[]::new)),
                "a filter has 4098 conditions; the limit is 4096");
    }

    private static void assertRefused(Runnable act, String message) {
        assertThatThrownBy(act::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void aLongChainOfConditionsStaysFlat() {
        MetadataFilter chain = MetadataFilter.equal("n", 0);
        for (int i = 1; i < 1_000; i++) {
            chain = chain.or(MetadataFilter.equal("n", i));
        }
        assertThat(chain.holds(SourceMetadata.EMPTY.with("n", 999))).isTrue();
        assertThat(chain.holds(SourceMetadata.EMPTY.with("n", 1_000))).isFalse();
    }

    @Test
    void equalMetadataHaveEqualTypesToo() {
        assertThat(SourceMetadata.EMPTY.with("n", 5)).isNotEqualTo(SourceMetadata.EMPTY.with("n", 5.0));
        assertThat(SourceMetadata.EMPTY.with("n", 5)).isNotEqualTo(SourceMetadata.EMPTY.with("n", "5"));
        assertThat(SourceMetadata.of(Map.of("n", 0.1f))).isEqualTo(SourceMetadata.EMPTY.with("n", 0.1));
        assertThat(METADATA.texts()).containsEntry("year", "1990").containsEntry("added", "2020-02-02T20:20:20Z");
    }
}
