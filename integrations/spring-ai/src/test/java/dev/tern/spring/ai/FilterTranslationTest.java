package dev.tern.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.SourceMetadata;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.vectorstore.filter.Filter.Expression;
import org.springframework.ai.vectorstore.filter.Filter.ExpressionType;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder.Op;
import org.springframework.ai.vectorstore.filter.FilterExpressionTextParser;

class FilterTranslationTest {
    private static final FilterExpressionBuilder IS = new FilterExpressionBuilder();

    private static MetadataFilter text(String expression) {
        return SpringFilters.of(new FilterExpressionTextParser().parse(expression));
    }

    @Test
    void textsOfSpringAiAreTheFiltersThatTheyLookLike() {
        assertThat(text("lang == 'de' && (year >= 1990 || draft != true)"))
                .isEqualTo(MetadataFilter.parse("lang = 'de' and (year >= 1990 or not (draft = true))"));
        assertThat(text("year nin [1, 2] and not (size < 2.5 or big > 5000000000L)"))
                .isEqualTo(MetadataFilter.parse("not (year in (1, 2)) and not (size < 2.5 or big > 5000000000)"));
        assertThat(text("lang is null and year is not null"))
                .isEqualTo(MetadataFilter.parse("not (lang exists) and year exists"));
        assertThat(text("\"printed by\" == 'Ham \\'s'")).isEqualTo(MetadataFilter.equal("printed by", "Ham 's"));
    }

    @Test
    void noExpressionIsEverything() {
        assertThat(SpringFilters.of(null).isEverything()).isTrue();
    }

    @Test
    void keyInQuotationMarksIsTheNameWithoutThem() {
        assertThat(SpringFilters.of(IS.eq("\"printed by\"", "Ham").build()))
                .isEqualTo(MetadataFilter.equal("printed by", "Ham"));
    }

    @Test
    void momentsAreFoundByDatesAndTheirTexts() {
        SourceMetadata metadata = SourceMetadata.EMPTY.with("on", Instant.parse("2020-02-20T20:20:20Z"));
        assertThat(text("on >= '2020-02-20T20:20:20Z' and on < '2020-02-20T20:20:20.001Z'")
                        .holds(metadata))
                .isTrue();
        assertThat(SpringFilters.of(IS.eq("on", Date.from(Instant.parse("2020-02-20T20:20:20Z")))
                                .build())
                        .holds(metadata))
                .isTrue();
    }

    @Test
    void longChainStaysFlat() {
        Op chain = IS.eq("year", 0);
        for (int i = 1; i < 4_000; i++) {
            chain = IS.or(chain, IS.group(IS.eq("year", i)));
        }
        assertThat(SpringFilters.of(chain.build()).holds(SourceMetadata.EMPTY.with("year", 3_999)))
                .isTrue();
    }

    @Test
    void filterOfManyLevelsIsRefused() {
        Op deep = IS.eq("year", 0);
        for (int i = 0; i < 10_000; i++) {
            deep = IS.not(deep);
        }
        Expression tooDeep = deep.build();
        assertThatThrownBy(() -> SpringFilters.of(tooDeep))
                .isInstanceOf(TernException.class)
                .hasMessage("the filter cannot be used: a filter has more than 64 levels, which is the limit");
    }

    @Test
    void whatHasNoMeaningIsRefusedByName() {
        requireRefused(
                IS.gt("day", LocalDate.EPOCH).build(),
                "\"day\" is compared with a value of type java.time.LocalDate; it must be a string, a number, a "
                        + "boolean, an instant or a UUID");
        requireRefused(
                IS.eq("year", List.of(1990)).build(),
                "\"year\" is compared with a value of type java.util.ImmutableCollections$List12; it must be a "
                        + "string, a number, a boolean, an instant or a UUID");
        requireRefused(
                new Expression(ExpressionType.EQ, new org.springframework.ai.vectorstore.filter.Filter.Key("year")),
                "EQ has nothing on its right side");
        requireRefused(
                new Expression(
                        ExpressionType.EQ,
                        new org.springframework.ai.vectorstore.filter.Filter.Key("year"),
                        new org.springframework.ai.vectorstore.filter.Filter.Key("age")),
                "EQ compares with Key[key=age]; it must be a value");
        requireRefused(
                new Expression(
                        ExpressionType.LT,
                        new org.springframework.ai.vectorstore.filter.Filter.Value(5),
                        new org.springframework.ai.vectorstore.filter.Filter.Value(6)),
                "LT is applied to Value[value=5]; it applies to a key");
        requireRefused(
                new Expression(
                        ExpressionType.AND,
                        new org.springframework.ai.vectorstore.filter.Filter.Key("year"),
                        new org.springframework.ai.vectorstore.filter.Filter.Value(6)),
                "an expression has Key[key=year] instead of a condition");
    }

    private static void requireRefused(Expression expression, String message) {
        assertThatThrownBy(() -> SpringFilters.of(expression))
                .isInstanceOf(TernException.class)
                .hasMessage("the filter cannot be used: " + message)
                .extracting(failure -> ((TernException) failure).fault())
                .isEqualTo(TernException.Fault.USER);
    }
}
