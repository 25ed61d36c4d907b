package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.NameSpans.Span;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NameSpansTest {
    private static List<String> texts(List<Span> spans) {
        return spans.stream().map(Span::text).toList();
    }

    @Test
    void everyRunOfWordsThatStartsLikeANameIsASpanTheLongestFirst() {
        assertThat(texts(NameSpans.of("Who taught Leonhard Euler?")))
                .containsExactly("Leonhard Euler", "Leonhard", "Euler");
        assertThat(texts(NameSpans.of("the House of Bernoulli")))
                .containsExactly(
                        "the House of Bernoulli",
                        "the House",
                        "House of Bernoulli",
                        "House",
                        "of Bernoulli",
                        "Bernoulli");
    }

    @ParameterizedTest
    @CsvSource({
        "Где жил Пётр Великий?,Пётр Великий",
        "Πού γεννήθηκε ο Αριστοτέλης;,Αριστοτέλης",
        "张三住在哪里,张三",
        "東京タワーはどこですか,東京タワー",
        "สมชายเกิดที่กรุงเทพมหานคร,กรุงเทพมหานคร",
        "ヨハン・ゼバスティアン・バッハは誰,ヨハン・ゼバスティアン・バッハ",
        "列奥纳多·迪·皮耶罗·达·芬奇是谁,列奥纳多·迪·皮耶罗·达·芬奇",
        "أين ولد محمد بن موسى,محمد بن موسى",
        "מי כתב את ספר הזוהר,ספר הזוהר",
        "조선의 세종대왕은 누구인가,세종대왕은",
        "गणितज्ञ रामानुजन कौन थे,रामानुजन",
        "Where is Łódź?,Łódź",
        "Did Beyoncé sing?,Beyoncé"
    })
    void namesOfEveryScriptAreFound(String question, String name) {
        assertThat(texts(NameSpans.of(question))).contains(name);
    }

    @ParameterizedTest
    @CsvSource({
        "Is C++ older than Java?,C++",
        "Who made C#?,C#",
        "Is C a language?,C",
        "Who owns AT&T today?,AT&T",
        "What is in the #1 box?,#1",
        "Who sang 99 Luftballons?,99 Luftballons",
        "What cost $100 then?,$100",
        "Who founded @home?,@home",
        "Who likes 😀 Park?,😀 Park",
        "Who made Lola (1981 film)?,Lola (1981 film)",
        "Who (in Lola (the film)) sang?,Lola (the film)"
    })
    void signsAndDigitsBelongToNames(String question, String name) {
        assertThat(texts(NameSpans.of(question))).contains(name);
    }

    @ParameterizedTest
    @CsvSource({
        "Who were Euler's teachers?,Euler",
        "Who wrote Hitch-22 and Jean-Luc Godard's films?,Jean-Luc Godard",
        "What did J. K. Rowling write?,J. K. Rowling",
        "What did O'Brien see?,O'Brien",
        "What did O’Brien see?,O’Brien"
    })
    void possessivesHyphensInitialsAndApostrophesAreNoObstacle(String question, String name) {
        assertThat(texts(NameSpans.of(question))).contains(name);
        assertThat(texts(NameSpans.capitalised(question))).contains(name);
    }

    @Test
    void wordsThatOpenAQuestionAreNoNames() {
        for (String opener : List.of("Who", "What", "Did", "In", "The", "When", "How", "Is")) {
            assertThat(texts(NameSpans.of(opener + " saw Euler"))).containsExactly("Euler");
            assertThat(texts(NameSpans.capitalised(opener + " saw Euler"))).containsExactly("Euler");
        }
    }

    @Test
    void aNameNeverEndsWithAFunctionWord() {
        assertThat(texts(NameSpans.of("Euler and the Bernoulli of Basel")))
                .contains("Euler", "Bernoulli", "Bernoulli of Basel", "Basel")
                .contains("the Bernoulli")
                .noneMatch(text -> text.endsWith(" of") || text.endsWith("the"));
    }

    @Test
    void aFunctionWordThatIsCapitalisedInsideASentenceBelongsToAName() {
        assertThat(texts(NameSpans.of("Who directed The Zone of Interest?"))).contains("The Zone of Interest");
        assertThat(texts(NameSpans.capitalised("Who directed The Zone?"))).contains("The Zone");
        assertThat(texts(NameSpans.capitalised("Who saw It there?"))).isEmpty();
    }

    @Test
    void twoSentencesDoNotMakeOneName() {
        assertThat(texts(NameSpans.capitalised("I know Leonhard Euler. Johann taught him.")))
                .contains("Leonhard Euler", "Johann")
                .doesNotContain("Leonhard Euler. Johann");
        assertThat(texts(NameSpans.capitalised("Who came to St. Petersburg with Mr. Euler?")))
                .containsExactly("St. Petersburg", "Mr. Euler");
    }

    @Test
    void aTextWithoutCapitalsIsTakenWordByWord() {
        assertThat(texts(NameSpans.of("who taught leonhard euler"))).isEmpty();
        assertThat(texts(NameSpans.ofUncased("who taught leonhard euler")))
                .containsExactly(
                        "taught leonhard euler", "taught leonhard", "taught", "leonhard euler", "leonhard", "euler");
        assertThat(texts(NameSpans.ofUncased("who is the"))).isEmpty();
    }

    @Test
    void aNameHasAtMostTenWords() {
        List<Span> spans = NameSpans.of("Euler ".repeat(30));

        assertThat(spans).hasSize(30 * 10 - (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9));
        assertThat(spans.getFirst().text()).isEqualTo("Euler ".repeat(10).strip());
    }

    @Test
    void aNameOfAScriptWithoutSpacesHasAtMostTwentyFiveCharacters() {
        assertThat(NameSpans.of("张".repeat(40)).getFirst().text()).isEqualTo("张".repeat(25));
        assertThat(NameSpans.of("Euler 张三 " + "Euler ".repeat(12)).getFirst().text())
                .isEqualTo("Euler 张三 " + "Euler ".repeat(8).strip());
    }

    @Test
    void aVeryLongTextIsLookedAtOnlySoFar() {
        assertThat(NameSpans.of("Euler ".repeat(1_000_000))).hasSizeLessThan(4096 * 10);
        assertThat(NameSpans.of("张".repeat(1_000_000))).hasSizeLessThan(4096 * 25);
        assertThat(NameSpans.of("E".repeat(1_000_000))).hasSize(1);
        assertThat(NameSpans.of(" .".repeat(1_000_000))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "?!", "\uD800", "\uDC00", "😀", "'s", "\u0301"})
    void thereIsNothingThatCannotBeLookedAt(String text) {
        for (List<Span> spans : List.of(NameSpans.of(text), NameSpans.ofUncased(text), NameSpans.capitalised(text))) {
            requireSpansOf(text, spans, "a given text");
        }
    }

    @Test
    void spansOfRandomTextsLieInThemInOrderAndNeverSplitACharacter() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int[] likely = {' ', '.', '-', '\'', 'A', 'b', '’', '张', 0x1F600, 0x1F469, 0x200D, 0x20BB7, 'é', 0x301, '1', '+'
        };
        for (int round = 0; round < 5000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(30); i >= 0; i--) {
                text.appendCodePoint(
                        random.nextInt(8) == 0
                                ? random.nextInt(Character.MAX_CODE_POINT + 1)
                                : likely[random.nextInt(likely.length)]);
            }
            String whole = text.toString();
            requireSpansOf(whole, NameSpans.of(whole), "seed " + seed);
            requireSpansOf(whole, NameSpans.ofUncased(whole), "seed " + seed);
            requireSpansOf(whole, NameSpans.capitalised(whole), "seed " + seed);
        }
    }

    private static void requireSpansOf(String text, List<Span> spans, String what) {
        int start = 0;
        for (Span span : spans) {
            assertThat(span.text()).as(what).isNotBlank().isEqualTo(text.substring(span.start(), span.end()));
            assertThat(span.start()).as(what).isGreaterThanOrEqualTo(start);
            assertThat(splits(text, span.start()) || splits(text, span.end()))
                    .as("%s: %s of %s", what, span, text)
                    .isFalse();
            start = span.start();
        }
    }

    private static boolean splits(String text, int at) {
        return at > 0 && at < text.length() && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
    }

    @ParameterizedTest
    @CsvSource({
        "Euler's father,5,7",
        "Euler’s father,5,7",
        "Euler's,5,7",
        "Euler'sx,5,5",
        "Euler father,5,5",
        "Euler,5,5",
        "Euler',5,5",
        "Eulers' sons,6,6"
    })
    void thePossessiveEndingIsSkipped(String text, int nameEnd, int end) {
        assertThat(NameSpans.possessiveEnd(text, nameEnd)).isEqualTo(end);
    }
}
