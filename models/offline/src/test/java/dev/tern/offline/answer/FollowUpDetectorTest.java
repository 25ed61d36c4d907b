package dev.tern.offline.answer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FollowUpDetectorTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "And who was his father?",
                "And his brother?",
                "was he older?",
                "What did she build in the north?",
                "What was that bridge made of?",
                "Who said that?",
                "Which trains stop there on weekdays?",
                "What about the monthly rent of the tenant?",
                "When?",
                "How old?",
                "Which year?",
                "When was the opening?",
                "Und wer war sein Vater?",
                "Und wann?",
                "Wann wurde es gebaut und bezahlt?",
                "Wie alt?",
                "Welches Jahr?",
                "Wo wohnte er in diesem Winter?",
                "Welche Züge halten dort am Abend?",
                "¿Y quién era su padre?",
                "¿Cuándo nació?",
                "¿Quién restauró ese cuadro antiguo?",
                "¿Qué trenes paran allí por la noche?",
                "Dan siapa ayahnya?",
                "Kapan dia lahir?",
                "Siapa nama ibunya sebelum menikah?",
                "Berapa harga mesin itu sekarang?",
                "そして父は誰ですか。",
                "いつ生まれましたか。",
                "何年に生まれましたか。",
                "彼の父の仕事は何でしたか。",
                "その橋の費用はいくらですか。",
                "父は？"
            })
    void questionThatRefersBackContinuesOrSaysAlmostNothingDepends(String question) {
        assertThat(FollowUpDetector.isFollowUp(question)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "How do I bake sourdough bread?",
                "Why is the sky blue?",
                "Who repairs the lifts?",
                "When does the lease begin?",
                "How far is the moon from the earth?",
                "Which vitamins are there in an orange?",
                "How long does it take to bake bread in an oven?",
                "What is the name of the bridge that crosses the river?",
                "Who said that the earth is round?",
                "What holidays are left this year?",
                "Wie backe ich einen Apfelkuchen?",
                "Wer war der erste Bundeskanzler?",
                "Wie hoch ist die Gebühr für verspätete Bücher?",
                "Welche Züge gibt es am Abend nach Ulm?",
                "¿Cómo se juega al ajedrez?",
                "¿Cuánto costó la restauración?",
                "¿Qué es lo que come un gato?",
                "Siapa ketua koperasi?",
                "Bagaimana cara membuat rendang?",
                "Siapa yang punya mobil merah?",
                "Apa itu pemanasan global?",
                "富士山の高さは何メートルですか。",
                "図書館の休館日はいつですか。",
                "それぞれの図書館の館長は誰ですか。"
            })
    void questionWithWordsOfItsOwnStandsAlone(String question) {
        assertThat(FollowUpDetector.isFollowUp(question)).isFalse();
    }
}
