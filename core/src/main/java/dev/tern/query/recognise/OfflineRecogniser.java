package dev.tern.query.recognise;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.NameSpans.Span;
import dev.tern.store.GraphView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Longest match, left to right, against the names of the graph. A span that starts like a name counts in full. Spans of
 * several words that do not ("reign of terror", "gila monsters") count too, but little, since names of a graph may be any
 * words; so do single words where the question's only capital is its first letter. A question typed without any capital is
 * matched word by word.
 */
final class OfflineRecogniser implements Recogniser {
    /** Stands where a name was cut out, so that what was left and right of it is not taken for one name. */
    private static final char CUT = '\n';

    /** What a known name weighs that does not look like one. */
    private static final double UNLIKELY = 0.2;

    @Override
    public Recognition recognise(String question, GraphView graph) {
        Set<Span> likely = new HashSet<>(NameSpans.of(question));
        boolean noCapital = question.codePoints().noneMatch(Character::isUpperCase);
        boolean noName = NameSpans.capitalised(question).isEmpty();
        List<Span> spans = NameSpans.ofUncased(question).stream()
                .filter(span -> noName || likely.contains(span) || span.text().indexOf(' ') > 0)
                .toList();
        Map<String, Recognition.Name> known =
                new NameLookup(graph).find(spans.stream().map(Span::text).toList());
        List<Recognition.Name> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        StringBuilder residual = new StringBuilder();
        int end = 0;
        for (Span span : spans) {
            Recognition.Name name = known.get(EntityName.normalise(span.text()));
            if (span.start() >= end && name != null) {
                residual.append(question, end, span.start()).append(CUT);
                end = NameSpans.possessiveEnd(question, span.end());
                if (seen.add(EntityName.normalise(span.text()))) {
                    names.add(name.withWeight(noCapital || likely.contains(span) ? 1 : UNLIKELY));
                }
            }
        }
        residual.append(question, end, question.length());
        addUnknown(residual.toString(), names, seen);
        return new Recognition(names, NameLookup.orWhole(residual.toString().replace(CUT, ' '), question));
    }

    /** Capitalised spans of what is left: names by their looks, which may be near to names of the graph. */
    private static void addUnknown(String rest, List<Recognition.Name> names, Set<String> seen) {
        for (Span span : NameSpans.capitalised(rest)) {
            if (seen.add(EntityName.normalise(span.text()))) {
                names.add(new Recognition.Name(span.text(), Optional.empty(), List.of()));
            }
        }
    }
}
