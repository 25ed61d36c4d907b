package dev.tern.curation.alias;

import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides by spelling and passages which names of a graph name the same entity.
 *
 * <pre>
 *   1  group names that differ in spelling only into classes       "Zoë's", "Zoe"
 *   2  find the fuller names for which each class may be short   Heywood: Mr. Heywood, John Heywood
 *   3  keep the fullest; one is likely, several are ambiguous      John Heywood
 * </pre>
 *
 * <p>A class is merged with a fuller name only if no other fullest name fits, so chains cannot join
 * names that the rules keep apart. Not thread-safe.
 */
final class NameMatcher {
    /** The maximum number of fuller names of a short name, which is too ambiguous with more. */
    private static final int MAX_FULLER_NAMES = 50;

    /** The maximum number of names compared for a last word ("Inc"): the cost is quadratic. */
    static final int MAX_NAMES_PER_LAST_WORD = 1000;

    private static final int MIN_LAST_NAME = 4;
    private static final String ARTICLE = "the ";

    /** Matches an initial with a full stop, or two initials joined by a hyphen. */
    private static final Pattern SIGNED_INITIAL = Pattern.compile("(?<!\\p{L})\\p{Lu}\\.|(?<!\\p{L})\\p{Lu}-\\p{Lu}");

    private static final Pattern MIDDLE_INITIAL = Pattern.compile("\\s\\p{Lu}\\.");

    private final GraphNames names;
    private final Map<String, SpellingClass> classes = new LinkedHashMap<>();
    private final Map<String, List<SpellingClass>> byLast = new HashMap<>();
    private final Map<String, List<SpellingClass>> byInitials = new HashMap<>();
    private final Set<String> beforeComma = new HashSet<>();

    record ParsedName(Entity entity, NameForm form) {}

    /** Names that differ in spelling only, the most frequent first. */
    static final class SpellingClass {
        private final List<ParsedName> spellings = new ArrayList<>();

        List<ParsedName> spellings() {
            return spellings;
        }

        ParsedName first() {
            return spellings.getFirst();
        }

        NameForm form() {
            return first().form();
        }
    }

    /** A class whose names may be short forms of the names of another class. */
    record ShortForm(SpellingClass shorter, SpellingClass fuller, AliasRule rule) {}

    NameMatcher(GraphNames names) {
        this.names = names;
        for (Entity entity : names.entities().values()) {
            NameForm form = NameForm.of(entity.name());
            int comma = entity.name().indexOf(',');
            if (comma > 0) {
                beforeComma.add(EntityName.normalise(entity.name().substring(0, comma)));
            }
            if (!form.splitWords().isEmpty()) {
                classes.computeIfAbsent(form.title() + "\n" + form.letters(), absent -> new SpellingClass())
                        .spellings
                        .add(new ParsedName(entity, form));
            }
        }
        for (SpellingClass spellings : classes.values()) {
            spellings.spellings.sort((a, b) -> Integer.compare(
                    names.of(b.entity().id()).size(), names.of(a.entity().id()).size()));
            NameForm form = spellings.form();
            byLast.computeIfAbsent(form.lastWord(), absent -> new ArrayList<>()).add(spellings);
            if (!form.initials().isEmpty()) {
                byInitials
                        .computeIfAbsent(form.initials(), absent -> new ArrayList<>())
                        .add(spellings);
            }
        }
    }

    Collection<SpellingClass> classes() {
        return classes.values();
    }

    /** Returns the fullest names for which a class may be short; none if there are too many. */
    List<ShortForm> fullest(SpellingClass shorter) {
        List<ShortForm> fuller = new ArrayList<>();
        NameForm form = shorter.form();
        List<SpellingClass> sameLast = byLast.getOrDefault(form.lastWord(), List.of());
        for (SpellingClass other : sameLast.size() > MAX_NAMES_PER_LAST_WORD ? List.<SpellingClass>of() : sameLast) {
            if (fuller.size() > MAX_FULLER_NAMES) {
                return List.of();
            }
            if (!other.equals(shorter)) {
                rule(shorter, other).ifPresent(rule -> fuller.add(new ShortForm(shorter, other, rule)));
            }
        }
        String name = shorter.first().entity().name();
        if (name.length() >= 3 && name.length() <= 6 && name.chars().allMatch(Character::isUpperCase)) {
            for (SpellingClass other : byInitials.getOrDefault(form.letters(), List.of())) {
                if (!other.equals(shorter) && together(shorter, other) > 0) {
                    fuller.add(new ShortForm(shorter, other, AliasRule.ABBREVIATION));
                }
            }
        }
        if (fuller.size() > MAX_FULLER_NAMES) {
            return List.of();
        }
        return fuller.stream()
                .filter(one -> fuller.stream()
                        .noneMatch(other -> !other.equals(one)
                                && rule(one.fuller(), other.fuller()).isPresent()))
                .toList();
    }

    /** Returns the rule by which one class is short for another, by their words alone. */
    private static Optional<AliasRule> rule(SpellingClass shorter, SpellingClass fuller) {
        NameForm one = shorter.form();
        NameForm other = fuller.form();
        if (!one.titlesAgree(other) || !one.lastWord().equals(other.lastWord())) {
            return Optional.empty();
        }
        List<String> words = one.splitWords();
        List<String> more = other.splitWords();
        if (words.equals(more)) {
            return one.title().isEmpty() && !other.title().isEmpty() ? Optional.of(AliasRule.TITLE) : Optional.empty();
        }
        if (words.size() == more.size() && words.size() > 1 && areInitials(words, more)) {
            return Optional.of(AliasRule.INITIALS);
        }
        if (words.size() == 2 && more.size() == 3 && words.getFirst().equals(more.getFirst())) {
            return Optional.of(AliasRule.MIDDLE);
        }
        boolean bare = one.title().isEmpty() || one.isPlainlyTitled();
        boolean last = bare
                && words.size() == 1
                && more.size() > 1
                && more.size() <= 3
                && one.lastWord().length() >= MIN_LAST_NAME;
        return last ? Optional.of(AliasRule.LAST_NAME) : Optional.empty();
    }

    private static boolean areInitials(List<String> words, List<String> more) {
        boolean shorter = false;
        for (int i = 0; i < words.size() - 1; i++) {
            String one = words.get(i);
            String other = more.get(i);
            boolean initial = one.length() == 1 && other.length() > 1 && other.startsWith(one);
            if (!one.equals(other) && !initial) {
                return false;
            }
            shorter |= initial;
        }
        return shorter && words.getLast().length() > 1;
    }

    /** Returns the largest number of passages that two spellings, one of each class, share. */
    int together(SpellingClass one, SpellingClass other) {
        int max = 0;
        for (ParsedName a : one.spellings) {
            for (ParsedName b : other.spellings) {
                max = Math.max(
                        max, names.together(a.entity().id(), b.entity().id()).size());
            }
        }
        return max;
    }

    /**
     * Returns true if spelling and passages confirm that one class is short for the other. A last
     * word alone, or a name that omits a whole middle word, is too often a different entity.
     */
    boolean isBorneOut(ShortForm may) {
        boolean together = together(may.shorter(), may.fuller()) > 0;
        return switch (may.rule()) {
            case SPELLING, ORDER -> true;
            case TITLE -> together && may.fuller().form().isPlainlyTitled() && !isBeforeComma(may.shorter());
            case INITIALS ->
                together
                        && SIGNED_INITIAL
                                .matcher(may.shorter().first().entity().name())
                                .find();
            case MIDDLE ->
                together
                        && MIDDLE_INITIAL
                                .matcher(may.fuller().first().entity().name())
                                .find();
            case ABBREVIATION -> together;
            case LAST_NAME -> false;
        };
    }

    /**
     * Returns true if two spellings of a class are surely one name. Many are not: "Maria Amalia"
     * and "María Amalia", "Deep Blue Sea" and "The Deep Blue Sea", "St Mary's School" and "St.
     * Mary's School". So at least one passage has to name both. Single words ("Martin", "Martín"),
     * and names that differ by an article, must occur in exactly the same passages. Names with
     * initials, such as "D. H. Lawrence" and "D.H. Lawrence", need no passage in common.
     */
    boolean isOneName(ParsedName one, ParsedName other) {
        Set<String> passages = names.of(one.entity().id());
        Set<String> others = names.of(other.entity().id());
        List<String> words = one.form().splitWords();
        if (isAfterArticle(one) != isAfterArticle(other)) {
            return passages.equals(others) && beginsCapital(one) && beginsCapital(other);
        }
        boolean sameWords = words.equals(other.form().splitWords());
        if (sameWords && words.size() == 1) {
            return passages.equals(others);
        }
        boolean withInitials = words.size() > 2
                && words.stream().anyMatch(word -> word.length() == 1)
                && words.stream().anyMatch(word -> word.length() > 1);
        return !Collections.disjoint(passages, others) || (sameWords && withInitials);
    }

    /** Returns true if a name begins with a name of the class and a comma: "Ann, Lady Dacre". */
    private boolean isBeforeComma(SpellingClass of) {
        return of.spellings.stream()
                .map(named -> EntityName.normalise(named.entity().name()))
                .anyMatch(beforeComma::contains);
    }

    private static boolean isAfterArticle(ParsedName named) {
        return EntityName.normalise(named.entity().name()).startsWith(ARTICLE);
    }

    /** Returns true if the first word after an article, if any, begins with a capital letter. */
    private static boolean beginsCapital(ParsedName named) {
        String name = named.entity().name().strip();
        int start = isAfterArticle(named) ? ARTICLE.length() : 0;
        return start < name.length() && Character.isUpperCase(name.codePointAt(start));
    }

    /** Returns the number of passages that name the most frequent spelling of a class. */
    int count(SpellingClass of) {
        return of.spellings.stream()
                .map(named -> names.of(named.entity().id()))
                .mapToInt(Set::size)
                .max()
                .orElse(0);
    }
}
