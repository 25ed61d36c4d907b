package dev.tern.query.cite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CitationsTest {
    private static final String QUESTION = "Where was the teacher of Otto Falk born?";

    private static final List<Passage> PASSAGES = passages(
            "Otto Falk was born in Ulm in 1871, the son of a miller. He spent his winters with Emil Marr, who taught"
                    + " him.",
            "Emil Marr kept bees near Lake Constance. He was born in Bregenz and is remembered for a hive of glass.");

    private static List<Passage> passages(String... texts) {
        return Stream.of(texts)
                .map(text -> Passage.of(SourceDocument.of("d" + text.hashCode(), text), 0, text, List.of()))
                .toList();
    }

    private static List<Claim> claims(String answer) {
        return new CitationCheck(QUESTION, answer, PASSAGES).claims();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Emil Marr taught Otto Falk [1].                                       | true
        He was born in Bregenz [2].                                           | true
        Emil Marr, the teacher of Otto Falk, was born in Bregenz [2].         | true
        Emil Marr taught him, and was born in Bregenz [1, 2].                 | true
        Emil Marr taught him, and was born in Bregenz [1][2].                 | true
        Bregenz [2]                                                           | true
        Bregenz                                                               | true
        Yes [1].                                                              | true
        He was born in Bregenz [1].                                           | false
        He was born in Vienna [2].                                            | false
        He was born in Bregenz in 1871 [2].                                   | false
        He was born in Bregenz [3].                                           | false
        He was born in Bregenz [0].                                           | false
        He later moved to the coast and opened a famous bakery there [2].     | false
        He was born in Vienna.                                                | false
        """)
    void aSentenceIsSupportedIfTheCitedPassagesHoldItsNumbersNamesAndAThirdOfItsWords(
            String answer, boolean supported) {
        assertThat(claims(answer)).singleElement().extracting(Claim::supported).isEqualTo(supported);
    }

    @Test
    void sentencesStandWhereTheyStandInTheAnswerWithTheNumbersBehindThem() {
        String answer = "Marr taught Falk. [1] He was born in Bregenz [2, 1]!\n\nHe was a pirate [2].";

        List<Claim> claims = claims(answer);

        assertThat(claims)
                .extracting(claim -> answer.substring(claim.start(), claim.end()))
                .containsExactly("Marr taught Falk. [1]", "He was born in Bregenz [2, 1]!", "He was a pirate [2].");
        assertThat(claims)
                .extracting(Claim::text)
                .containsExactly("Marr taught Falk.", "He was born in Bregenz!", "He was a pirate.");
        assertThat(claims).extracting(Claim::cited).containsExactly(List.of(1), List.of(2, 1), List.of(2));
        assertThat(claims).extracting(Claim::supported).containsExactly(true, true, false);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Gustave Eiffel designed a tower in Paris.     | false
        The teacher died in 1902, a very poor man.    | false
        He sailed to the harbour of Lisbon [3].       | false
        Two.                                          | true
        Neither.                                      | true
        Он родился в Брегенце.                        | true
        他出生在布雷根茨附近的一个小村庄。                        | true
        Salzburg, surely [1].                         | true
        Bregenz.                                      | true
        Yes.                                          | true
        [2]                                           | true
        """)
    void anAnswerThatCitesNothingAndOfWhichNoPassageHoldsAnythingIsNotCarried(String answer, boolean carried) {
        assertThat(new CitationCheck(QUESTION, answer, PASSAGES).isGrounded()).isEqualTo(carried);
    }

    @Test
    void inAnotherLanguageNumbersAndNamesOfOneScriptAreCompared() {
        assertThat(claims("Der Lehrer von Otto Falk wurde in Bregenz geboren, und die Bienen waren nicht die"
                        + " seines Vaters [2]."))
                .singleElement()
                .extracting(Claim::supported)
                .isEqualTo(true);
        assertThat(claims("オットー・ファルクの先生はブレゲンツで生まれました [2]。"))
                .singleElement()
                .extracting(Claim::supported)
                .isEqualTo(true);
        assertThat(claims("オットー・ファルクの先生は1905年に生まれました [2]。"))
                .singleElement()
                .extracting(Claim::supported)
                .isEqualTo(false);
        assertThat(new CitationCheck(QUESTION, "ザルツブルクで生まれました。", PASSAGES).isGrounded())
                .isTrue();
    }

    @Test
    void marksOfAListAreNoNumbersThatAnythingSays() {
        assertThat(claims("1. Emil Marr taught Otto Falk [1].\n2. He was born in Bregenz [2].\n- He kept bees [2]."))
                .extracting(Claim::supported)
                .containsExactly(true, true, true);
    }

    @Test
    void aNumberInFrontOfALineBelongsToTheSentenceBehindIt() {
        String answer = "[1] Marr taught Falk.\n\n[2] He was born in Bregenz.\n[1]";

        List<Claim> claims = claims(answer);

        assertThat(claims).extracting(Claim::cited).containsExactly(List.of(1), List.of(2, 1));
        assertThat(answer.substring(claims.getFirst().start(), claims.getFirst().end()))
                .isEqualTo("Marr taught Falk.");
    }

    @Test
    void namesAreComparedByWholeWords() {
        List<Passage> marina = passages("The Marina was built by the town in 1950, and he was the first to use it.");

        assertThat(new CitationCheck(QUESTION, "It was built by the town for Old Marin [1].", marina).claims())
                .singleElement()
                .extracting(Claim::supported)
                .isEqualTo(false);
    }

    @Test
    void aNumberForEachOfAHundredThousandIsRead() {
        String answer = "He was born in Bregenz [" + "1, ".repeat(100_000) + "2].";

        assertThat(claims(answer)).singleElement().extracting(Claim::cited).isEqualTo(List.of(1, 2));
    }

    @Test
    void germanNounsAreNoNames() {
        List<Passage> german = passages("Emil Marr war der Lehrer von Otto Falk und wurde in Bregenz geboren.");

        assertThat(new CitationCheck("Wer war Otto Falk?", "Otto Falk war ein Schüler von Emil Marr [1].", german)
                        .claims())
                .singleElement()
                .extracting(Claim::supported)
                .isEqualTo(true);
    }
}
