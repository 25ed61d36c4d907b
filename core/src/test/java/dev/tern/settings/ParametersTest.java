package dev.tern.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersTest {
    @Test
    void theDefaultsAreThese() {
        assertThat(Parameters.DEFAULT)
                .isEqualTo(new Parameters(
                        NameRecognition.OFFLINE,
                        3,
                        3,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        1,
                        1000,
                        1000,
                        1000,
                        2,
                        OptionalInt.empty(),
                        List.of(),
                        false,
                        512,
                        8191,
                        256,
                        32,
                        16,
                        "gpt-4o",
                        0,
                        "text-embedding-3-small",
                        Optional.empty()));
        assertThat(Parameters.builder().build()).isEqualTo(Parameters.DEFAULT);
    }

    private static final Parameters ALL_CHANGED = Parameters.builder()
            .recognition(NameRecognition.MODEL)
            .entityTopK(4)
            .relationTopK(5)
            .minimumEntitySimilarity(0.25)
            .minimumRelationSimilarity(-0.5)
            .degree(0)
            .frontierLimit(6)
            .candidateLimit(7)
            .rerankTokenBudget(800)
            .finalTopK(9)
            .sourceLimit(2)
            .trust(List.of(Trust.parse("a*=0.1"), Trust.parse("a/b*=0.5")))
            .hybrid(true)
            .embedBatch(10)
            .passageTokenLimit(11)
            .passageTokens(120)
            .overlapTokens(13)
            .parallelExtractions(14)
            .chatModel("chat")
            .temperature(1.5)
            .embeddingModel("embedding")
            .consistency(Consistency.BOUNDED)
            .build();

    @Test
    void everyParameterCanBeSetAndIsKeptByABuilderMadeFromIt() {
        assertThat(ALL_CHANGED)
                .isEqualTo(new Parameters(
                        NameRecognition.MODEL,
                        4,
                        5,
                        OptionalDouble.of(0.25),
                        OptionalDouble.of(-0.5),
                        0,
                        6,
                        7,
                        800,
                        9,
                        OptionalInt.of(2),
                        List.of(Trust.parse("a/b*=0.5"), Trust.parse("a*=0.1")),
                        true,
                        10,
                        11,
                        120,
                        13,
                        14,
                        "chat",
                        1.5,
                        "embedding",
                        Optional.of(Consistency.BOUNDED)));
        assertThat(ALL_CHANGED.toBuilder().build()).isEqualTo(ALL_CHANGED);
        assertThat(ALL_CHANGED.toBuilder().degree(2).build()).isNotEqualTo(ALL_CHANGED);
    }

    static Stream<Arguments> integers() {
        return Stream.of(
                integer("entityTopK", 1, 1000, Parameters.Builder::entityTopK, Parameters::entityTopK),
                integer("relationTopK", 1, 1000, Parameters.Builder::relationTopK, Parameters::relationTopK),
                integer("degree", 0, 4, Parameters.Builder::degree, Parameters::degree),
                integer("frontierLimit", 1, 100_000, Parameters.Builder::frontierLimit, Parameters::frontierLimit),
                integer("candidateLimit", 1, 100_000, Parameters.Builder::candidateLimit, Parameters::candidateLimit),
                integer(
                        "rerankTokenBudget",
                        100,
                        1_000_000,
                        Parameters.Builder::rerankTokenBudget,
                        Parameters::rerankTokenBudget),
                integer("finalTopK", 1, 1000, Parameters.Builder::finalTopK, Parameters::finalTopK),
                integer("embedBatch", 1, 2048, Parameters.Builder::embedBatch, Parameters::embedBatch),
                integer(
                        "passageTokenLimit",
                        1,
                        1_000_000,
                        Parameters.Builder::passageTokenLimit,
                        Parameters::passageTokenLimit),
                integer("passageTokens", 16, 8_191, Parameters.Builder::passageTokens, Parameters::passageTokens),
                integer("overlapTokens", 0, 4_096, Parameters.Builder::overlapTokens, Parameters::overlapTokens),
                integer(
                        "parallelExtractions",
                        1,
                        1_024,
                        Parameters.Builder::parallelExtractions,
                        Parameters::parallelExtractions));
    }

    private static Arguments integer(
            String name,
            int lowest,
            int highest,
            BiFunction<Parameters.Builder, Integer, Parameters.Builder> set,
            Function<Parameters, Integer> read) {
        return Arguments.of(name, lowest, highest, set, read);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("integers")
    void aNumberMayBeAsLowAsItsLowestAndAsHighAsItsHighest(
            String name,
            int lowest,
            int highest,
            BiFunction<Parameters.Builder, Integer, Parameters.Builder> set,
            Function<Parameters, Integer> read) {
        for (int value : new int[] {lowest, highest}) {
            assertThat(read.apply(set.apply(Parameters.builder(), value).build()))
                    .as(name)
                    .isEqualTo(value);
        }
        for (int value : new int[] {lowest - 1, highest + 1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            requireRefused(
                    set.apply(Parameters.builder(), value),
                    name + " is " + value + "; it must be between " + lowest + " and " + highest);
        }
    }

    static Stream<Arguments> fractions() {
        return Stream.of(
                fraction("minimumEntitySimilarity", -1, 1, Parameters.Builder::minimumEntitySimilarity),
                fraction("minimumRelationSimilarity", -1, 1, Parameters.Builder::minimumRelationSimilarity),
                fraction("temperature", 0, 2, Parameters.Builder::temperature));
    }

    private static Arguments fraction(
            String name,
            double lowest,
            double highest,
            BiFunction<Parameters.Builder, Double, Parameters.Builder> set) {
        return Arguments.of(name, lowest, highest, set);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fractions")
    void aFractionMayBeAsLowAsItsLowestAndAsHighAsItsHighest(
            String name,
            double lowest,
            double highest,
            BiFunction<Parameters.Builder, Double, Parameters.Builder> set) {
        for (double value : new double[] {lowest, 0, 0.3, highest}) {
            assertThat(set.apply(Parameters.builder(), value).build()).isNotNull();
        }
        String range = "; it must be between " + (long) lowest + " and " + (long) highest;
        requireRefused(set.apply(Parameters.builder(), lowest - 0.5), name + " is " + (lowest - 0.5) + range);
        requireRefused(set.apply(Parameters.builder(), highest + 0.5), name + " is " + (highest + 0.5) + range);
        requireRefused(set.apply(Parameters.builder(), Double.NaN), name + " is NaN" + range);
        requireRefused(set.apply(Parameters.builder(), Double.POSITIVE_INFINITY), name + " is Infinity" + range);
        requireRefused(set.apply(Parameters.builder(), Double.NEGATIVE_INFINITY), name + " is -Infinity" + range);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void aModelHasAName(String blank) {
        requireRefused(Parameters.builder().chatModel(blank), "chatModel is blank; it must be the name of a model");
        requireRefused(
                Parameters.builder().embeddingModel(blank), "embeddingModel is blank; it must be the name of a model");
    }

    private static void requireRefused(Parameters.Builder builder, String message) {
        assertThatThrownBy(builder::build)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage(message);
    }
}
