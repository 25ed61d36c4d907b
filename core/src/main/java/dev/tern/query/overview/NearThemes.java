package dev.tern.query.overview;

import dev.tern.graph.Scored;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.Traced;
import dev.tern.theme.SeenThemes.Seen;
import java.util.List;

/**
 * The themes nearest to a question.
 *
 * @param themes the nearest first
 * @param notes what a reader of the trace should know
 */
public record NearThemes(List<Scored<Seen>> themes, List<String> notes) implements Traced {
    /** Copies the lists, so that the record is immutable. */
    public NearThemes {
        themes = List.copyOf(themes);
        notes = List.copyOf(notes);
    }

    @Override
    public List<Item> items() {
        return themes.stream()
                .map(one -> new FoundTheme(one.value().theme(), one.score(), List.of()))
                .map(one -> Item.theme(one.theme().id(), one.title(), one.score()))
                .toList();
    }
}
