package dev.tern.ingest.extract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SentencesTest {
    @Test
    void initialsAndAbbreviationsEndNoSentence() {
        assertThat(Sentences.of("J. R. Smith met Dr. Brown. He left on No. 5. Then it rained."))
                .containsExactly("J. R. Smith met Dr. Brown.", "He left on No. 5.", "Then it rained.");
    }

    @Test
    void otherScriptsHaveOtherStops() {
        assertThat(Sentences.of("他来了。他走了！真的吗？")).containsExactly("他来了。", "他走了！", "真的吗？");
        assertThat(Sentences.of("वह आया। वह गया।")).containsExactly("वह आया।", "वह गया।");
        assertThat(Sentences.of("هل جاء؟ نعم.")).containsExactly("هل جاء؟", "نعم.");
    }

    @Test
    void aSentenceWithoutEndIsCutBetweenWords() {
        assertThat(Sentences.of("word ".repeat(1000)))
                .hasSizeGreaterThan(2)
                .allSatisfy(part -> assertThat(part)
                        .hasSizeLessThanOrEqualTo(Sentences.MAX_CHARACTERS)
                        .startsWith("word")
                        .endsWith("word"));
        assertThat(String.join("", Sentences.of("😀".repeat(5000)))).isEqualTo("😀".repeat(5000));
    }

    @Test
    void blankTextHasNone() {
        assertThat(Sentences.of(" \n ")).isEmpty();
    }
}
