package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PrefixesTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {"e5,|query: |,|passage: |", "e5,,|p|", "e5 (questions \"x\"),a\"b,\"c\"", "e5,),("})
    void prefixesInANameAreThoseThatItWasMadeWith(String model, @Nullable String question, String passage) {
        TextPrefixes prefixes = new TextPrefixes(question == null ? "" : question, passage);
        String name = prefixes.modelName(model);

        assertThat(TextPrefixes.plainName(name)).isEqualTo(model);
        assertThat(TextPrefixes.in(name, TextPrefixes.NONE)).isEqualTo(prefixes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"e5", "", "e5 (questions \"a\")", "e5\", passages \"b\")", "e5 (questions \"a\", passages \")"})
    void nameOfAModelHasNoPrefixes(String name) {
        assertThat(TextPrefixes.plainName(name)).isEqualTo(name);
        assertThat(TextPrefixes.in(name, TextPrefixes.NONE)).isEqualTo(TextPrefixes.NONE);
    }

    /** Model names in graphs of others are untrusted. */
    @Test
    void longNameIsReadInOneLook() {
        String name = " (questions \"\", passages \"".repeat(100_000) + "\")";

        assertThat(TextPrefixes.plainName(name)).hasSizeGreaterThan(1_000_000);
    }
}
