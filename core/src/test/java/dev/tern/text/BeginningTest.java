package dev.tern.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BeginningTest {
    @Test
    void aTextThatFitsIsItself() {
        assertThat(TextTruncation.of("", 3)).isEmpty();
        assertThat(TextTruncation.of("abc", 3)).isEqualTo("abc");
        assertThat(TextTruncation.withEllipsis("abc", 3)).isEqualTo("abc");
    }

    @Test
    void aLongerOneIsCutBetweenCharacters() {
        assertThat(TextTruncation.of("abcd", 3)).isEqualTo("abc");
        assertThat(TextTruncation.withEllipsis("abcd", 3)).isEqualTo("abc...");
        assertThat(TextTruncation.of("ab\uD83D\uDE00", 3)).isEqualTo("ab");
        assertThat(TextTruncation.of("ab\uD83D\uDE00c", 4)).isEqualTo("ab\uD83D\uDE00");
        assertThat(TextTruncation.withEllipsis("\uD83D\uDE00b", 1)).isEqualTo("...");
    }
}
