package dev.tern.query.cite;

import dev.tern.graph.EntityName;
import java.util.List;
import java.util.function.Predicate;

/** The values of a {@link Lead}. */
record LeadRecord(String relation, int passage, String text, List<String> names) implements Lead {
    static final int MAX_CHARACTERS = 300;

    /** Returns the names of a step as this sentence spells them. */
    List<String> spellings(List<String> step) {
        return step.stream()
                .map(EntityName::normalise)
                .flatMap(end -> names.stream()
                        .filter(name -> EntityName.normalise(name).equals(end))
                        .limit(1))
                .toList();
    }

    /** Returns this sentence with some names, without a name within another one. */
    LeadRecord withNames(List<String> some) {
        Predicate<String> longer = name -> some.stream().anyMatch(other -> !other.equals(name) && other.contains(name));
        return new LeadRecord(
                relation, passage, text, some.stream().filter(longer.negate()).toList());
    }

    /** Returns the sentence and the number of its passage. */
    @Override
    public String toString() {
        return text + " [" + passage + "]";
    }
}
