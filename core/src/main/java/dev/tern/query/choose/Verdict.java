package dev.tern.query.choose;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.Traced;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which passages a chat model named as needed.
 *
 * @param passages those it named, in the order of their use; empty if it named none or could not be understood
 * @param thought what the model thought; may be empty
 * @param plausible whether the order can be one, and not numbers drawn by lot
 * @param missing what the model misses besides
 * @param notes what did not fit into the prompt, and which order is used if not this one
 */
public record Verdict(List<Named> passages, String thought, boolean plausible, Missing missing, List<String> notes)
        implements Traced {
    /** No model was asked. */
    public static final Verdict NONE = none(List.of());

    /** The first passage of the former order keeps a place among this many. */
    private static final int FIRST = 5;

    /**
     * A passage under the number that the model saw.
     *
     * @param number from 1
     */
    public record Named(int number, Passage passage) {}

    /** No model was asked, and why. */
    static Verdict none(List<String> notes) {
        return new Verdict(List.of(), "", true, Missing.UNASKED, notes);
    }

    /** Copies the lists, so that the record is immutable. */
    public Verdict {
        passages = List.copyOf(passages);
        notes = List.copyOf(notes);
    }

    /**
     * An order with the named passages first, but for its own first, which stays among the first {@value #FIRST}; if none was
     * named that can be believed, the order as it was. Rules of trust come after it.
     *
     * @return with falling scores
     */
    public List<Scored<Passage>> order(List<Scored<Passage>> before) {
        if (passages.isEmpty() || !plausible) {
            return before;
        }
        Map<String, Integer> places = new HashMap<>();
        before.forEach(passage -> places.putIfAbsent(passage.value().id(), places.size()));
        Set<Integer> first = new LinkedHashSet<>();
        for (Named named : passages) {
            if (first.size() == FIRST - 1) {
                first.add(0);
            }
            Optional.ofNullable(places.get(named.passage().id())).ifPresent(first::add);
        }
        return PassageOrder.places(first, before);
    }

    /** This verdict, or an earlier one if this names nothing or cannot be believed. */
    public Verdict or(Verdict earlier) {
        return passages.isEmpty() || !plausible ? earlier : this;
    }

    @Override
    public List<Item> items() {
        List<Item> items = new ArrayList<>();
        passages.forEach(named -> items.add(Item.numbered(named.number(), named.passage())));
        if (!thought.isEmpty()) {
            items.add(Item.of(Item.Kind.THOUGHT, thought));
        }
        items.addAll(missing.items());
        return items;
    }
}
