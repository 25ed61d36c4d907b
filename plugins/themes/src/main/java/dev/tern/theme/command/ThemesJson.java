package dev.tern.theme.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.graph.Embedded;
import dev.tern.server.api.Lookups.RelationJson;
import dev.tern.store.GraphStatistics;
import dev.tern.theme.SeenThemes.Seen;
import dev.tern.theme.Themes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The themes of a graph as programs see them, as far as they may.
 *
 * @param found when they were found; left out if they were never looked for
 * @param added how many relations more the graph has now than it had then, less than 0 if it has fewer; left out
 *     where only a part of the graph may be seen
 * @param themes those of the first level, the largest first, each followed by its parts
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ThemesJson(@Nullable String found, @Nullable Long added, List<ThemeJson> themes) {
    /**
     * A theme as far as it may be seen.
     *
     * @param id its id
     * @param parent the theme that it is a part of; left out on the first level
     * @param names of its central entities, the most central first
     * @param entityIds the ids of these entities, in the same order
     * @param entities how many entities it has; left out where only a part of the graph may be seen
     * @param statements how many relations are between them; left out there too
     * @param relations those that tell most of it
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

    /** Themes for programs; counts of the graph are null where only a part of it may be seen. */
    static ThemesJson of(Optional<Themes> themes, List<Seen> seen, @Nullable GraphStatistics whole) {
        return new ThemesJson(
                themes.map(one -> one.found().toString()).orElse(null),
                whole == null
                        ? null
                        : themes.map(one -> whole.relations() - one.relations()).orElse(null),
                seen.stream()
                        .map(one -> new ThemeJson(
                                one.theme().id(),
                                one.theme().parent().orElse(null),
                                one.theme().names(),
                                one.entityIds(),
                                whole == null ? null : one.theme().entities(),
                                whole == null ? null : one.theme().statements(),
                                one.relations().stream()
                                        .map(Embedded::value)
                                        .map(RelationJson::of)
                                        .toList()))
                        .toList());
    }
}
