package dev.tern.alias;

import java.util.List;

/**
 * Names that are probably one thing, with the evidence.
 *
 * @param names the fullest first
 * @param evidence one for each name but the first
 */
public record AliasSuggestion(List<String> names, List<Evidence> evidence) {
    public AliasSuggestion {
        names = List.copyOf(names);
        evidence = List.copyOf(evidence);
    }

    /** Returns the rules by which the names are alike, as the reason of a merge. */
    public String reason() {
        return "suggested: "
                + String.join(
                        ", ",
                        evidence.stream()
                                .map(why -> why.rule().words())
                                .distinct()
                                .toList());
    }

    /**
     * Evidence that a name and the first of its suggestion are one thing.
     *
     * @param name the shorter name
     * @param rule the likeness of the two
     * @param similarity the cosine of the vectors of the two names
     * @param together number of passages that name both
     * @param passages the ids of some of them
     */
    public record Evidence(String name, AliasRule rule, double similarity, int together, List<String> passages) {
        public Evidence {
            passages = List.copyOf(passages);
        }
    }
}
