package dev.tern.query.rank;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The forms of one passage that a ranking compares, each computed once. Thread-safe. */
final class PassageForms {
    private static final int MIN_ONE_WORD_TITLE = 4;
    private static final int MAX_POSSIBLE_TITLES = 500;

    private final Passage passage;
    private final List<Name> names;
    private final int[][] statements;
    private final List<Name> topic;
    private volatile @Nullable String text;
    private volatile @Nullable Set<String> possibleTitles;

    /**
     * Creates the forms of a passage.
     *
     * @param name returns the {@link Name} of a key
     */
    PassageForms(Passage passage, Function<String, Name> name) {
        this.passage = passage;
        Map<String, Integer> indexes = new LinkedHashMap<>();
        this.statements = passage.statements().stream()
                .map(statement -> indexes(statement, indexes))
                .toArray(int[][]::new);
        this.names = indexes.keySet().stream().map(name).toList();
        this.topic = PassageTopic.of(passage).stream().map(name).toList();
    }

    private static int[] indexes(Statement statement, Map<String, Integer> indexes) {
        return statement.entities().stream()
                .mapToInt(name -> indexes.computeIfAbsent(EntityName.normalise(name), absent -> indexes.size()))
                .toArray();
    }

    boolean areOf(Passage other) {
        return passage.equals(other);
    }

    /** Returns the number of UTF-16 units of the passage's text. */
    int characters() {
        return passage.text().length();
    }

    /** Returns the title, headings and text, normalised. */
    String text() {
        String known = text;
        if (known == null) {
            known = EntityName.normalise(passage.textToEmbed());
            text = known;
        }
        return known;
    }

    /** Returns the distinct names of the statements, in the order of first mention. */
    List<Name> names() {
        return names;
    }

    /** Returns, for each statement, the indexes of its entities in {@link #names}. */
    int[][] statements() {
        return statements;
    }

    /** Returns the names of the {@link PassageTopic}. */
    List<Name> topic() {
        return topic;
    }

    /**
     * Returns all spans of the text that may be the title of another passage, normalised, at most
     * {@value #MAX_POSSIBLE_TITLES}.
     */
    Set<String> possibleTitles() {
        Set<String> known = possibleTitles;
        if (known == null) {
            Set<String> own = PassageTopic.of(passage);
            known = new LinkedHashSet<>();
            for (NameSpans.Span span : NameSpans.of(passage.textToEmbed())) {
                String key = EntityName.normalise(span.text());
                boolean longEnough = key.length() >= MIN_ONE_WORD_TITLE || key.indexOf(' ') >= 0;
                if (longEnough && !own.contains(key) && known.size() < MAX_POSSIBLE_TITLES) {
                    known.add(key);
                }
            }
            possibleTitles = known;
        }
        return known;
    }
}
