package dev.tern.theme.leiden;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Relation;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.theme.Theme;
import dev.tern.theme.Themes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import nl.cwts.networkanalysis.Clustering;
import nl.cwts.networkanalysis.Network;

/** A search for themes in a view. Not thread-safe. */
final class ThemeSearch {
    private static final int PAGE = 500;
    private static final int ID_DIGITS = 12;
    private static final int MIN_CHARACTERS = 40;
    private static final int MAX_CHARACTERS = 400;
    private static final int MAX_NAME_CHARACTERS = 60;

    private final GraphView view;
    private final long seed;
    private final ThemesListener listener;

    ThemeSearch(GraphView view, long seed, ThemesListener listener) {
        this.view = view;
        this.seed = seed;
        this.listener = listener;
    }

    Themes find(Optional<Themes> former, Instant now) {
        long relations = view.statistics().relations();
        StatementScan scan = new StatementScan(relations, listener);
        view.scan(scan);
        StatementGraph graph = StatementGraph.of(scan);
        Network network = graph.network();
        Clustering begin = former.map(themes -> EarlierThemes.of(themes, graph, network))
                .orElseGet(() -> singletons(graph.entities()));
        Communities communities = Communities.of(network, begin, seed, listener);
        listener.progress(ThemesListener.SearchStep.NAMING, 0, 1);
        List<FoundCommunity> found = new ArrayList<>();
        int firsts = Arrays.stream(communities.first()).max().orElse(Communities.NONE) + 1;
        found.addAll(communities(graph, network, communities.first(), new int[firsts]));
        found.addAll(communities(graph, network, communities.second(), communities.parents()));
        List<Theme> themes = themes(found, firsts, communities.parents());
        return new Themes(
                now,
                relations,
                graph.entities(),
                former.map(before -> EarlierThemes.kept(before, themes)).orElse(themes));
    }

    static Clustering singletons(int count) {
        Clustering clustering = new Clustering(count);
        clustering.initSingletonClusters();
        return clustering;
    }

    /**
     * A community from which a theme can be made.
     *
     * @param central ids of its most central entities, best first
     * @param typical keys of its most typical statements, best first
     */
    private record FoundCommunity(List<String> central, List<String> typical, int entities, int statements) {}

    private static List<FoundCommunity> communities(
            StatementGraph graph, Network network, int[] level, int[] communities) {
        CommunityContents contents = new CommunityContents(graph, network, level, communities.length);
        List<List<Integer>> central = contents.central(2 * Theme.MAX_NAMES);
        return IntStream.range(0, communities.length)
                .mapToObj(community -> new FoundCommunity(
                        central.get(community).stream().map(graph::id).toList(),
                        contents.typical(community).stream().map(graph::key).toList(),
                        contents.entities(community),
                        contents.statements(community)))
                .toList();
    }

    /** Returns the themes of communities: each first-level theme is followed by its parts. */
    private List<Theme> themes(List<FoundCommunity> found, int firsts, int[] parents) {
        Map<String, String> names = lookUp(
                found.stream().flatMap(one -> one.central().stream()).toList(),
                page -> view.entities(page).stream().map(Embedded::value).toList(),
                Entity::id,
                Entity::name);
        Map<String, Relation> relations = lookUp(
                found.stream().flatMap(one -> one.typical().stream()).toList(),
                page -> view.relations(RelationsBy.KEY, page).stream()
                        .map(Embedded::value)
                        .toList(),
                Relation::key,
                relation -> relation);
        List<Theme> themes = new ArrayList<>();
        for (int first = 0; first < firsts; first++) {
            Optional<Theme> parent = theme(found.get(first), Optional.empty(), names, relations);
            if (parent.isEmpty()) {
                continue;
            }
            themes.add(parent.get());
            Optional<String> id = Optional.of(parent.get().id());
            for (int part = 0; part < parents.length; part++) {
                if (parents[part] == first) {
                    theme(found.get(firsts + part), id, names, relations).ifPresent(themes::add);
                }
            }
        }
        return themes;
    }

    private <T, V> Map<String, V> lookUp(
            Collection<String> wanted,
            Function<List<String>, List<T>> page,
            Function<T, String> key,
            Function<T, V> value) {
        List<String> ids = List.copyOf(new LinkedHashSet<>(wanted));
        Map<String, V> all = new HashMap<>();
        for (int from = 0; from < ids.size(); from += PAGE) {
            StatementScan.requireUninterrupted();
            page.apply(ids.subList(from, Math.min(from + PAGE, ids.size())))
                    .forEach(one -> all.put(key.apply(one), value.apply(one)));
        }
        return all;
    }

    /**
     * Returns the theme of a community; empty if no central entity has a name of at most {@value
     * #MAX_NAME_CHARACTERS} characters, or if all its typical statements only list names.
     * Statements of a readable length come first.
     */
    private static Optional<Theme> theme(
            FoundCommunity foundCommunity,
            Optional<String> parent,
            Map<String, String> names,
            Map<String, Relation> relations) {
        List<String> shown = foundCommunity.central().stream()
                .filter(names::containsKey)
                .map(names::get)
                .filter(name -> name.length() <= MAX_NAME_CHARACTERS)
                .limit(Theme.MAX_NAMES)
                .toList();
        List<Relation> chosen = foundCommunity.typical().stream()
                .filter(relations::containsKey)
                .map(relations::get)
                .filter(relation -> !relation.namesOnly())
                .toList();
        Set<String> keys = chosen.stream()
                .filter(ThemeSearch::isReadable)
                .map(Relation::key)
                .limit(Theme.MAX_RELATIONS)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        chosen.stream()
                .map(Relation::key)
                .limit(Theme.MAX_RELATIONS - keys.size())
                .forEach(keys::add);
        if (shown.isEmpty() || keys.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Theme(
                id(parent, foundCommunity.central()),
                parent,
                shown,
                List.copyOf(keys),
                foundCommunity.entities(),
                foundCommunity.statements()));
    }

    private static boolean isReadable(Relation relation) {
        return relation.text().length() >= MIN_CHARACTERS && relation.text().length() <= MAX_CHARACTERS;
    }

    private static String id(Optional<String> parent, List<String> central) {
        List<String> parts = new ArrayList<>(List.of("theme", parent.orElse("")));
        parts.addAll(central);
        return ContentId.ofNote(parts).substring(0, ID_DIGITS);
    }
}
