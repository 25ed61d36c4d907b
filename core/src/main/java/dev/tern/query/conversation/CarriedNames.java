package dev.tern.query.conversation;

import dev.tern.graph.ContentId;
import dev.tern.graph.NameSpans;
import dev.tern.graph.NameSpans.Span;
import dev.tern.note.NamingRules;
import dev.tern.query.answer.InstalledAnswers;
import dev.tern.query.answer.OfflineAnswers;
import dev.tern.store.GraphView;
import dev.tern.text.GermanNouns;
import dev.tern.text.Language;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Adds known names to a question that has none and {@linkplain OfflineAnswers#isFollowUp depends}
 * on an earlier one: the names of the latest turn with known names. Without rules of languages,
 * each question without a name counts as depending on an earlier one.
 */
final class CarriedNames implements FollowUpRewriter {
    /** The maximum number of added names: more would distract the search. */
    private static final int MAX_NAMES = 4;

    @Override
    public StandaloneQuestion rewrite(String question, List<Turn> turns, GraphView graph) {
        StandaloneQuestion same = new StandaloneQuestion(question, List.of());
        List<Turn> latest = FollowUpRewriter.latest(turns);
        if (latest.isEmpty() || looksNamed(question) || !isFollowUp(question)) {
            return same;
        }
        List<Span> own = spans(question);
        for (Turn turn : latest.reversed()) {
            List<Span> questionSpans = spans(turn.question());
            List<Span> answered = spans(first(turn.answer()));
            Set<String> known =
                    entitiesNamed(graph, Stream.of(own, questionSpans, answered).flatMap(List::stream));
            NamingRules rules = graph.notes().rules();
            if (!names(own, known, rules).isEmpty()) {
                return same;
            }
            Map<String, String> carried = new LinkedHashMap<>(names(questionSpans, known, rules));
            names(answered, known, rules).forEach(carried::putIfAbsent);
            if (!carried.isEmpty()) {
                return with(question, carried.values());
            }
        }
        return same;
    }

    private static boolean isFollowUp(String question) {
        return InstalledAnswers.find().map(rules -> rules.isFollowUp(question)).orElse(true);
    }

    /** Adds names to a question, also in its text, which is embedded and searched by words. */
    private static StandaloneQuestion with(String question, Collection<String> carried) {
        List<String> names = carried.stream().limit(MAX_NAMES).toList();
        return new StandaloneQuestion(question + " (" + String.join(", ", names) + ")", names);
    }

    /** Returns the first quote of an answer, which answers best; without quotes, the answer. */
    private static String first(String answer) {
        return answer.lines().filter(line -> line.startsWith("“")).findFirst().orElse(answer);
    }

    /** Returns true if a word after the first, which is capitalised anyway, looks like a name. */
    private static boolean looksNamed(String question) {
        int first = 0;
        while (first < question.length() && !Character.isWhitespace(question.charAt(first))) {
            first++;
        }
        boolean german = Language.of(question) == Language.GERMAN;
        String rest = question.substring(first);
        return NameSpans.capitalised(rest).stream()
                .anyMatch(name -> !german
                        || name.text().indexOf(' ') > 0
                        || !GermanNouns.isNounOfGerman(rest, name.start(), name.end()));
    }

    private static List<Span> spans(String text) {
        return NameSpans.capitalised(text).isEmpty() ? NameSpans.ofUncased(text) : NameSpans.of(text);
    }

    /** Returns the ids of the entities that have the canonical name of a span. */
    private static Set<String> entitiesNamed(GraphView graph, Stream<Span> spans) {
        NamingRules rules = graph.notes().rules();
        Set<String> ids =
                spans.map(span -> canonicalName(span, rules)).collect(Collectors.toCollection(LinkedHashSet::new));
        return graph.entities(ids).stream().map(entity -> entity.value().id()).collect(Collectors.toSet());
    }

    private static String canonicalName(Span span, NamingRules rules) {
        return ContentId.ofEntity(rules.canonical(span.text()));
    }

    /** Returns the longest known names from left to right, without overlaps, by entity id. */
    private static Map<String, String> names(List<Span> spans, Set<String> known, NamingRules rules) {
        Map<String, String> names = new LinkedHashMap<>();
        int end = 0;
        for (Span span : spans) {
            String meant = canonicalName(span, rules);
            if (span.start() >= end && known.contains(meant)) {
                end = span.end();
                names.putIfAbsent(meant, span.text());
            }
        }
        return names;
    }
}
