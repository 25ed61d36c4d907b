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
 * Counts passages of the whole graph: by each name in the sample, by each possible title in its
 * texts, and at the position after each sampled passage. The memory depends on the sample only. Not
 * thread-safe.
 */
final class NameTallies {
    /** The minimum number of characters of a one-word title, as in the ranking. */
    private static final int MIN_ONE_WORD_TITLE = 4;

    private static final int MAX_SPANS = 500;

    private final long seed;
    private final Map<String, PassageTally> names = new HashMap<>();
    private final Map<String, PassageTally> titles = new HashMap<>();
    private final Set<String> spans = new HashSet<>();
    private final Map<String, PassageTally> passages = new HashMap<>();

    NameTallies(long seed) {
        this.seed = seed;
    }

    /** Registers the names, the possible titles and the successor of a passage. */
    void register(Passage passage) {
        namesOf(passage).keySet().forEach(this::register);
        spans.addAll(spansOf(passage));
        passages.put(successor(passage), new PassageTally(seed));
    }

    void register(String key) {
        names.computeIfAbsent(key, absent -> new PassageTally(seed));
    }

    /** Counts a passage of the graph under each registered name, title and position that it has. */
    void count(Passage passage) {
        for (String key : namesOf(passage).keySet()) {
            PassageTally tally = names.get(key);
            if (tally != null) {
                tally.add(passage);
            }
        }
        for (String title : TitleKey.of(passage.title())) {
            if (spans.contains(title)) {
                titles.computeIfAbsent(title, absent -> new PassageTally(seed)).add(passage);
            }
        }
        PassageTally place = passages.get(passageKey(passage.documentId(), passage.ordinal()));
        if (place != null) {
            place.add(passage);
        }
    }

    /** Returns the names in a passage by their keys, each in its first spelling there. */
    Map<String, String> namesOf(Passage passage) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (Statement statement : passage.statements()) {
            statement.entities().forEach(name -> keys.putIfAbsent(key(name), name));
        }
        return keys;
    }

    String key(String name) {
        return EntityName.normalise(name);
    }

    /** Returns the tally of a name, by its key; empty if the name is not registered. */
    Optional<PassageTally> ofName(String key) {
        return Optional.ofNullable(names.get(key));
    }

    /** Returns the tallies of titles in a sampled passage, except for its own title. */
    Collection<PassageTally> titlesNamedBy(Passage passage) {
        Set<PassageTally> named = new LinkedHashSet<>();
        spansOf(passage).forEach(span -> {
            @Nullable PassageTally tally = titles.get(span);
            if (tally != null) {
                named.add(tally);
            }
        });
        return named;
    }

    /** Returns the tally at the position after a sampled passage, which counts 0 or 1 passages. */
    Optional<PassageTally> behind(Passage passage) {
        return Optional.ofNullable(passages.get(successor(passage)));
    }

    private static Set<String> spansOf(Passage passage) {
        Set<String> own = TitleKey.of(passage.title());
        Set<String> named = new LinkedHashSet<>();
        for (NameSpans.Span span : NameSpans.of(passage.textToEmbed())) {
            String key = EntityName.normalise(span.text());
            boolean longEnough = key.length() >= MIN_ONE_WORD_TITLE || key.indexOf(' ') >= 0;
            if (longEnough && !own.contains(key) && named.size() < MAX_SPANS) {
                named.add(key);
            }
        }
        return named;
    }

    private static String successor(Passage passage) {
        return passageKey(passage.documentId(), passage.ordinal() + 1);
    }

    private static String passageKey(String documentId, int ordinal) {
        return ordinal + "\n" + documentId;
    }
}
