package dev.tern.query.choose;

import dev.tern.graph.Relation;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.Traced;
import java.util.ArrayList;
import java.util.List;

/**
 * Which relations a chat model chose.
 *
 * @param relations the chosen ones, the most useful first; empty if the model chose none or could not be understood
 * @param thought what the model thought; may be empty
 * @param plausible whether the choice can be one, and not numbers drawn by lot
 * @param notes what did not fit into the prompt, and why the local order is used if it is
 */
public record Choice(List<Relation> relations, String thought, boolean plausible, List<String> notes)
        implements Traced {
    /** Nothing was chosen, since no model was asked. */
    public static final Choice NONE = new Choice(List.of(), "", true, List.of());

    public Choice {
        relations = List.copyOf(relations);
        notes = List.copyOf(notes);
    }

    /** The relations to follow, the most useful first; where there are none, the local order is used. */
    public List<Relation> followed() {
        return plausible ? relations : List.of();
    }

    @Override
    public List<Item> items() {
        List<Item> items = new ArrayList<>(Item.numbered(relations));
        if (!thought.isEmpty()) {
            items.add(Item.of(Item.Kind.THOUGHT, thought));
        }
        return items;
    }
}
