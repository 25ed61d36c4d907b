package dev.tern.eval.questions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the question sets in several languages against their README. */
final class LanguageSetsTest {
    private static final Path SETS = Path.of("src/test/resources/languages");
    private static final Pattern WORD = Pattern.compile("\\p{L}{3,}|\\d+");
    private static final Pattern JAPANESE = Pattern.compile("[\\p{IsHan}々ヶ]{2,}|[\\p{IsKatakana}ー]{2,}");

    /** A word in fewer than a twentieth of the passages is a content word. */
    private static final int RARE = 20;

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "es", "id", "ja"})
    void isLargeEnoughAndHalfOfItHasTitles(String language) {
        QuestionSet set = BeirDataset.read(SETS.resolve(language));
        List<SourceDocument> passages = passages(set);
        assertThat(passages).hasSizeGreaterThanOrEqualTo(200);
        assertThat(passages).extracting(LanguageSetsTest::text).doesNotHaveDuplicates();
        assertThat(passages.stream().filter(passage -> !passage.title().isEmpty()))
                .hasSizeBetween(2 * passages.size() / 5, 3 * passages.size() / 5);
        assertThat(set.queries()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(set.queries()).extracting(GoldQuestion::text).doesNotHaveDuplicates();
        assertThat(set.queries()).allSatisfy(query -> assertThat(query.gold()).hasSize(2));
        assertThat(set.queries().stream().filter(LanguageSetsTest::compares)).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "es", "id", "ja"})
    void answerStandsInPassageThatSharesNoRareWordWithTheQuestion(String language) {
        QuestionSet set = BeirDataset.read(SETS.resolve(language));
        List<SourceDocument> passages = passages(set);
        Set<String> rare = rare(language, passages);
        assertThat(set.queries()).allSatisfy(query -> {
            assertThat(query.answers()).isNotEmpty();
            assertThat(gold(query, passages)).anySatisfy(passage -> {
                assertThat(query.answers())
                        .allSatisfy(answer -> assertThat(text(passage)).contains(answer));
                if (!compares(query)) {
                    assertThat(words(language, query.text()))
                            .doesNotContainAnyElementsOf(kept(words(language, text(passage)), rare));
                }
            });
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "es", "id", "ja"})
    void nameThatTheQuestionDoesNotSayStandsInBothPassages(String language) {
        QuestionSet set = BeirDataset.read(SETS.resolve(language));
        List<SourceDocument> passages = passages(set);
        Set<String> rare = rare(language, passages);
        assertThat(set.queries().stream().filter(query -> !compares(query))).allSatisfy(query -> {
            List<Set<String>> gold = gold(query, passages).stream()
                    .map(passage -> kept(words(language, text(passage)), rare))
                    .toList();
            Set<String> asked = words(language, query.text());
            assertThat(gold.getFirst())
                    .describedAs(query.text())
                    .filteredOn(word -> asked.stream().noneMatch(other -> sameName(word, other)))
                    .anyMatch(word -> gold.getLast().stream().anyMatch(other -> sameName(word, other)));
        });
    }

    /** A name may have an ending, as in a genitive. */
    private static boolean sameName(String one, String other) {
        boolean inflected = Math.min(one.length(), other.length()) > 3;
        return one.equals(other) || (inflected && (one.startsWith(other) || other.startsWith(one)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "es", "id", "ja"})
    void fourQuestionsHaveNoAnswer(String language) throws IOException {
        Path folder = SETS.resolve(language);
        ObjectMapper json = new ObjectMapper();
        Set<String> answered = new HashSet<>();
        BeirDataset.read(folder).queries().forEach(query -> answered.add(query.text()));
        List<String> lines = Files.readAllLines(folder.resolve("unanswerable.jsonl"));
        assertThat(lines).hasSize(4).allSatisfy(line -> {
            JsonNode question = json.readTree(line);
            assertThat(question.get("_id").asText()).startsWith(language + "-u");
            assertThat(question.get("text").asText()).isNotBlank().isNotIn(answered);
        });
    }

    private static boolean compares(GoldQuestion query) {
        return query.type().equals("comparison");
    }

    private static List<SourceDocument> passages(QuestionSet set) {
        List<SourceDocument> passages = new ArrayList<>();
        try (Corpus.CorpusReading documents = set.corpus().open()) {
            documents.forEach(passages::add);
        }
        return passages;
    }

    private static List<SourceDocument> gold(GoldQuestion query, List<SourceDocument> passages) {
        return passages.stream()
                .filter(passage -> query.gold().contains(passage.id()))
                .toList();
    }

    private static String text(SourceDocument passage) {
        return passage.title() + "\n" + passage.text();
    }

    private static Set<String> rare(String language, List<SourceDocument> passages) {
        Map<String, Integer> places = new HashMap<>();
        passages.forEach(
                passage -> words(language, text(passage)).forEach(word -> places.merge(word, 1, Integer::sum)));
        places.values().removeIf(count -> count * RARE > passages.size());
        return places.keySet();
    }

    private static Set<String> kept(Set<String> words, Set<String> rare) {
        Set<String> kept = new HashSet<>(words);
        kept.retainAll(rare);
        return kept;
    }

    /** Returns lower-case words; for Japanese, pairs of characters in kanji and katakana runs. */
    private static Set<String> words(String language, String text) {
        Set<String> words = new HashSet<>();
        if (language.equals("ja")) {
            JAPANESE.matcher(text).results().map(run -> run.group()).forEach(run -> {
                for (int i = 0; i + 2 <= run.length(); i++) {
                    words.add(run.substring(i, i + 2));
                }
            });
        } else {
            WORD.matcher(text.toLowerCase(Locale.ROOT)).results().forEach(word -> words.add(word.group()));
        }
        return words;
    }
}
