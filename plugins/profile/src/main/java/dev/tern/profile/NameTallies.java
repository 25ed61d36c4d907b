package dev.tern.profile;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.TitleKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts the passages of the whole graph for the names, titles and neighbours of a sample. Its size
 * depends on the sample only. Not thread-safe.
 */
final class NameTallies {
    /** The ranking's minimum length of a one-word title. */
    private static final int MIN_ONE_WORD_TITLE = 4;

    private static final int MOST_SPANS = 500;

    private final long seed;
    private final Map<String, Tally> names = new HashMap<>();
    private final Map<String, Tally> titles = new HashMap<>();
    private final Set<String> spans = new HashSet<>();
    private final Map<String, Tally> places = new HashMap<>();

    NameTallies(long seed) {
        this.seed = seed;
    }

    /** Registers the names, the possible titles and the successor of a passage. */
    void want(Passage passage) {
        namesOf(passage).keySet().forEach(this::want);
        spans.addAll(spansOf(passage));
        places.put(next(passage), new Tally(seed));
    }

    /** Registers a name by its key. */
    void want(String key) {
        names.computeIfAbsent(key, absent -> new Tally(seed));
    }

    /** Counts a passage of the graph for everything registered. */
    void count(Passage passage) {
        for (String key : namesOf(passage).keySet()) {
            Tally tally = names.get(key);
            if (tally != null) {
                tally.add(passage);
            }
        }
        for (String title : TitleKey.of(passage.title())) {
            if (spans.contains(title)) {
                titles.computeIfAbsent(title, absent -> new Tally(seed)).add(passage);
            }
        }
        Tally place = places.get(place(passage.documentId(), passage.ordinal()));
        if (place != null) {
            place.add(passage);
        }
    }

    /** Returns a passage's names in their first spelling, by key. */
    Map<String, String> namesOf(Passage passage) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (Statement statement : passage.statements()) {
            statement.entities().forEach(name -> keys.putIfAbsent(key(name), name));
        }
        return keys;
    }

    /** Returns the key of a name. */
    String key(String name) {
        return EntityName.normalise(name);
    }

    /** Returns the tally of a name. */
    Optional<Tally> ofName(String key) {
        return Optional.ofNullable(names.get(key));
    }

    /** Returns the tallies of titles that a sampled passage contains. */
    Collection<Tally> titlesNamedBy(Passage passage) {
        Set<Tally> named = new LinkedHashSet<>();
        spansOf(passage).forEach(span -> {
            @Nullable Tally tally = titles.get(span);
            if (tally != null) {
                named.add(tally);
            }
        });
        return named;
    }

    /** Returns the tally of the passage after a sampled one. */
    Optional<Tally> behind(Passage passage) {
        return Optional.ofNullable(places.get(next(passage)));
    }

    private static Set<String> spansOf(Passage passage) {
        Set<String> own = TitleKey.of(passage.title());
        Set<String> named = new LinkedHashSet<>();
        for (NameSpans.Span span : NameSpans.of(passage.textToEmbed())) {
            String key = EntityName.normalise(span.text());
            boolean longEnough = key.length() >= MIN_ONE_WORD_TITLE || key.indexOf(' ') >= 0;
            if (longEnough && !own.contains(key) && named.size() < MOST_SPANS) {
                named.add(key);
            }
        }
        return named;
    }

    private static String next(Passage passage) {
        return place(passage.documentId(), passage.ordinal() + 1);
    }

    private static String place(String documentId, int ordinal) {
        return ordinal + "\n" + documentId;
    }
}
