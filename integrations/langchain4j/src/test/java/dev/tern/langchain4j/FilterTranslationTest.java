package dev.tern.langchain4j;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.store.embedding.filter.Filter;
import dev.langchain4j.store.embedding.filter.comparison.IsEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsGreaterThan;
import dev.langchain4j.store.embedding.filter.comparison.IsIn;
import dev.tern.error.TernException;
import dev.tern.graph.SourceMetadata;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FilterTranslationTest {
    private static final UUID SOME_ID = UUID.fromString("0bad1dea-0000-4000-8000-00000000cafe");

    @Test
    void whereTypesDifferAComparisonDoesNotHold() {
        SourceMetadata metadata = SourceMetadata.EMPTY.with("year", "1990");
        assertThat(FilterTranslation.of(metadataKey("year").isEqualTo(1990)).holds(metadata))
                .isFalse();
        assertThat(FilterTranslation.of(metadataKey("year").isNotEqualTo(1990)).holds(metadata))
                .isTrue();
        assertThat(FilterTranslation.of(metadataKey("year").isLessThan(2000)).holds(metadata))
                .isFalse();
    }

    @Test
    void booleansAndInstantsOfTernAreFoundByTheirOwnValues() {
        SourceMetadata metadata =
                SourceMetadata.EMPTY.with("printed", true).with("on", Instant.parse("2020-02-20T20:20:20.5Z"));
        assertThat(FilterTranslation.of(new IsEqualTo("printed", true)).holds(metadata))
                .isTrue();
        assertThat(FilterTranslation.of(new IsGreaterThan("on", Instant.parse("2020-02-20T20:20:20Z")))
                        .holds(metadata))
                .isTrue();
        assertThat(FilterTranslation.of(metadataKey("on").isGreaterThan("2020-02-20T20:20:20Z"))
                        .holds(metadata))
                .isTrue();
    }

    @Test
    void longChainStaysFlat() {
        Filter chain = metadataKey("number").isEqualTo(0);
        for (int i = 1; i < 4_000; i++) {
            chain = chain.or(metadataKey("number").isEqualTo(i));
        }
        assertThat(FilterTranslation.of(chain).holds(SourceMetadata.EMPTY.with("number", 3_999)))
                .isTrue();
        Filter tooLong = chain.or(
                new IsIn("number", Stream.iterate(0, i -> i + 1).limit(100).toList()));
        assertThatThrownBy(() -> FilterTranslation.of(tooLong))
                .isInstanceOf(TernException.class)
                .hasMessage("the filter cannot be used: a filter has 4100 conditions; the limit is 4096");
    }

    @Test
    void filterOfManyLevelsIsRefused() {
        Filter deep = metadataKey("number").isEqualTo(0);
        for (int i = 0; i < 10_000; i++) {
            deep = Filter.not(deep);
        }
        Filter tooDeep = deep;
        assertThatThrownBy(() -> FilterTranslation.of(tooDeep))
                .isInstanceOf(TernException.class)
                .hasMessage("the filter cannot be used: a filter has more than 64 levels, which is the limit");
    }

    @Test
    void filterOfAnUnknownKindIsRefusedByItsName() {
        Filter derived = new IsEqualTo("tenant", "red") {
            @Override
            public boolean test(Object metadata) {
                return false;
            }
        };
        for (Filter unknown : List.of(derived, (Filter) metadata -> true)) {
            assertThatThrownBy(() ->
                            FilterTranslation.of(metadataKey("a").isEqualTo(1).and(unknown)))
                    .isInstanceOf(TernException.class)
                    .hasMessage("the filter cannot be used: Tern does not know filters of the class "
                            + unknown.getClass().getName()
                            + "; it knows the filters of LangChain4j's MetadataFilterBuilder, and their and,"
                            + " or and not")
                    .extracting(failure -> ((TernException) failure).fault())
                    .isEqualTo(TernException.Fault.USER);
        }
    }

    @Test
    void valueWithoutAMeaningIsRefused() {
        assertThatThrownBy(() -> FilterTranslation.of(new IsEqualTo("day", LocalDate.EPOCH)))
                .isInstanceOf(TernException.class)
                .hasMessage("the filter cannot be used: \"day\" is compared with a value of type java.time.LocalDate;"
                        + " it must be a string, a number, a boolean, an instant or a UUID");
        assertThatThrownBy(() -> FilterTranslation.of(new IsGreaterThan("id", SOME_ID)))
                .isInstanceOf(TernException.class)
                .hasMessage("the filter cannot be used: \"id\" is compared by order with the UUID " + SOME_ID
                        + "; UUIDs have no order");
    }
}
