package dev.tern.offline.answer;

import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The content words of a passage's parts, as a question's language has them. Immutable. */
final class PassageWords {
    private final Set<String> title;
    private final Map<PassagePart, PartWords> byPart = new HashMap<>();

    /**
     * The words of a part.
     *
     * @param own the words of its text
     * @param all the words of its text and its statements and, of a row, of the title, too
     * @param headings the words of the headings above it
     * @param names the words of names in it, and its Japanese names whole
     */
    record PartWords(Set<String> own, Set<String> all, Set<String> headings, Set<String> names) {}

    PassageWords(Passage passage, List<PassagePart> parts, ContentWords asked) {
        title = asked.of(passage.title());
        Map<String, Set<String>> headings = new HashMap<>();
        for (PassagePart part : parts) {
            Set<String> own = asked.of(part.text());
            Set<String> all = new HashSet<>(own);
            if (part.isRow()) {
                // A row of a table is about the title above the table, too.
                all.addAll(title);
            }
            byPart.put(
                    part,
                    new PartWords(
                            own, all, headings.computeIfAbsent(part.headings(), asked::of), names(part.text(), asked)));
        }
        passage.statements().forEach(statement -> state(statement, parts, asked));
    }

    private static Set<String> names(String part, ContentWords asked) {
        String text = PassagePart.FIELD.matcher(part).replaceAll(" ");
        Set<String> words = new HashSet<>();
        NameSpans.capitalised(text).forEach(name -> words.addAll(asked.of(name.text())));
        ContentWords.unspacedNames(ContentWords.UNSPACED_NAME, text).forEach(name -> words.add(name.group()));
        return words;
    }

    /** Adds a statement's words to the part that has one of its names and most of its words. */
    private void state(Statement statement, List<PassagePart> parts, ContentWords asked) {
        Set<String> named = asked.of(String.join(" ", statement.entities()));
        named.removeAll(title);
        Set<String> said = asked.of(statement.text());
        parts.stream()
                .filter(part -> !Collections.disjoint(of(part).all(), named))
                .filter(part -> !part.isRow()
                        || of(part).all()
                                .containsAll(asked.of(statement.entities().getFirst())))
                .max(Comparator.comparingLong(
                        part -> said.stream().filter(of(part).all()::contains).count()))
                .ifPresent(part -> of(part).all().addAll(said));
    }

    /** Returns the words of the passage's title. */
    Set<String> title() {
        return title;
    }

    PartWords of(PassagePart part) {
        return Objects.requireNonNull(byPart.get(part));
    }
}
