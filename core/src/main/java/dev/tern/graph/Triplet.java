package dev.tern.graph;

/**
 * A subject, a predicate and an object, none of them blank.
 *
 * @param subject the name of the entity that the statement is about
 * @param predicate the words between the two names
 * @param object the name of the other entity
 */
public record Triplet(String subject, String predicate, String object) {
    /**
     * Trims the three parts.
     *
     * @throws IllegalArgumentException if a part is blank
     */
    public Triplet {
        subject = part("subject", subject);
        predicate = part("predicate", predicate);
        object = part("object", object);
    }

    /** Returns the three parts in order. */
    @Override
    public String toString() {
        return subject + " " + predicate + " " + object;
    }

    private static String part(String name, String value) {
        String trimmed = value.strip();
        if (EntityName.isBlank(trimmed)) {
            throw new IllegalArgumentException("a triplet's " + name + " is blank");
        }
        return trimmed;
    }
}
