package dev.tern.query.rank;

import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The forms of one passage that a ranking compares, each computed once. Thread-safe. */
final class PassageForms {
    private static final int MIN_ONE_WORD_TITLE = 4;
    private static final int MAX_POSSIBLE_TITLES = 500;

    private final Passage passage;
    private final List<List<Name>> statements;
    private final List<Name> topic;
    private volatile @Nullable String text;
    private volatile @Nullable Set<String> possibleTitles;

    /** A normalised name, and the id of its entity. */
    record Name(String key, String id) {
        static Name of(String name) {
            String key = EntityName.normalise(name);
            return new Name(key, ContentId.ofEntity(key));
        }
    }

    /**
     * Creates the forms of a passage.
     *
     * @param names returns the {@link Name} of a spelling
     */
    PassageForms(Passage passage, Function<String, Name> names) {
        this.passage = passage;
        this.statements = passage.statements().stream()
                .map(statement -> statement.entities().stream().map(names).toList())
                .toList();
        this.topic = PassageTopic.of(passage).stream().map(names).toList();
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

    /** Returns the names of the entities of each statement. */
    List<List<Name>> statements() {
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
