package dev.tern.alias;

import java.util.List;

/**
 * Names that are probably one thing, with the evidence.
 *
 * @param names the fullest first
 * @param evidence for each of the others why
 */
public record AliasSuggestion(List<String> names, List<Evidence> evidence) {
    /** Copies the lists, so that the record is immutable. */
    public AliasSuggestion {
        names = List.copyOf(names);
        evidence = List.copyOf(evidence);
    }

    /** The rules by which the names are alike, as the reason of merging them. */
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
     * Why a name is probably the first of its suggestion.
     *
     * @param name the shorter name
     * @param rule how the two are alike
     * @param similarity the cosine of the vectors of the two names
     * @param together how many passages name both
     * @param passages some of these passages, by id
     */
    public record Evidence(String name, AliasRule rule, double similarity, int together, List<String> passages) {
        /** Copies the list, so that the record is immutable. */
        public Evidence {
            passages = List.copyOf(passages);
        }
    }
}
