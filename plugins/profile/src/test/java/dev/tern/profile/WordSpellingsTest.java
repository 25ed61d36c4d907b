package dev.tern.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.text.Language;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WordSpellingsTest {
    @Test
    void aWordIsCommonIfItIsWrittenSmallHalfAsOftenAsWithACapital() {
        WordSpellings words = new WordSpellings();
        words.register("Whistle");
        words.register("Mill");
        words.register("Anna Moor");
        words.register("Bert");
        Passage passage = Passage.of(
                SourceDocument.of("d", "x"),
                0,
                "Whistle, whistles and a whistle. Mill, Mill, Mill and mill. Bert, Berta and albert.",
                List.of(Statement.ofNames(List.of("Whistle", "Mill", "Anna Moor", "Bert"))));

        words.read(passage);

        assertThat(words.isCommon("Whistle")).isTrue();
        assertThat(words.isCommon("Mill")).isFalse();
        assertThat(words.isCommon("Bert")).isFalse();
        assertThat(words.isCommon("Anna Moor")).isFalse();
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
