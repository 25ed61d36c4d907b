package dev.tern.offline.answer;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.query.answer.Answerer;
import dev.tern.query.overview.NearTheme;
import dev.tern.store.SearchWords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Answers an overview question by quotes: a line for each theme that has a quote, with its title
 * and up to two sentences that state the first relations. Quotes no sentence twice.
 */
final class ThemeQuotes implements Answerer {
    private static final int QUOTED_OF_ONE = 2;

    private final List<NearTheme> themes;

    ThemeQuotes(List<NearTheme> themes) {
        this.themes = themes;
    }

    @Override
    public AnswerText answer(
            String question, List<Passage> passages, List<Relation> relations, Consumer<String> words) {
        AnswerText answer = passages.isEmpty() ? ExtractiveAnswerer.NO_PASSAGE : answer(passages, relations);
        words.accept(answer.text());
        return answer;
    }

    private AnswerText answer(List<Passage> passages, List<Relation> relations) {
        List<QuotablePart> sentences = QuotablePart.of(passages);
        Set<QuotablePart> quoted = new HashSet<>();
        List<String> lines = new ArrayList<>();
        for (NearTheme theme : themes) {
            List<String> quotes = new ArrayList<>();
            for (Relation relation : relations) {
                if (quotes.size() == QUOTED_OF_ONE) {
                    break;
                }
                sentence(relation, theme, passages, sentences)
                        .filter(quoted::add)
                        .ifPresent(sentence -> quotes.add(new Quote(List.of(sentence)).text()));
            }
            if (!quotes.isEmpty()) {
                lines.add(theme.title() + ": " + String.join(" ", quotes));
            }
        }
        return lines.isEmpty()
                ? AnswerText.unknown("No theme of the graph fits this question; the passages are only the nearest.")
                : AnswerText.quoted(String.join("\n", lines));
    }

    /** Finds the sentence with most words of a relation, in the theme's passages that state it. */
    private static Optional<QuotablePart> sentence(
            Relation relation, NearTheme theme, List<Passage> passages, List<QuotablePart> sentences) {
        Set<String> stating = relation.mentions().stream()
                .map(Relation.Mention::passageId)
                .filter(theme.passageIds()::contains)
                .collect(Collectors.toSet());
        Set<String> said = Set.copyOf(SearchWords.of(relation.text()));
        return stating.isEmpty()
                ? Optional.empty()
                : sentences.stream()
                        .filter(sentence -> stating.contains(
                                passages.get(sentence.passage()).id()))
                        .filter(sentence -> sharedWords(sentence, said) > 0)
                        .max(Comparator.comparingLong(sentence -> sharedWords(sentence, said)));
    }

    private static long sharedWords(QuotablePart sentence, Set<String> said) {
        return Set.copyOf(SearchWords.of(sentence.text())).stream()
                .filter(said::contains)
                .count();
    }
}
