package dev.tern.query.overview;

import java.util.List;

/**
 * A theme that is near to a question.
 *
 * @param id its id
 * @param names those of its central entities that the question may see, the most central first
 * @param score how near it is: a mean of cosines
 * @param passageIds the passages that tell of it, the first most; among those collected, if it stands in what was found
 */
public record FoundTheme(String id, List<String> names, double score, List<String> passageIds) {
    /** So many names tell one theme from another. */
    private static final int NAMES = 4;

    public FoundTheme {
        names = List.copyOf(names);
        passageIds = List.copyOf(passageIds);
    }

    /** The first of its names, as people are shown them. */
    public String title() {
        return String.join(", ", names.subList(0, Math.min(NAMES, names.size())));
    }
}
