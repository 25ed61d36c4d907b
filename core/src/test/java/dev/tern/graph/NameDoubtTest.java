package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NameDoubtTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1902|NUMBER",
                "1,000–2,000|NUMBER",
                "notes.txt|ADDRESS",
                "https://example.org/a|ADDRESS",
                "anna@example.org|ADDRESS",
                "However|FUNCTION_WORD",
                "the|FUNCTION_WORD",
                "Mr|FUNCTION_WORD",
                "Dr.|FUNCTION_WORD",
                "CEO|FUNCTION_WORD",
                "C|FUNCTION_WORD",
                "Section 4|NUMBER",
                "GBP|NUMBER",
                "kg|NUMBER",
                "Friday, Saturday|NUMBER",
                "Montag|NUMBER",
                "March|NUMBER",
                "Tue, 11 March 2025|NUMBER",
                "2019年|NUMBER",
                "Q3 2025|NUMBER",
                "3.3 Invoices|HEADING",
                "§ 5 Haftung|HEADING",
                "Chapter|FUNCTION_WORD",
                "CHAPTER I A LADY|HEADING",
                "A B C D E F G H I J K|SENTENCE"
            })
    void someTextsLookLikeNoName(String text, NameDoubt doubt) {
        assertThat(NameDoubt.of(text)).contains(doubt);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Leonhard Euler",
                "IT",
                "US",
                "C++",
                "photoelectric effect",
                "1960 Summer Olympics",
                "NASA",
                "Let It Be",
                "田中",
                "Ada",
                "UNITED NATIONS",
                "1. FC Köln",
                "U2",
                "3M",
                "Sunday Times",
                "Dr Ewan Strachan",
                "二宮"
            })
    void namesAndTermsDoNot(String name) {
        assertThat(NameDoubt.of(name)).isEmpty();
    }

    @Test
    void aCapitalisedCommonWordIsNoMainName() {
        assertThat(NameDoubt.isMain("Agreement")).isFalse();
        assertThat(NameDoubt.isMain("Kestrel Foods")).isTrue();
        assertThat(NameDoubt.isMain("energy")).isTrue();
    }
}
