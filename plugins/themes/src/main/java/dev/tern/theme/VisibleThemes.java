package dev.tern.theme;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.NameDoubt;
import dev.tern.graph.Relation;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.Round;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Narrows themes to the names and relations that a view contains. Themes come from the whole graph,
 * but a reader of a part must not see the names, sentences or sizes of other parts. Themes without
 * a visible name or a visible relation are left out.
 */
public final class VisibleThemes {
    /** The maximum number of rows of a look-up. */
    private static final int PAGE = 500;

    private VisibleThemes() {}

    /**
     * A theme as a reader sees it.
     *
     * @param theme the theme with its visible names, at least one, as spelled in the view; only
     *     {@linkplain NameDoubt#isMain main names} if there are any. Its sizes and relation keys
     *     describe the whole graph, so they are not for readers of a part
     * @param entityIds the ids of all its visible central entities
     * @param relations the visible ones of its most typical relations, with vectors; at least one
     */
    public record VisibleTheme(Theme theme, List<String> entityIds, List<Embedded<Relation>> relations) {
        public VisibleTheme {
            entityIds = List.copyOf(entityIds);
            relations = List.copyOf(relations);
        }
    }

    /**
     * Returns the visible ones of the given themes, in the given order.
     *
     * @throws dev.tern.error.TernException if the store fails
     */
    public static List<VisibleTheme> in(GraphView view, Collection<Theme> themes) {
        Set<String> keys = new LinkedHashSet<>();
        Set<String> ids = new LinkedHashSet<>();
        themes.forEach(theme -> {
            keys.addAll(theme.relations());
            theme.names().forEach(name -> ids.add(ContentId.ofEntity(name)));
        });
        Round round = view.round();
        List<Round.Reply<List<Embedded<Relation>>>> relations = pages(keys).stream()
                .map(page -> round.ask(graph -> graph.relations(RelationsBy.KEY, page)))
                .toList();
        List<Round.Reply<List<Embedded<Entity>>>> entities = pages(ids).stream()
                .map(page -> round.ask(graph -> graph.entities(page)))
                .toList();
        round.await();
        Map<String, Embedded<Relation>> byKey = new HashMap<>();
        relations.forEach(
                page -> page.get().forEach(one -> byKey.put(one.value().key(), one)));
        Map<String, String> nameOfId = new HashMap<>();
        entities.forEach(page -> page.get()
                .forEach(one -> nameOfId.put(one.value().id(), one.value().name())));
        return themes.stream()
                .flatMap(theme -> visible(theme, byKey, nameOfId).stream())
                .toList();
    }

    private static List<List<String>> pages(Set<String> all) {
        List<String> ordered = List.copyOf(all);
        List<List<String>> pages = new ArrayList<>();
        for (int from = 0; from < ordered.size(); from += PAGE) {
            pages.add(ordered.subList(from, Math.min(from + PAGE, ordered.size())));
        }
        return pages;
    }

    private static Optional<VisibleTheme> visible(
            Theme theme, Map<String, Embedded<Relation>> byKey, Map<String, String> nameOfId) {
        List<Embedded<Relation>> relations = theme.relations().stream()
                .filter(byKey::containsKey)
                .map(byKey::get)
                .toList();
        Map<String, String> names = new LinkedHashMap<>();
        for (String name : theme.names()) {
            String id = ContentId.ofEntity(name);
            Optional.ofNullable(nameOfId.get(id)).ifPresent(shown -> names.put(id, shown));
        }
        List<String> mainNames =
                names.values().stream().filter(NameDoubt::isMain).toList();
        return relations.isEmpty() || names.isEmpty()
                ? Optional.empty()
                : Optional.of(new VisibleTheme(
                        new Theme(
                                theme.id(),
                                theme.parent(),
                                mainNames.isEmpty() ? List.copyOf(names.values()) : mainNames,
                                theme.relations(),
                                theme.entities(),
                                theme.statements()),
                        List.copyOf(names.keySet()),
                        relations));
    }
}
