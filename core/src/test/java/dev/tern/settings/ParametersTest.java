package dev.tern.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ParametersTest {
    private static final Parameters CHANGED = Parameters.of(Parameter.RECOGNITION, NameRecognition.MODEL)
            .with(Parameter.MIN_ENTITY_SIMILARITY, 0.25)
            .with(Parameter.DEGREE, 0)
            .with(Parameter.TRUST, List.of(SourceRule.parse("a*=0.1"), SourceRule.parse("a/b*=0.5")))
            .with(Parameter.HYBRID, true)
            .with(Parameter.CONSISTENCY, Consistency.BOUNDED);

    @Test
    void theDefaultsAreThese() {
        assertThat(Parameters.DEFAULT)
                .hasToString("{recognition=OFFLINE, entityTopK=3, relationTopK=3, degree=1, frontierLimit=1000,"
                        + " relationLimit=1000, candidateTokens=1000, finalTopK=5, trust=[], hybrid=false,"
                        + " temperature=0.0, embedBatch=512, passageTokenLimit=8191, passageTokens=256,"
                        + " overlapTokens=32, parallelExtractions=16}");
    }

    @Test
    void whatIsSetIsThereAndTheRestStays() {
        assertThat(CHANGED.get(Parameter.RECOGNITION)).isEqualTo(NameRecognition.MODEL);
        assertThat(CHANGED.get(Parameter.MIN_ENTITY_SIMILARITY)).isEqualTo(0.25);
        assertThat(CHANGED.get(Parameter.DEGREE)).isZero();
        assertThat(CHANGED.get(Parameter.TRUST))
                .as("the rule that says most about a source first")
                .containsExactly(SourceRule.parse("a/b*=0.5"), SourceRule.parse("a*=0.1"));
        assertThat(CHANGED.get(Parameter.FINAL_TOP_K)).isEqualTo(5);
        assertThat(CHANGED.find(Parameter.MIN_RELATION_SIMILARITY)).isEmpty();
        assertThatThrownBy(() -> CHANGED.get(Parameter.MIN_RELATION_SIMILARITY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("minRelationSimilarity is not set; use find");
    }

    @Test
    void valuesAreEqualHoweverTheyWereSet() {
        assertThat(Parameters.of(Parameter.DEGREE, 2).with(Parameter.DEGREE, 1)).isEqualTo(Parameters.DEFAULT);
        assertThat(Parameters.of(Parameter.DEGREE, 2))
                .isEqualTo(Parameters.DEFAULT.withText(Parameter.DEGREE, "2"))
                .hasSameHashCodeAs(Parameters.of(Parameter.DEGREE, 2))
                .isNotEqualTo(Parameters.DEFAULT);
    }

    @Test
    void everyValueIsWrittenAsItIsRead() {
        for (Parameter<?> parameter : Parameter.ALL) {
            Object value = CHANGED.byName().get(parameter.name());
            if (value != null) {
                Parameters read = Parameters.DEFAULT.withText(parameter, Parameter.text(value));
                assertThat(read.byName().get(parameter.name()))
                        .as(parameter.name())
                        .isEqualTo(value);
            }
        }
    }

    @Test
    void namesAreThoseOfOneParameterEach() {
        assertThat(Parameter.ALL).extracting(Parameter::name).doesNotHaveDuplicates();
        for (Parameter<?> parameter : Parameter.ALL) {
            assertThat(Parameter.of(parameter.name())).contains(parameter);
            assertThat(parameter.description()).as(parameter.name()).matches("[A-Z].*[^.]");
        }
        assertThat(Parameter.of("entitytopk")).isEmpty();
    }

    @Test
    void textOfAnotherTypeIsRefused() {
        assertThatThrownBy(() -> Parameter.DEGREE.parse("two")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Parameter.HYBRID.parse("yes")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Parameter.CONSISTENCY.parse("some")).isInstanceOf(IllegalArgumentException.class);
        assertThat(Parameter.CONSISTENCY.values()).isEqualTo("strong, session, bounded or eventual");
        assertThat(Parameter.EMBED_BATCH.values()).isEqualTo("a whole number from 1 to 2,048");
    }

    static Stream<Arguments> integers() {
        return Stream.of(
                Arguments.of(Parameter.ENTITY_TOP_K, 1, 1000),
                Arguments.of(Parameter.RELATION_TOP_K, 1, 1000),
                Arguments.of(Parameter.DEGREE, 0, 4),
                Arguments.of(Parameter.FRONTIER_LIMIT, 1, 100_000),
                Arguments.of(Parameter.RELATION_LIMIT, 1, 100_000),
                Arguments.of(Parameter.CANDIDATE_TOKENS, 100, 1_000_000),
                Arguments.of(Parameter.FINAL_TOP_K, 1, 1000),
                Arguments.of(Parameter.EMBED_BATCH, 1, 2048),
                Arguments.of(Parameter.PASSAGE_TOKEN_LIMIT, 1, 1_000_000),
                Arguments.of(Parameter.PASSAGE_TOKENS, 16, 8_191),
                Arguments.of(Parameter.OVERLAP_TOKENS, 0, 4_096),
                Arguments.of(Parameter.PARALLEL_EXTRACTIONS, 1, 1_024));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("integers")
    void aNumberMayBeAsLowAsItsLowestAndAsHighAsItsHighest(Parameter<Integer> parameter, int lowest, int highest) {
        for (int value : new int[] {lowest, highest}) {
            assertThat(Parameters.of(parameter, value).get(parameter)).isEqualTo(value);
        }
        for (int value : new int[] {lowest - 1, highest + 1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            requireRefused(parameter, value, value + "; it must be between " + lowest + " and " + highest);
        }
    }

    static Stream<Arguments> fractions() {
        return Stream.of(
                Arguments.of(Parameter.MIN_ENTITY_SIMILARITY, -1, 1),
                Arguments.of(Parameter.MIN_RELATION_SIMILARITY, -1, 1),
                Arguments.of(Parameter.TEMPERATURE, 0, 2));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fractions")
    void aFractionMayBeAsLowAsItsLowestAndAsHighAsItsHighest(Parameter<Double> parameter, int lowest, int highest) {
        for (double value : new double[] {lowest, 0, 0.3, highest}) {
            assertThat(Parameters.of(parameter, value).get(parameter)).isEqualTo(value);
        }
        String range = "; it must be between " + lowest + " and " + highest;
        requireRefused(parameter, lowest - 0.5, (lowest - 0.5) + range);
        requireRefused(parameter, highest + 0.5, (highest + 0.5) + range);
        requireRefused(parameter, Double.NaN, "NaN" + range);
        requireRefused(parameter, Double.POSITIVE_INFINITY, "Infinity" + range);
        requireRefused(parameter, Double.NEGATIVE_INFINITY, "-Infinity" + range);
    }

    private static <T> void requireRefused(Parameter<T> parameter, T value, String message) {
        assertThatThrownBy(() -> Parameters.of(parameter, value))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage(parameter + " is " + message);
    }
}
