package dev.tern.ingest.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Position;
import dev.tern.graph.Section;
import dev.tern.graph.SourceDocument;
import dev.tern.model.TokenCounter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SentenceSplitterTest {
    /** Counts a token a word, so that tests can be counted by hand. */
    private static final TokenCounter WORDS =
            text -> text.isBlank() ? 0 : text.strip().split("\\s+").length;

    private static SentenceSplitter splitter(int tokens, int overlap) {
        return SentenceSplitter.builder()
                .tokenLimit(tokens)
                .overlap(overlap)
                .counter(WORDS)
                .build();
    }

    private static List<String> texts(List<PassageText> pieces) {
        return pieces.stream().map(PassageText::text).toList();
    }

    private static SourceDocument document(String title, String text, Section... sections) {
        return SourceDocument.of("d", text).withTitle(title).withSections(List.of(sections));
    }

    /** Returns sentences of five words: A1 was here all day. A2 was here all day. */
    private static String sentences(String name, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> name + i + " was here all day.")
                .collect(Collectors.joining(" "));
    }

    @Test
    void aDocumentThatFitsIsOnePassageWithItsVeryText() {
        SourceDocument document = document("Title", " " + sentences("A", 2) + "\n\n" + sentences("B", 1) + "\n");
        assertThat(splitter(16, 0).split(document))
                .containsExactly(new PassageText(document.text(), Position.ofDocument(document.text())))
                .isEqualTo(Splitter.keepWhole(100).split(document));
    }

    @Test
    void aDocumentThatFitsStandsUnderTheHeadingsThatItsSectionsShare() {
        String text = "\nOne.\nTwo.\n";
        assertThat(splitter(16, 0).split(document("", text, new Section(0, 3, "A > B"), new Section(6, 4, "A > C"))))
                .containsExactly(new PassageText(text, new Position(0, text.length(), 3, 4, "A")));
    }

    @Test
    void passagesEndBetweenSentencesAndTakeTheLastOnesOver() {
        SourceDocument document = document("", sentences("A", 8));
        assertThat(texts(splitter(16, 5).split(document)))
                .containsExactly(
                        "A1 was here all day. A2 was here all day. A3 was here all day.",
                        "A3 was here all day. A4 was here all day. A5 was here all day.",
                        "A5 was here all day. A6 was here all day. A7 was here all day.",
                        "A7 was here all day. A8 was here all day.");
        assertThat(texts(splitter(16, 4).split(document)))
                .containsExactly(
                        "A1 was here all day. A2 was here all day. A3 was here all day.",
                        "A4 was here all day. A5 was here all day. A6 was here all day.",
                        "A7 was here all day. A8 was here all day.");
    }

    @Test
    void whatIsEmbeddedAlongCounts() {
        SourceDocument document = document("A title of five words", sentences("A", 4));
        assertThat(texts(splitter(16, 0).split(document)))
                .containsExactly(
                        "A1 was here all day. A2 was here all day.", "A3 was here all day. A4 was here all day.");
        SourceDocument headed = document("A title", sentences("A", 4), new Section(0, 0, "A heading too"));
        assertThat(texts(splitter(16, 0).split(headed)))
                .containsExactly(
                        "A1 was here all day. A2 was here all day.", "A3 was here all day. A4 was here all day.");
    }

    @Test
    void aTitleCountsForHalfOfAPassageAtMost() {
        SourceDocument document = document("word ".repeat(40), sentences("A", 6));
        assertThat(texts(splitter(20, 0).split(document)))
                .containsExactly(
                        "A1 was here all day. A2 was here all day.",
                        "A3 was here all day. A4 was here all day.",
                        "A5 was here all day. A6 was here all day.");
    }

    @Test
    void aHeadingStartsAPassageAndAPageDoesNot() {
        String first = sentences("A", 3);
        String second = sentences("B", 3);
        String third = sentences("C", 3);
        String text = "Before all.\n" + first + "\n" + second + "\n\n" + third;
        int a = text.indexOf("A1");
        int b = text.indexOf("B1");
        int c = text.indexOf("C1");
        List<PassageText> pieces = splitter(31, 0)
                .split(document(
                        "", text, new Section(a, 1, "One"), new Section(b, 2, "One"), new Section(c, 2, "One > Two")));
        assertThat(pieces)
                .containsExactly(
                        new PassageText("Before all.", new Position(0, 11, 0, "")),
                        new PassageText(first + "\n" + second, new Position(a, c - 2, 1, 2, "One")),
                        new PassageText(third, new Position(c, text.length(), 2, "One > Two")));
        assertThat(
                        splitter(17, 0)
                                .split(document("", text, new Section(a, 1, "One"), new Section(b, 2, "One")))
                                .stream()
                                .map(piece -> piece.position().page()))
                .containsExactly(0, 1, 2, 2);
    }

    @Test
    void aHeadingWithNothingUnderItGoesAlongWithTheNext() {
        String text = "Guide\n\nSetup\n\n" + sentences("A", 3) + "\n\nEnd\n\nNote\n\n" + sentences("B", 2);
        List<PassageText> pieces = splitter(24, 0)
                .split(document(
                        "",
                        text,
                        new Section(0, 0, "Guide"),
                        new Section(text.indexOf("Setup"), 0, "Guide > Setup"),
                        new Section(text.indexOf("A1"), 0, "Guide > Setup > Steps"),
                        new Section(text.indexOf("End"), 0, "End"),
                        new Section(text.indexOf("Note"), 0, "Note")));
        assertThat(texts(pieces))
                .containsExactly("Guide\n\nSetup\n\n" + sentences("A", 3), "End", "Note\n\n" + sentences("B", 2));
        assertThat(pieces.getFirst().position().heading()).isEqualTo("Guide > Setup > Steps");
    }

    @Test
    void aNearlyFullPassageEndsBetweenParagraphs() {
        String text = sentences("A", 2) + " " + sentences("B", 2) + "\n\n" + sentences("C", 4);
        assertThat(texts(splitter(25, 0).split(document("", text))))
                .containsExactly(sentences("A", 2) + " " + sentences("B", 2), sentences("C", 4));
    }

    @Test
    void aTinyLastPassageGetsSentencesOfTheOneBefore() {
        assertThat(texts(splitter(40, 5).split(document("", sentences("A", 9)))))
                .containsExactly(
                        "A1 was here all day. A2 was here all day. A3 was here all day. A4 was here all day. A5 was"
                                + " here all day.",
                        "A5 was here all day. A6 was here all day. A7 was here all day. A8 was here all day. A9 was"
                                + " here all day.");
    }

    @Test
    void aSentenceTooLongIsCutBehindClausesAndWithoutThemBehindWords() {
        String clauses = IntStream.rangeClosed(1, 8)
                .mapToObj(i -> "c" + i + " x y z")
                .collect(Collectors.joining(", ", "", "."));
        assertThat(texts(splitter(16, 0).split(document("", clauses))))
                .containsExactly("c1 x y z, c2 x y z, c3 x y z, c4 x y z,", "c5 x y z, c6 x y z, c7 x y z, c8 x y z.");
        String words = IntStream.rangeClosed(1, 32).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
        List<PassageText> pieces = splitter(16, 0).split(document("", words));
        assertThat(pieces).hasSize(2);
        assertThat(String.join(" ", texts(pieces))).isEqualTo(words);
    }

    @Test
    void aTableIsCutBetweenItsLines() {
        String table = IntStream.rangeClosed(1, 20)
                .mapToObj(i -> i + "\tone, two\tthree")
                .collect(Collectors.joining("\n"));
        assertThat(splitter(18, 0).split(document("", table)))
                .hasSize(5)
                .allSatisfy(piece -> assertThat(piece.text()).matches("(?s)\\d+\tone, .*\tthree"));
    }

    @Test
    void whatHasNoSpacesIsCutBetweenCharactersAsReadersSeeThem() {
        String family = "👨‍👩‍👧‍👦";
        String accented = "e\u0301\u0323";
        String text = (family + accented + "語").repeat(400);
        List<PassageText> pieces =
                SentenceSplitter.builder().tokenLimit(64).build().split(document("", text));
        assertThat(String.join("", texts(pieces))).isEqualTo(text);
        assertThat(pieces).hasSizeGreaterThan(50).allSatisfy(piece -> {
            assertThat(piece.text()).matches("(" + family + "|" + accented + "|語)+");
            assertThat(TokenCounter.estimated().count(piece.text())).isBetween(1, 64);
        });
    }

    @Test
    void aCharacterOfEndlessAccentsIsCutAllTheSame() {
        String text = "a" + "\u0301".repeat(50_000);
        List<PassageText> pieces = SentenceSplitter.builder().build().split(document("", text));
        assertThat(String.join("", texts(pieces))).isEqualTo(text);
        assertThat(pieces)
                .allSatisfy(piece ->
                        assertThat(TokenCounter.estimated().count(piece.text())).isLessThanOrEqualTo(256));
    }

    @Test
    void aTokenCountsForSixteenCharactersAtMost() {
        String line = "f".repeat(100_000);
        List<PassageText> pieces = splitter(256, 0).split(document("", line));
        assertThat(String.join("", texts(pieces))).isEqualTo(line);
        assertThat(pieces).allSatisfy(piece -> assertThat(piece.text()).hasSizeLessThanOrEqualTo(256 * 16));
    }

    @Test
    void settingsOutOfRangeAreTheUsersFault() {
        assertThatThrownBy(() -> splitter(15, 0))
                .isInstanceOf(TernException.class)
                .hasMessage("a passage may have 15 tokens; the limit must be between 16 and 1000000");
        assertThatThrownBy(() -> splitter(64, 33))
                .isInstanceOf(TernException.class)
                .hasMessage(
                        "passages overlap by 33 tokens; with at most 64 tokens a passage it must be between 0 and 32");
    }
}
