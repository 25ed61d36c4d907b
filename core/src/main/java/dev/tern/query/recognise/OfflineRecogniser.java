package dev.tern.query.recognise;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.NameSpans.Span;
import dev.tern.store.GraphView;
import dev.tern.text.EnglishVerbs;
import dev.tern.text.GermanNouns;
import dev.tern.text.Interrogatives;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recognises names by their longest match, from left to right, with the names of the graph. A span
 * that {@linkplain NameSpans#of may be a name} has full weight. Other spans of several words
 * ("reign of terror", "gila monsters") have a small weight, since names of a graph may be any
 * words; so do single words if only function words are capitalised. In a question without any
 * capital, all spans have full weight. Common verbs in lower case are never names. A capitalised
 * span unknown to the graph is a name, unless it is a single first word, a question word, or a
 * German noun.
 */
final class OfflineRecogniser implements Recogniser {
    /** Replaces each character of a removed name; the words around it may form one name. */
    private static final char CUT = '\n';

    /** The weight of a name of the graph that does not look like a name. */
    private static final double UNLIKELY = 0.2;

    @Override
    public Recognition recognise(String question, GraphView graph) {
        Set<Span> likely = new HashSet<>(NameSpans.of(question));
        boolean noCapital = question.codePoints().noneMatch(Character::isUpperCase);
        boolean noName = NameSpans.capitalised(question).isEmpty();
        List<Span> spans = NameSpans.ofUncased(question).stream()
                .filter(span -> noName || likely.contains(span) || span.text().indexOf(' ') > 0)
                .filter(span -> !isNoName(question, span))
                .toList();
        Map<String, Recognition.RecognisedName> known =
                new NameLookup(graph).find(spans.stream().map(Span::text).toList());
        List<Recognition.RecognisedName> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        StringBuilder residual = new StringBuilder();
        int end = 0;
        for (Span span : spans) {
            Recognition.RecognisedName name = known.get(EntityName.normalise(span.text()));
            if (span.start() >= end && name != null) {
                residual.append(question, end, span.start());
                end = NameSpans.possessiveEnd(question, span.end());
                residual.repeat(CUT, end - span.start());
                if (seen.add(EntityName.normalise(span.text()))) {
                    names.add(name.withWeight(noCapital || likely.contains(span) ? 1 : UNLIKELY));
                }
            }
        }
        residual.append(question, end, question.length());
        addUnknown(question, residual.toString(), names, seen);
        return new Recognition(names, NameLookup.orWhole(residual.toString(), question));
    }

    /** Returns true for a question word at the start, or a common verb in lower case. */
    private static boolean isNoName(String question, Span span) {
        String word = EntityName.normalise(span.text());
        boolean small = Character.isLowerCase(span.text().codePointAt(0));
        return (isFirst(question, span) && Interrogatives.contain(word)) || (small && EnglishVerbs.isCommonForm(word));
    }

    /** Returns true if neither a letter, a digit nor a removed name precedes a span. */
    private static boolean isFirst(String text, Span span) {
        return text.substring(0, span.start()).codePoints().noneMatch(c -> Character.isLetterOrDigit(c) || c == CUT);
    }

    /** Adds other capitalised spans as unknown names, which may resemble names of the graph. */
    private static void addUnknown(
            String question, String rest, List<Recognition.RecognisedName> names, Set<String> seen) {
        for (Span span : NameSpans.capitalised(rest)) {
            String name = isFirst(rest, span) ? withoutInterrogatives(span.text()) : span.text();
            boolean alone = name.indexOf(' ') < 0;
            int at = span.end() - name.length();
            boolean common = alone && (isFirst(rest, span) || GermanNouns.isNoun(question, at, span.end()));
            if (!common && seen.add(EntityName.normalise(name))) {
                names.add(Recognition.RecognisedName.unknown(name.replaceAll(CUT + "+", "" + CUT)));
            }
        }
    }

    private static String withoutInterrogatives(String name) {
        int space = name.indexOf(' ');
        return space > 0 && Interrogatives.contain(EntityName.normalise(name.substring(0, space)))
                ? withoutInterrogatives(name.substring(space + 1))
                : name;
    }
}
