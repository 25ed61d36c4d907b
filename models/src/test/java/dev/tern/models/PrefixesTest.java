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
        Prefixes prefixes = new Prefixes(question == null ? "" : question, passage);
        String name = prefixes.named(model);

        assertThat(Prefixes.without(name)).isEqualTo(model);
        assertThat(Prefixes.in(name, Prefixes.NONE)).isEqualTo(prefixes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"e5", "", "e5 (questions \"a\")", "e5\", passages \"b\")", "e5 (questions \"a\", passages \")"})
    void nameOfAModelHasNoPrefixes(String name) {
        assertThat(Prefixes.without(name)).isEqualTo(name);
        assertThat(Prefixes.in(name, Prefixes.NONE)).isEqualTo(Prefixes.NONE);
    }

    /** Model names in graphs of others are untrusted. */
    @Test
    void longNameIsReadInOneLook() {
        String name = " (questions \"\", passages \"".repeat(100_000) + "\")";

        assertThat(Prefixes.without(name)).hasSizeGreaterThan(1_000_000);
    }
}
