package dev.tern.theme;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.overview.NearTheme;
import dev.tern.query.overview.PassageSpreader;
import dev.tern.query.overview.SpreadPassages;
import dev.tern.query.rank.Ranking;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.Round;
import dev.tern.theme.VisibleThemes.VisibleTheme;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds passages for a question by the themes of a graph. Not thread-safe.
 *
 * <p>The score of a theme is the mean of the {@value #BEST} highest similarities of its visible
 * typical relations to the question. Among the relations of its central entities, the nearest to
 * the question yield its passages.
 *
 * <p>A question that names an entity is about a part of the graph: every third passage comes from
 * the {@value #THEMES} nearest themes of the finest level, the others from the graph walk. Other
 * questions may be about the whole graph: every second passage comes from the {@value #THEMES}
 * nearest themes of the finest level, at most one from each of the {@value #MAX_THEMES} first-level
 * themes with the most statements.
 */
final class ThemeOverview implements PassageSpreader.OverviewSteps {
    private static final int THEMES = 8;
    private static final int BEST = 3;
    private static final int MAX_THEMES = 16;
    private static final int RELATIONS_OF_ONE = 16;

    /** The number of walk passages before each theme passage, if the question names an entity. */
    private static final int RANKED_PER_THEME = 2;

    private final GraphView graph;
    private final Themes themes;
    private final float[] asked;
    private final boolean ofTheWhole;
    private List<Scored<VisibleTheme>> nearThemes = List.of();

    /** The nearest themes in the trace. */
    private record NearThemes(List<Item> items, List<String> remarks) implements TracedResult {}

    /**
     * Creates an overview for one question.
     *
     * @param asked the vector of the question
     * @param ofTheWhole true if the question names no entity
     */
    ThemeOverview(GraphView graph, Themes themes, float[] asked, boolean ofTheWhole) {
        this.graph = graph;
        this.themes = themes;
        this.asked = asked;
        this.ofTheWhole = ofTheWhole;
    }

    /** Chooses the themes for {@link #spread}, at most {@value #THEMES}, and returns them. */
    @Override
    public TracedResult nearest() {
        List<Scored<VisibleTheme>> all = new ArrayList<>();
        VisibleThemes.in(graph, themes.finest())
                .forEach(visibleTheme -> all.add(new Scored<>(visibleTheme, nearness(visibleTheme))));
        all.sort(Scored.bestFirst(visibleTheme -> visibleTheme.theme().id()));
        nearThemes = (ofTheWhole ? ofLargest(all) : all).stream().limit(THEMES).toList();
        List<Item> items = nearThemes.stream()
                .map(one -> found(one, List.of()))
                .map(found -> Item.theme(found.id(), found.title(), found.score()))
                .toList();
        return new NearThemes(
                items,
                all.isEmpty()
                        ? List.of("no theme of the graph is visible here; the passages come from a walk")
                        : List.of());
    }

    private static NearTheme found(Scored<VisibleTheme> near, List<String> passageIds) {
        Theme theme = near.value().theme();
        return new NearTheme(theme.id(), theme.names(), near.score(), passageIds);
    }

    /** Returns the nearest theme within each of the largest first-level themes. */
    private List<Scored<VisibleTheme>> ofLargest(List<Scored<VisibleTheme>> all) {
        Set<String> largest = themes.first().stream()
                .sorted(Comparator.comparingInt(theme -> -theme.statements()))
                .limit(MAX_THEMES)
                .map(Theme::id)
                .collect(Collectors.toSet());
        Set<String> taken = new HashSet<>();
        return all.stream()
                .filter(one -> {
                    Theme theme = one.value().theme();
                    String first = theme.parent().orElse(theme.id());
                    return largest.contains(first) && taken.add(first);
                })
                .toList();
    }

    private double nearness(VisibleTheme visibleTheme) {
        return visibleTheme.relations().stream()
                .mapToDouble(relation -> relation.cosine(asked))
                .map(cosine -> -cosine)
                .sorted()
                .limit(BEST)
                .map(cosine -> -cosine)
                .average()
                .orElse(0);
    }

    /**
     * Interleaves the passages of the nearest themes, round-robin, with the passages of the walk.
     *
     * @param walked the passages of the walk
     */
    @Override
    public SpreadPassages spread(Ranking walked) {
        Round round = graph.round();
        List<Round.Reply<List<Scored<Relation>>>> replies = nearThemes.stream()
                .map(one -> one.value().entityIds())
                .map(ids -> round.ask(view -> view.relationsTouching(ids, asked, RELATIONS_OF_ONE)))
                .toList();
        round.await();
        Map<String, Scored<Relation>> relations = new LinkedHashMap<>();
        List<List<Scored<Relation>>> ofTheme = new ArrayList<>();
        Set<String> passageIds = new LinkedHashSet<>();
        for (Round.Reply<List<Scored<Relation>>> reply : replies) {
            ofTheme.add(reply.get());
            for (Scored<Relation> relation : reply.get()) {
                relations.putIfAbsent(relation.value().key(), relation);
                passageIds.add(relation.value().mentions().getFirst().passageId());
            }
        }
        Map<String, Embedded<Passage>> passages = new HashMap<>();
        graph.passages(PassagesBy.ID, passageIds)
                .forEach(passage -> passages.put(passage.value().id(), passage));
        List<List<Scored<Passage>>> lists =
                ofTheme.stream().map(one -> passages(one, passages)).toList();
        List<NearTheme> found = new ArrayList<>();
        for (int i = 0; i < lists.size(); i++) {
            found.add(found(
                    nearThemes.get(i),
                    lists.get(i).stream().map(passage -> passage.value().id()).toList()));
        }
        return new SpreadPassages(
                new Ranking(inTurn(walked.passages(), turns(lists)), walked.relations(), walked.remarks()),
                relations.values().stream()
                        .filter(relation -> !relation.value().namesOnly())
                        .sorted(Scored.bestFirst(Relation::key))
                        .toList(),
                found);
    }

    /** Returns each relation's first passage; the score is the mean of both similarities. */
    private List<Scored<Passage>> passages(List<Scored<Relation>> relations, Map<String, Embedded<Passage>> passages) {
        Map<String, Scored<Passage>> scored = new LinkedHashMap<>();
        for (Scored<Relation> relation : relations) {
            Embedded<Passage> passage =
                    passages.get(relation.value().mentions().getFirst().passageId());
            if (passage != null) {
                scored.putIfAbsent(
                        passage.value().id(),
                        new Scored<>(passage.value(), (relation.score() + passage.cosine(asked)) / 2));
            }
        }
        return scored.values().stream().sorted(Scored.bestFirst(Passage::id)).toList();
    }

    /** Merges lists by rank, best first within a rank; each passage occurs once. */
    private static List<Scored<Passage>> turns(List<List<Scored<Passage>>> lists) {
        List<Scored<Passage>> all = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        int longest = lists.stream().mapToInt(List::size).max().orElse(0);
        for (int place = 0; place < longest; place++) {
            int here = place;
            lists.stream()
                    .filter(list -> list.size() > here)
                    .map(list -> list.get(here))
                    .sorted(Comparator.comparingDouble(passage -> -passage.score()))
                    .filter(passage -> taken.add(passage.value().id()))
                    .forEach(all::add);
        }
        return all;
    }

    private List<Scored<Passage>> inTurn(List<Scored<Passage>> walked, List<Scored<Passage>> spread) {
        Map<String, Passage> order = new LinkedHashMap<>();
        Iterator<Scored<Passage>> first = walked.iterator();
        Iterator<Scored<Passage>> second = spread.iterator();
        while (first.hasNext() || second.hasNext()) {
            for (int turn = 0; turn < (ofTheWhole ? 1 : RANKED_PER_THEME) && first.hasNext(); turn++) {
                Passage passage = first.next().value();
                order.putIfAbsent(passage.id(), passage);
            }
            if (second.hasNext()) {
                Passage passage = second.next().value();
                order.putIfAbsent(passage.id(), passage);
            }
        }
        List<Scored<Passage>> scored = new ArrayList<>();
        order.values().forEach(passage -> scored.add(new Scored<>(passage, 1.0 / (1 + scored.size()))));
        return scored;
    }
}
