package dev.tern.query.overview;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.theme.Theme;
import java.util.List;

/**
 * A theme that is near to a question.
 *
 * @param theme its names are those that the question may see
 * @param score how near it is: a mean of cosines
 * @param passageIds the passages that tell of it, the first most; among those collected, if it stands in what was found
 */
public record FoundTheme(Theme theme, double score, List<String> passageIds) {
    /** So many names tell one theme from another. */
    private static final int NAMES = 4;

    /** Copies the list, so that the record is immutable. */
    public FoundTheme {
        passageIds = List.copyOf(passageIds);
    }

    /** The first of its names, as people are shown them. */
    public String title() {
        return String.join(
                ", ", theme.names().subList(0, Math.min(NAMES, theme.names().size())));
    }

    /** This theme, with those of its passages that were collected. */
    public FoundTheme among(List<Scored<Passage>> collected) {
        List<String> ids = collected.stream()
                .map(passage -> passage.value().id())
                .filter(passageIds::contains)
                .toList();
        return new FoundTheme(theme, score, ids);
    }
}
