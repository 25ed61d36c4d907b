package dev.tern.query.overview;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.rank.Ranking;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import java.util.List;

/**
 * Passages spread over themes.
 *
 * @param ranking the passages; the first of each theme comes before any second one
 * @param relations the relations that led to the passages, the nearest to the question first
 * @param themes the themes, each with its passages
 */
public record SpreadPassages(Ranking ranking, List<Scored<Relation>> relations, List<NearTheme> themes)
        implements TracedResult {
    public SpreadPassages {
        relations = List.copyOf(relations);
        themes = List.copyOf(themes);
    }

    /** Returns the themes of the collected passages, each with only its collected passages. */
    public List<NearTheme> themesOf(List<Scored<Passage>> collected) {
        List<String> ids =
                collected.stream().map(passage -> passage.value().id()).toList();
        return themes.stream()
                .map(theme -> new NearTheme(
                        theme.id(),
                        theme.names(),
                        theme.score(),
                        ids.stream().filter(theme.passageIds()::contains).toList()))
                .filter(theme -> !theme.passageIds().isEmpty())
                .toList();
    }

    @Override
    public List<Item> items() {
        return ranking.items();
    }

    @Override
    public List<String> remarks() {
        return ranking.remarks();
    }
}
