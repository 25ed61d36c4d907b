package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.store.SearchWords;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class QuestionWordsTest {
    private static Passage passage(String id, String text) {
        return Passage.of(SourceDocument.of(id, text), 0, text, List.of());
    }

    @Test
    void aPassageHasTheShareOfTheWordsThatItHoldsRareOnesWeighingMore() {
        Passage son = passage("son", "Her son made a contribution.");
        Passage other = passage("other", "Contributions to calculus; the teaching of it.");
        Passage nothing = passage("nothing", "The, of and what.");

        QuestionWords words = new QuestionWords(
                "What contribution did the son make?", List.of(son, other, nothing), new PassageCache()::of);

        double rare = Math.log(1 + 2.5 / 1.5);
        double common = Math.log(1 + 1.5 / 2.5);
        assertThat(words.share(son.id())).isEqualTo(1, within(1e-12));
        assertThat(words.share(other.id())).isEqualTo(common / (rare + common), within(1e-12));
        assertThat(words.share(nothing.id())).isZero();
        assertThat(words.share("unknown")).isZero();
    }

    @Test
    void wordsAreComparedWithoutCaseAndByTheirBeginning() {
        Passage cyrillic = passage("a", "УЧИТЕЛЯ звали Марр.");
        Passage chinese = passage("b", "他的老师是谁");

        assertThat(new QuestionWords("Кто был учителем?", List.of(cyrillic, chinese), new PassageCache()::of)
                        .share(cyrillic.id()))
                .isEqualTo(1);
        assertThat(new QuestionWords("老师", List.of(cyrillic, chinese), new PassageCache()::of).share(chinese.id()))
                .isEqualTo(1);
    }

    @Test
    void findsTheWordsThatAreCutFromTheWholeText() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            Passage one = passage("one", text(random));
            Passage none = passage("none", "!");
            String question = text(random);
            Set<String> asked = stems(question);

            double share = new QuestionWords(question, List.of(one, none), new PassageCache()::of).share(one.id());

            assertThat(share > 0)
                    .as("\"%s\" in \"%s\", seed %d", question, one.text(), seed)
                    .isEqualTo(stems(one.title() + "\n" + one.text()).stream().anyMatch(asked::contains));
        }
    }

    private static Set<String> stems(String text) {
        return SearchWords.of(text).stream()
                .filter(word -> !NameSpans.isFunctionWord(word))
                .map(word -> word.length() <= 5 ? word : word.substring(0, 5))
                .collect(Collectors.toSet());
    }

    private static String text(Random random) {
        List<String> parts =
                List.of("son", "sonata", "SONAT", "of", "person", "c++", "c#", "老", "师", "e\u0301", "é", "ab");
        StringBuilder text = new StringBuilder("-");
        for (int i = random.nextInt(5); i >= 0; i--) {
            text.append(parts.get(random.nextInt(parts.size()))).append("  -'\n+".charAt(random.nextInt(6)));
        }
        return text.toString();
    }

    @Test
    void aQuestionOfFunctionWordsGivesNoPassageAShare() {
        Passage passage = passage("a", "who was it");

        assertThat(new QuestionWords("Who was it?", List.of(passage), new PassageCache()::of).share(passage.id()))
                .isZero();
        assertThat(new QuestionWords("", List.of(), new PassageCache()::of).share(passage.id()))
                .isZero();
    }
}
