package dev.tern.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Document;
import dev.tern.graph.Passage;
import dev.tern.text.Language;
import java.util.List;
import java.util.Set;
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
                "UNITED NATIONS"
            })
    void namesAndTermsDoNot(String name) {
        assertThat(NameDoubt.of(name)).isEmpty();
    }

    @Test
    void aWordIsCommonIfItIsWrittenSmallHalfAsOftenAsWithACapital() {
        WrittenWords words = new WrittenWords();
        words.want("whistle", "Whistle");
        words.want("mill", "Mill");
        words.want("anna moor", "Anna Moor");
        words.want("bert", "Bert");
        Passage passage = Passage.of(
                Document.of("d", "x"),
                0,
                "Whistle, whistles and a whistle. Mill, Mill, Mill and mill. Bert, Berta and albert.",
                List.of());

        words.read(passage, Set.of("whistle", "mill", "anna moor", "bert"));

        assertThat(words.isCommon("whistle")).isTrue();
        assertThat(words.isCommon("mill")).isFalse();
        assertThat(words.isCommon("bert")).isFalse();
        assertThat(words.isCommon("anna moor")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The band of Kyoto plays 「カモメ」 on the river every summer, and the town listens.|ENGLISH",
                "「カモメ」は田中の小説である。|JAPANESE",
                "Он родился в Москве и учился там же.|OTHER",
                "东京是日本的首都。|OTHER",
                "Der Turm steht seit dem Brand auf der anderen Seite des Flusses.|GERMAN",
                "El faro de la isla fue construido por los monjes.|SPANISH",
                "Jembatan itu dibangun oleh para nelayan yang tinggal di kampung.|INDONESIAN"
            })
    void aPassageIsInTheLanguageOfMostOfIt(String text, Language language) {
        assertThat(PassageLanguage.of(text)).isEqualTo(language);
    }
}
