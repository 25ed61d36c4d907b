package dev.tern.query.overview;

import java.util.List;

/**
 * A theme that is near to a question.
 *
 * @param names its central entities that the question may see, the most central first
 * @param score the nearness to the question: a mean of cosines
 * @param passageIds its passages, the most relevant first; in a result, only collected ones
 */
public record NearTheme(String id, List<String> names, double score, List<String> passageIds) {
    private static final int NAMES = 4;

    public NearTheme {
        names = List.copyOf(names);
        passageIds = List.copyOf(passageIds);
    }

    /** Returns the title of the theme: at most four names, separated by commas. */
    public String title() {
        return String.join(", ", names.subList(0, Math.min(NAMES, names.size())));
    }

    @Override
    public String toString() {
        return title();
    }
}
