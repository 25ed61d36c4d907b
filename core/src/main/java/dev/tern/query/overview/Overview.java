package dev.tern.query.overview;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.rank.Ranking;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.Round;
import dev.tern.theme.SeenThemes;
import dev.tern.theme.SeenThemes.Seen;
import dev.tern.theme.Theme;
import dev.tern.theme.Themes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks at a graph by its themes.
 *
 * <p>A theme is as near to a question as the relations that tell most of it, the nearest {@value #BEST} of them. Of themes with one
 * parent no more than {@value #OF_ONE_PARENT} are taken, so that a question about the whole is answered from more than one corner
 * of it. The passages of a theme are those of the relations around its central entities that are nearest to the question.
 *
 * <p>These passages and those that a walk from the question found take turns: a question that names nothing finds little by a walk,
 * and one that names something finds little by its themes. For one thread.
 */
public final class Overview {
    private static final int THEMES = 8;
    private static final int BEST = 3;
    private static final int OF_ONE_PARENT = 3;
    private static final int RELATIONS_OF_ONE = 16;

    private final GraphView graph;
    private final float[] asked;

    /**
     * An overview for one question.
     *
     * @param graph what the question may see
     * @param asked the vector of the question
     */
    public Overview(GraphView graph, float[] asked) {
        this.graph = graph;
        this.asked = asked;
    }

    /** The themes nearest to the question, the finest of those that may be seen. */
    public NearThemes nearest(Themes themes) {
        List<Scored<Seen>> near = new ArrayList<>();
        SeenThemes.in(graph, themes.finest()).forEach(seen -> near.add(new Scored<>(seen, nearness(seen))));
        near.sort(Scored.bestFirst(seen -> seen.theme().id()));
        Map<String, Integer> ofParent = new HashMap<>();
        List<Scored<Seen>> taken = new ArrayList<>();
        for (Scored<Seen> one : near) {
            Theme theme = one.value().theme();
            int siblings = ofParent.merge(theme.parent().orElse(theme.id()), 1, Integer::sum);
            if (taken.size() < THEMES && siblings <= OF_ONE_PARENT) {
                taken.add(one);
            }
        }
        return new NearThemes(
                taken,
                near.isEmpty()
                        ? List.of("no theme of the graph may be seen here; the passages are those of a walk")
                        : List.of());
    }

    private double nearness(Seen seen) {
        return seen.relations().stream()
                .mapToDouble(relation -> relation.cosine(asked))
                .map(cosine -> -cosine)
                .sorted()
                .limit(BEST)
                .map(cosine -> -cosine)
                .average()
                .orElse(0);
    }

    /**
     * The passages of themes, each theme's first before any second, in turn with those of a walk.
     *
     * @param walked what a walk from the question found
     */
    public SpreadPassages spread(NearThemes near, Ranking walked) {
        Round round = graph.round();
        List<Round.Reply<List<Scored<Relation>>>> replies = near.themes().stream()
                .map(one -> ids(one.value().theme()))
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
        List<FoundTheme> themes = new ArrayList<>();
        for (int i = 0; i < lists.size(); i++) {
            themes.add(new FoundTheme(
                    near.themes().get(i).value().theme(),
                    near.themes().get(i).score(),
                    lists.get(i).stream().map(passage -> passage.value().id()).toList()));
        }
        return new SpreadPassages(
                new Ranking(inTurn(walked.passages(), turns(lists)), walked.relations(), walked.notes()),
                relations.values().stream()
                        .filter(relation -> !relation.value().namesOnly())
                        .sorted(Scored.bestFirst(Relation::key))
                        .toList(),
                themes);
    }

    private static List<String> ids(Theme theme) {
        return theme.names().stream().map(ContentId::ofEntity).toList();
    }

    /** The passages of relations, by the nearness of both to the question. */
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

    /** The first of every list, the best of them first, then the second of every list, and so on. */
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

    private static List<Scored<Passage>> inTurn(List<Scored<Passage>> walked, List<Scored<Passage>> spread) {
        Map<String, Passage> order = new LinkedHashMap<>();
        for (int place = 0; place < Math.max(walked.size(), spread.size()); place++) {
            if (place < walked.size()) {
                order.putIfAbsent(walked.get(place).value().id(), walked.get(place).value());
            }
            if (place < spread.size()) {
                order.putIfAbsent(spread.get(place).value().id(), spread.get(place).value());
            }
        }
        List<Scored<Passage>> scored = new ArrayList<>();
        order.values().forEach(passage -> scored.add(new Scored<>(passage, 1.0 / (1 + scored.size()))));
        return scored;
    }
}
