package dev.tern.query.answer;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.text.Sentences;
import java.text.BreakIterator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Quotes, from each passage, the sentences that share most words with the relations that led there, not counting function
 * words and the passage's title; where no relation did, the sentence that shares most words with the question. Nothing is
 * rephrased.
 */
final class ExtractiveAnswerer implements Answerer {
    private static final int SENTENCES_A_PASSAGE = 2;
    private static final int RELATIONS_A_PASSAGE = 3;

    @Override
    public AnswerText answer(
            String question, List<Passage> passages, List<Relation> relations, Consumer<String> words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < passages.size(); i++) {
            List<String> sentences = quotes(question, passages.get(i), relations);
            text.append(text.isEmpty() ? "" : "\n");
            text.append('"')
                    .append(String.join(" ... ", sentences))
                    .append("\" [")
                    .append(i + 1)
                    .append(']');
        }
        AnswerText answer = text.isEmpty()
                ? new AnswerText(
                        "There is no passage to answer from: the graph is empty, or the filter hides all of it.", false)
                : new AnswerText(text.toString(), true);
        words.accept(answer.text());
        return answer;
    }

    private static List<String> quotes(String question, Passage passage, List<Relation> relations) {
        List<String> sentences = Sentences.of(passage.text());
        List<String> carriers = relations.stream()
                .filter(relation -> relation.mentions().stream()
                        .anyMatch(mention -> mention.passageId().equals(passage.id())))
                .limit(RELATIONS_A_PASSAGE)
                .map(Relation::text)
                .toList();
        Set<Integer> chosen = new TreeSet<>();
        for (String carried : carriers.isEmpty() ? List.of(question) : carriers) {
            if (chosen.size() < SENTENCES_A_PASSAGE) {
                chosen.add(best(sentences, telling(carried, passage.title())));
            }
        }
        return chosen.stream().map(sentences::get).toList();
    }

    /** The words that can tell one sentence of a passage from another: no function words, and none of its title. */
    private static Set<String> telling(String carried, String title) {
        Set<String> all = words(carried);
        Set<String> telling = new HashSet<>(all);
        telling.removeAll(words(title));
        telling.removeIf(NameSpans::isFunctionWord);
        return telling.isEmpty() ? all : telling;
    }

    private static int best(List<String> sentences, Set<String> wanted) {
        int best = 0;
        int most = -1;
        for (int i = 0; i < sentences.size(); i++) {
            Set<String> shared = words(sentences.get(i));
            shared.retainAll(wanted);
            if (shared.size() > most) {
                most = shared.size();
                best = i;
            }
        }
        return best;
    }

    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        BreakIterator breaks = BreakIterator.getWordInstance(Locale.ROOT);
        breaks.setText(text);
        int start = breaks.first();
        for (int end = breaks.next(); end != BreakIterator.DONE; start = end, end = breaks.next()) {
            if (Character.isLetterOrDigit(text.codePointAt(start))) {
                String word = EntityName.normalise(text.substring(start, end));
                if (word.codePoints().anyMatch(Character::isIdeographic)) {
                    // A run without spaces comes as one word: its characters are compared instead.
                    word.codePoints().mapToObj(Character::toString).forEach(words::add);
                } else {
                    words.add(word);
                }
            }
        }
        return words;
    }
}
