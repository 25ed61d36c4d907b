package dev.tern.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BeginningTest {
    @Test
    void aTextThatFitsIsItself() {
        assertThat(Beginning.of("", 3)).isEmpty();
        assertThat(Beginning.of("abc", 3)).isEqualTo("abc");
        assertThat(Beginning.shown("abc", 3)).isEqualTo("abc");
    }

    @Test
    void aLongerOneIsCutBetweenCharacters() {
        assertThat(Beginning.of("abcd", 3)).isEqualTo("abc");
        assertThat(Beginning.shown("abcd", 3)).isEqualTo("abc...");
        assertThat(Beginning.of("ab\uD83D\uDE00", 3)).isEqualTo("ab");
        assertThat(Beginning.of("ab\uD83D\uDE00c", 4)).isEqualTo("ab\uD83D\uDE00");
        assertThat(Beginning.shown("\uD83D\uDE00b", 1)).isEqualTo("...");
    }
}
