package dev.tern.graph;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A statement of a passage about entities: a triplet, a sentence or a proposition.
 *
 * @param text the statement in words; for a triplet "subject predicate object"
 * @param entities the names of its entities, 1 to {@value #MAX_ENTITIES}, distinct after
 *     {@linkplain EntityName#normalise normalising}, in the order of the statement
 */
public record Statement(String text, List<String> entities) {
    /** The maximum number of entities of a statement. */
    public static final int MAX_ENTITIES = 32;

    static final String BETWEEN_NAMES = ", ";

    /**
     * Trims the text and the names, and keeps the first spelling of a name that occurs twice.
     *
     * @throws IllegalArgumentException if the text or a name is blank, or the number of names is
     *     out of range
     */
    public Statement {
        text = text.strip();
        if (EntityName.isBlank(text)) {
            throw new IllegalArgumentException("a statement's text is blank");
        }
        // For two or three names, as most statements have, a list is faster than a set.
        Collection<String> keys = entities.size() <= MAX_ENTITIES ? new ArrayList<>(entities.size()) : new HashSet<>();
        List<String> spellings = new ArrayList<>(entities.size());
        for (String name : entities) {
            String key = EntityName.normalise(name);
            if (key.isEmpty()) {
                throw new IllegalArgumentException("the statement \"" + text + "\" names a blank entity");
            }
            if (!keys.contains(key)) {
                keys.add(key);
                spellings.add(name.strip());
            }
        }
        if (keys.isEmpty() || keys.size() > MAX_ENTITIES) {
            throw new IllegalArgumentException("the statement \"" + text + "\" names " + keys.size()
                    + " entities; a statement names 1 to " + MAX_ENTITIES);
        }
        entities = List.copyOf(spellings);
    }

    @Override
    public String toString() {
        return text;
    }

    /** Returns the statement of a triplet. A triplet from a thing to itself has one entity. */
    public static Statement of(Triplet triplet) {
        return new Statement(triplet.toString(), List.of(triplet.subject(), triplet.object()));
    }

    /** Returns the statement of a triplet, from its three parts. */
    public static Statement of(String subject, String predicate, String object) {
        return of(new Triplet(subject, predicate, object));
    }

    /** Returns a statement that only lists names found together. */
    public static Statement ofNames(List<String> names) {
        return new Statement(String.join(BETWEEN_NAMES, names), names);
    }

    /** Returns true if the text only lists the entities: such a statement is not shown. */
    public boolean namesOnly() {
        return text.equals(String.join(BETWEEN_NAMES, entities));
    }

    /**
     * Returns this statement without some entities. If entities are removed, a list of names has to
     * keep at least one entity, any other statement two.
     *
     * @param keys the {@linkplain EntityName#normalise normalised} names to remove
     * @return empty if too few entities are left
     */
    public Optional<Statement> without(Set<String> keys) {
        List<String> left = entities.stream()
                .filter(name -> !keys.contains(EntityName.normalise(name)))
                .toList();
        if (left.size() == entities.size()) {
            return Optional.of(this);
        }
        boolean names = namesOnly();
        if (left.size() < (names ? 1 : 2)) {
            return Optional.empty();
        }
        return Optional.of(names ? ofNames(left) : new Statement(text, left));
    }

    /**
     * Returns this statement with entities renamed. The text stays, unless it only lists the names.
     *
     * @param names the new names, by the {@linkplain EntityName#normalise normalised} old names
     */
    public Statement withEntities(Map<String, String> names) {
        List<String> others = entities.stream()
                .map(name -> names.getOrDefault(EntityName.normalise(name), name))
                .toList();
        if (others.equals(entities)) {
            return this;
        }
        return namesOnly() ? ofNames(new Statement(text, others).entities()) : new Statement(text, others);
    }

    /** Returns this statement as a triplet; empty unless the text is two names around words. */
    public Optional<Triplet> asTriplet() {
        String first = entities.getFirst();
        String last = entities.size() == 1 ? lastSpelling(first) : entities.getLast();
        int predicateStart = first.length() + 1;
        int predicateEnd = text.length() - last.length() - 1;
        boolean fits = entities.size() <= 2
                && predicateStart < predicateEnd
                && text.startsWith(first + " ")
                && text.endsWith(" " + last)
                && !text.substring(predicateStart, predicateEnd).isBlank();
        return fits
                ? Optional.of(new Triplet(first, text.substring(predicateStart, predicateEnd), last))
                : Optional.empty();
    }

    /** Returns a name as spelt at the end of the text, or the name itself if it is not there. */
    private String lastSpelling(String name) {
        String key = EntityName.normalise(name);
        int space = text.lastIndexOf(' ');
        while (space >= 0 && text.length() - space <= 2 * name.length() + 1) {
            String ending = text.substring(space + 1);
            if (EntityName.normalise(ending).equals(key)) {
                return ending;
            }
            space = text.lastIndexOf(' ', space - 1);
        }
        return name;
    }

    /** Returns the ids of the entities, in the order of {@link #entities}. */
    public List<String> entityIds() {
        List<String> ids = new ArrayList<>(entities.size());
        for (String name : entities) {
            ids.add(ContentId.ofEntity(name));
        }
        return List.copyOf(ids);
    }

    /** Returns the parts of the {@linkplain #relationKey}: text and names, normalised. */
    List<String> normalised() {
        List<String> normalised = new ArrayList<>(1 + entities.size());
        normalised.add(hashed(EntityName.normalise(text)));
        for (String name : entities) {
            normalised.add(hashed(EntityName.normalise(name)));
        }
        return normalised;
    }

    /** Returns a text as UTF-8 encodes it: half a surrogate pair becomes a question mark. */
    private static String hashed(String text) {
        boolean surrogates = text.chars().anyMatch(c -> Character.isSurrogate((char) c));
        return surrogates ? new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8) : text;
    }

    /** Returns the key of the relation, as {@link ContentId#ofRelation} computes it. */
    public String relationKey() {
        return ContentId.ofRelation(text, entityIds());
    }
}
