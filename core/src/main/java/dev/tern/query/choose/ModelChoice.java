package dev.tern.query.choose;

import dev.tern.graph.Relation;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import java.util.ArrayList;
import java.util.List;

/**
 * The relations chosen by a chat model.
 *
 * @param relations the chosen relations, the most useful first; empty if none were chosen or no
 *     reply was usable
 * @param thought the model's reason; may be empty
 * @param plausible false if the numbers look random
 * @param remarks remarks on candidates left out of the prompt, on the replies and on the choice
 */
public record ModelChoice(List<Relation> relations, String thought, boolean plausible, List<String> remarks)
        implements TracedResult {
    /** The choice without a model. */
    public static final ModelChoice NONE = new ModelChoice(List.of(), "", true, List.of());

    public ModelChoice {
        relations = List.copyOf(relations);
        remarks = List.copyOf(remarks);
    }

    /** Returns the relations to follow, the most useful first; empty to keep the local order. */
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
