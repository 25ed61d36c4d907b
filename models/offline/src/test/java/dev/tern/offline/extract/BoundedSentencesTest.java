package dev.tern.offline.extract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundedSentencesTest {
    @Test
    void sentencesStayWhole() {
        assertThat(BoundedSentences.of("J. R. Smith met Dr. Brown. Then it rained. 他来了。"))
                .containsExactly("J. R. Smith met Dr. Brown.", "Then it rained.", "他来了。");
    }

    @Test
    void aSentenceWithoutEndIsCutBetweenWords() {
        assertThat(BoundedSentences.of("word ".repeat(1000)))
                .hasSizeGreaterThan(2)
                .allSatisfy(part -> assertThat(part)
                        .hasSizeLessThanOrEqualTo(BoundedSentences.MAX_CHARACTERS)
                        .startsWith("word")
                        .endsWith("word"));
        assertThat(String.join("", BoundedSentences.of("😀".repeat(5000)))).isEqualTo("😀".repeat(5000));
    }

    @Test
    void blankTextHasNone() {
        assertThat(BoundedSentences.of(" \n ")).isEmpty();
    }
}
