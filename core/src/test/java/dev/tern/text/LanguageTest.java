package dev.tern.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Who dug the canal? | ENGLISH",
                "Wer hat den Kanal gegraben? | GERMAN",
                "¿Quién cavó el canal? | SPANISH",
                "Siapa yang menggali terusan itu? | INDONESIAN",
                "誰が運河を掘りましたか。 | JAPANESE",
                "Euler, Basel? | ENGLISH",
                "Who was Otto von der Heide? | ENGLISH",
                "Who taught Juan de la Cruz? | ENGLISH",
                "Who directed となりのトトロ? | ENGLISH",
                "Wer führte Regie bei The Lord of the Rings? | GERMAN",
                // As many words of two languages: the first of the list
                "Die Hard | GERMAN"
            })
    void aQuestionIsOfTheLanguageThatItHasMostWordsOf(String question, Language language) {
        assertThat(Language.of(question)).isEqualTo(language);
        assertThat(Language.ofQuestion(question)).isEqualTo(language);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Qui a dirigé la thèse ? | OTHER",
                "À quelle date est né Euler ? | OTHER",
                "Где родился Павел Дроздов? | OTHER",
                "滤网多久更换一次? | OTHER",
                "Who is 王小明? | ENGLISH",
                "Was ist ein Αλφα-Strahl? | GERMAN"
            })
    void questionOfAnUnknownLanguageIsOfAnother(String question, Language language) {
        assertThat(Language.ofQuestion(question)).isEqualTo(language);
    }

    @Test
    void aTextOfWhoseWordsNoneIsKnownIsOfAnother() {
        assertThat(Language.of(word -> word.equals("the") ? 2 : 0, 19)).isEqualTo(Language.ENGLISH);
        assertThat(Language.of(word -> 0, 11)).isEqualTo(Language.ENGLISH);
        assertThat(Language.of(word -> 0, 12)).isEqualTo(Language.OTHER);
        assertThat(Language.of(word -> word.equals("und") ? 1 : 0, 40)).isEqualTo(Language.GERMAN);
    }

    @Test
    void articlesAreTakenOffNames() {
        assertThat(Language.GERMAN.withoutArticle("Die Wieder")).isEqualTo("Wieder");
        assertThat(Language.SPANISH.withoutArticle("El faro de Lugo")).isEqualTo("faro de Lugo");
        assertThat(Language.ENGLISH.withoutArticle("Die Hard")).isEqualTo("Die Hard");
        assertThat(Language.GERMAN.withoutArticle("Die")).isEqualTo("Die");
    }
}
