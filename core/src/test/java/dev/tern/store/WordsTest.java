package dev.tern.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Euler's TEACHER, in 1720! | euler s teacher in 1720",
                "C++, C# and C | c++ c# and c",
                "a+b=c | a+ b c",
                "c+é c#1é a1é+ x向y 2向 | c+ é c# 1é a1é+ x 向 y 2 向",
                "e\u0301 +a ##b c\u0301\u0302d | é a b ć\u0302d",
                "Straße STRASSE ﬁne ＥＵＬＥＲ | strasse strasse fine euler",
                "Łódź e\u0301tude | łódź étude",
                "गंगा भारत में | गंगा भारत में",
                "محمد بن موسى | محمد بن موسى",
                "欧拉 | 欧拉",
                "欧拉的老师 | 欧拉 拉的 的老 老师",
                "王 | 王",
                "東京タワー2 | 東京 京タ タワ ワー 2",
                "서울은 맑다 | 서울 울은 맑다",
                "Milvus向量DB | milvus 向量 db",
                "🦅 ?! | ''",
            })
    void areCutInEveryScript(String text, String words) {
        assertThat(String.join(" ", SearchWords.of(text))).isEqualTo(words);
    }

    @Test
    void aCharacterKeepsItsMarks() {
        assertThat(SearchWords.of("น้อง")).containsExactly("น้อ", "อง");
    }

    @Test
    void ofAQuestionEachIsAskedForOnceAndTheFirstThousandAtMost() {
        StringBuilder question = new StringBuilder("who is who ");
        for (int i = 0; i < 2_000; i++) {
            question.append('w').append(i).append(' ');
        }
        assertThat(SearchWords.ofQuestion("who is who")).containsExactly("who", "is");
        assertThat(SearchWords.ofQuestion(question.toString()))
                .hasSize(SearchWords.MAX_SEARCHED_WORDS)
                .startsWith("who", "is", "w0");
    }

    @Test
    void whatIsTooLongForAWordIsCut() {
        assertThat(SearchWords.of("n".repeat(64) + "+ " + "n".repeat(65) + "+"))
                .containsExactly("n".repeat(64), "n".repeat(64));
        assertThat(SearchWords.of("n".repeat(100_000))).isEqualTo(List.of("n".repeat(SearchWords.MAX_WORD_LENGTH)));
        assertThat(SearchWords.of("ก" + "\u0e49".repeat(100_000)).getFirst())
                .hasSizeLessThanOrEqualTo(SearchWords.MAX_WORD_LENGTH);
    }
}
