package dev.tern.theme.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.server.api.LookupEndpoints.RelationJson;
import dev.tern.store.GraphStatistics;
import dev.tern.theme.Themes;
import dev.tern.theme.VisibleThemes.VisibleTheme;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a graph's visible themes.
 *
 * @param found the time of the search; left out if themes were never searched
 * @param added the relations added to the graph since then, negative if it has fewer; left out if
 *     only a part of the graph is visible, or themes were never searched
 * @param themes first-level themes by descending number of entities, each followed by its parts
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ThemesJson(@Nullable String found, @Nullable Long added, List<ThemeJson> themes) {
    /**
     * The visible part of a theme.
     *
     * @param parent the id of the theme that contains it; left out on the first level
     * @param names the visible names of its central entities, the most central first; only main
     *     names, if there are any
     * @param entityIds the ids of these entities, in the same order
     * @param entities the number of its entities; left out if only a part of the graph is visible
     * @param statements the number of its relations; left out in the same case
     * @param relations the visible ones of its most typical relations
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ThemeJson(
            String id,
            @Nullable String parent,
            List<String> names,
            List<String> entityIds,
            @Nullable Integer entities,
            @Nullable Integer statements,
            List<RelationJson> relations) {}

    /**
     * Returns the JSON form.
     *
     * @param seen the visible themes to list
     * @param whole the statistics of the graph; null if only a part is visible, and then counts are
     *     left out
     */
    static ThemesJson of(Optional<Themes> themes, List<VisibleTheme> seen, @Nullable GraphStatistics whole) {
        return new ThemesJson(
                themes.map(one -> one.foundAt().toString()).orElse(null),
                whole == null
                        ? null
                        : themes.map(one -> whole.relations() - one.relations()).orElse(null),
                seen.stream()
                        .map(one -> new ThemeJson(
                                one.theme().id(),
                                one.theme().parent().orElse(null),
                                one.theme().names(),
                                one.theme().names().stream()
                                        .map(ContentId::ofEntity)
                                        .toList(),
                                whole == null ? null : one.theme().entities(),
                                whole == null ? null : one.theme().statements(),
                                one.relations().stream()
                                        .map(Embedded::value)
                                        .map(RelationJson::of)
                                        .toList()))
                        .toList());
    }
}
