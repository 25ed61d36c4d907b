package dev.tern.ingest.extract;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans.Span;
import dev.tern.graph.Passage;
import dev.tern.graph.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** The names in the sentences of one passage, of any script, found without a model. */
final class PassageNames {
    /** The most characters of a name. */
    static final int MAX_NAME = 256;

    private static final Pattern HEADINGS = Pattern.compile(Pattern.quote(Place.BETWEEN_HEADINGS));

    private final String title;
    private final UncasedNames uncased;

    PassageNames(Passage passage) {
        title = bare(passage.title());
        List<String> known = new ArrayList<>(List.of(title));
        known.addAll(HEADINGS.splitAsStream(passage.place().heading()).toList());
        uncased = new UncasedNames(known, passage.text());
    }

    /** The title as a name: without the brackets that it ends with ("Mercury (planet)"); empty if there is none. */
    String title() {
        return title;
    }

    /** Whether a name is the title's. */
    boolean isTitle(String name) {
        return EntityName.normalise(name).equals(EntityName.normalise(title));
    }

    /** The names in a sentence by place, none overlapping. */
    List<Span> in(String sentence) {
        List<Span> names = new ArrayList<>(uncased.in(sentence));
        boolean mixed = !names.isEmpty();
        for (Span cased : CasedNames.in(sentence)) {
            if (!mixed || names.stream().noneMatch(name -> name.start() < cased.end() && cased.start() < name.end())) {
                names.add(cased);
            }
        }
        names.removeIf(name -> name.text().length() > MAX_NAME
                || EntityName.normalise(name.text()).isEmpty());
        if (mixed) {
            names.sort(Comparator.comparingInt(Span::start));
        }
        return names;
    }

    private static String bare(String title) {
        int bracket = title.endsWith(")") ? title.lastIndexOf(" (") : -1;
        String bare = bracket > 0 ? title.substring(0, bracket) : title;
        return bare.length() > MAX_NAME || EntityName.normalise(bare).isEmpty() ? "" : bare.strip();
    }
}
