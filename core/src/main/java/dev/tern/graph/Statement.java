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
 * What a passage says about entities: a triplet, or a sentence or proposition with the entities that it names.
 *
 * @param text the statement in words; for a triplet "subject predicate object"
 * @param entities the names of the entities that it touches, 1 to {@value #MAX_ENTITIES}, distinct after
 *     {@linkplain EntityName#normalise normalising}, in the order of the statement
 */
public record Statement(String text, List<String> entities) {
    /** The most entities that one statement can touch. */
    public static final int MAX_ENTITIES = 32;

    static final String BETWEEN_NAMES = ", ";

    /**
     * Trims the text and the names, and keeps the first spelling of a name that occurs twice.
     *
     * @throws IllegalArgumentException if the text or a name is blank, or if there are no names or too many
     */
    public Statement {
        text = text.strip();
        if (EntityName.isBlank(text)) {
            throw new IllegalArgumentException("a statement's text is blank");
        }
        // A query reads thousands of statements of two or three names each, for which a list is faster than a set.
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

    /** The statement of a triplet. A triplet from a thing to itself touches one entity. */
    public static Statement of(Triplet triplet) {
        return new Statement(
                triplet.subject() + " " + triplet.predicate() + " " + triplet.object(),
                List.of(triplet.subject(), triplet.object()));
    }

    /** The statement of a triplet, from its three parts. */
    public static Statement of(String subject, String predicate, String object) {
        return of(new Triplet(subject, predicate, object));
    }

    /** That several things are named together, about which nothing else is known. */
    public static Statement ofNames(List<String> names) {
        return new Statement(String.join(BETWEEN_NAMES, names), names);
    }

    /** Whether it says no more than that its entities are named together: it links them and is no relation to read. */
    public boolean namesOnly() {
        return text.equals(String.join(BETWEEN_NAMES, entities));
    }

    /**
     * This statement without some names. One that only names things names the others; one that says more of two others or more is
     * said of these; of a triplet without one of its two nothing is left.
     *
     * @param keys the {@linkplain EntityName#normalise normalised} names that it is not to touch
     * @return empty if nothing is left
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
     * This statement with other entities in place of some; its words stay, unless it only names things.
     *
     * @param names by the {@linkplain EntityName#normalise normalised} name of each the name of the one in its place
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

    /** This statement as the triplet it was made from; empty if it is not of a triplet's form. */
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

    /** The last words of the text that are this name in some spelling; the name itself if there are none. */
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

    /** The ids of the entities, in the order of {@link #entities}. */
    public List<String> entityIds() {
        List<String> ids = new ArrayList<>(entities.size());
        for (String name : entities) {
            ids.add(ContentId.ofEntity(name));
        }
        return List.copyOf(ids);
    }

    /** What its {@linkplain #relationKey key} is made of: its text and the names of its entities, normalised. */
    List<String> normalised() {
        List<String> normalised = new ArrayList<>(1 + entities.size());
        normalised.add(hashed(EntityName.normalise(text)));
        for (String name : entities) {
            normalised.add(hashed(EntityName.normalise(name)));
        }
        return normalised;
    }

    /** A text as its hash sees it: half a character is a question mark. */
    private static String hashed(String text) {
        boolean surrogates = text.chars().anyMatch(c -> Character.isSurrogate((char) c));
        return surrogates ? new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8) : text;
    }

    /** The key of the relation that this statement states: equal for the same words about the same entities. */
    public String relationKey() {
        return ContentId.ofRelation(text, entityIds());
    }
}
