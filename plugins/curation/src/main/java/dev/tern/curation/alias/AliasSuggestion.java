package dev.tern.curation.alias;

import java.util.List;

/**
 * Names that probably name the same entity, with the evidence.
 *
 * @param names the names; the first is the most frequent spelling of the fullest name
 * @param evidence the evidence for each name but the first, in the order of the names
 */
public record AliasSuggestion(List<String> names, List<Evidence> evidence) {
    public AliasSuggestion {
        names = List.copyOf(names);
        evidence = List.copyOf(evidence);
    }

    /** Returns the rules that the names follow, in words, as the reason of a merge. */
    public String reason() {
        return "suggested: "
                + String.join(
                        ", ",
                        evidence.stream()
                                .map(why -> why.rule().description())
                                .distinct()
                                .toList());
    }

    /** Returns the names and the rules that they follow. */
    @Override
    public String toString() {
        return String.join(", ", names) + " (" + reason() + ")";
    }

    /**
     * Evidence that a name and the first name of the suggestion name the same entity.
     *
     * @param rule the rule that the two names follow
     * @param similarity the cosine of the vectors of the two names; 0 if a vector is missing
     * @param together number of passages that name both, among at most 500 of each name
     * @param passages the ids of at most three of these passages
     */
    public record Evidence(String name, AliasRule rule, double similarity, int together, List<String> passages) {
        public Evidence {
            passages = List.copyOf(passages);
        }
    }
}
