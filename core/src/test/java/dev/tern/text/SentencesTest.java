package dev.tern.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentencesTest {
    private static final String BORDER = " | ";

    /** Checks cuts at the bars of a text; scripts without spaces have bars without spaces. */
    private static void assertCut(String barred) {
        List<String> sentences = List.of(barred.split(" ?\\| ?"));
        assertThat(Sentences.of(barred.replace(BORDER, " ").replace("|", "")))
                .as(barred)
                .isEqualTo(sentences);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "One. | Two! | Three? | Four.",
                "Wait… | What? | Yes… maybe.",
                "Well... | Then he left.",
                "\"Stop!\" | He left. | (See there.) | \"Stop.\" he said.",
                "Pi is 3.14. | It costs 12.50 dollars.",
                "See example.org/a.b?c=d for more. | Or mail e.x@y.org.",
                "Version v1.2.3 is out. | Take it."
            })
    void endsWithAStopBeforeACapital(String barred) {
        assertCut(barred);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Dr. Smith met Mr. Jones and Prof. Marr. | They left.",
                "Fruit, e.g. Braeburn, i.e. an apple. | More.",
                "J. S. Bach was born in 1685. | He died in 1750.",
                "George W. Bush and A.B. Yehoshua spoke. | They left.",
                "The U.S. Army came. | It left.",
                "St. Louis lies in Missouri. | See Smith et al. (2003) for more.",
                "He fell in World War I. | She did not.",
                "I. Newton and J. I. Frenkel wrote. | So did I. | He read.",
                "Am 3. Mai kam er, vgl. Bd. 7. | Im 19. Jahrhundert auch. | Am 3. | Er ging.",
                "La Sra. García vio al Sr. Ruiz. | Salieron.",
                "Это г. Москва. | Ул. им. Пушкина, т. е. Бульвар. | Конец.",
                "See No. 7, p. 5, fig. 2 etc. in vol. 3. | Done."
            })
    void abbreviationsAndInitialsDoNotEndOne(String barred) {
        assertCut(barred);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "他走了。|她来了！|真的吗？|是的。",
                "彼は行く。|次の日、来た。",
                "他说：“好的。”|然后走了。",
                "나는 갔다. | 너는 왔다!",
                "هل ذهبت؟ | نعم. | لا أعرف.",
                "وہ گیا۔ | وہ آئی۔",
                "राम घर गया। | वह सो गया। | क्या? | हाँ॥ | अन्त",
                "Նա գնաց։ | Ես եկա։",
                "እሱ ሄደ። | እኔ መጣሁ።",
                "ကျွန်တော်သွားသည်။ | သူလာသည်။",
                "ខ្ញុំទៅ។ | គាត់មក។",
                "Πού πας\u037e | Εδώ.",
                "ผมไปตลาด เขาไม่ไป วันนี้อากาศดี"
            })
    void otherScriptsHaveTheirOwnStops(String barred) {
        assertCut(barred);
    }

    @Test
    void anEmptyLineEndsASentenceAndASingleLineBreakDoesNot() {
        assertThat(Sentences.of("A heading\n\nA line\nthat goes on\r\n \t\r\nThe end"))
                .containsExactly("A heading", "A line\nthat goes on", "The end");
    }

    @Test
    void everyItemOfAListIsASentence() {
        assertThat(Sentences.of(
                        "We need:\n- eggs\n• milk\n1. Warm the milk.\n12) Add eggs\nand stir\n3.5 kg is too much"))
                .containsExactly(
                        "We need:",
                        "- eggs",
                        "• milk",
                        "1. Warm the milk.",
                        "12) Add eggs\nand stir\n3.5 kg is too much");
    }

    @Test
    void numberedHeadingsKeepTheirNumber() {
        assertThat(Sentences.of("1. Introduction. IV. Later times. B. Others."))
                .containsExactly("1. Introduction.", "IV. Later times.", "B. Others.");
    }

    @Test
    void accentsStayWithTheStopBeforeThem() {
        assertThat(Sentences.of("He left؟\u0301 She stayed。\u3099次"))
                .containsExactly("He left؟\u0301", "She stayed。\u3099", "次");
    }

    @Test
    void aBlankTextHasNone() {
        assertThat(Sentences.of(" \n\u00a0\u2029\t")).isEmpty();
        assertThat(Sentences.of("")).isEmpty();
    }
}
