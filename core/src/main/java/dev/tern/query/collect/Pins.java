package dev.tern.query.collect;

import dev.tern.graph.Embedded;
import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.note.AliasGroups;
import dev.tern.note.Edit.Pin;
import dev.tern.note.Notes;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The passages that people put first for a question, in every mode alike.
 *
 * <p>A pin applies where its name, or another that an alias joins to it, stands in the question as whole words in whatever case, or is
 * one of the names that the question was given. Of several that apply the latest comes first. A pinned passage that was not found is
 * looked up, for one round trip; of a pinned document what was found comes first, in its order, and nothing is looked up. What a
 * question may not see is not there for a pin either. Trust moves nothing that is pinned, and the limit of a source counts it.
 */
public final class Pins {
    /** No passage is put first. */
    public static final Pins NONE = new Pins(List.of());

    private final List<Pin> applying;

    private Pins(List<Pin> applying) {
        this.applying = applying;
    }

    /**
     * The pins that apply to a question.
     *
     * @param given the names that it was given, if it was
     */
    public static Pins of(Notes notes, String question, Optional<List<String>> given) {
        List<Pin> pins = notes.corrections().pins();
        if (pins.isEmpty()) {
            return NONE;
        }
        String asked = EntityName.normalise(question);
        Set<String> names =
                given.orElse(List.of()).stream().map(EntityName::normalise).collect(Collectors.toSet());
        AliasGroups aliases = notes.groups();
        return new Pins(pins.stream()
                .filter(pin ->
                        keys(pin.name(), aliases).stream().anyMatch(key -> names.contains(key) || hasWords(asked, key)))
                .toList());
    }

    private static List<String> keys(String name, AliasGroups aliases) {
        List<String> keys = new ArrayList<>(List.of(EntityName.normalise(name)));
        keys.addAll(aliases.otherNames(name));
        return keys;
    }

    /** Whether a name stands in a text as whole words, both normalised. */
    static boolean hasWords(String text, String name) {
        for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
            if (isEdge(text, at) && isEdge(text, at + name.length())) {
                return true;
            }
        }
        return false;
    }

    /** Whether a word may begin or end at a place. */
    private static boolean isEdge(String text, int at) {
        return at == 0
                || at == text.length()
                || !isPartOfWord(text.codePointBefore(at))
                || !isPartOfWord(text.codePointAt(at));
    }

    private static boolean isPartOfWord(int c) {
        return Character.isLetterOrDigit(c) && !NameSpans.isUnspaced(c);
    }

    /** Whether more of the order has to be known than is collected: what was pinned may stand further behind. */
    public boolean reachFurther() {
        return !applying.isEmpty();
    }

    /**
     * The pinned passages, the latest pin first, each with a score that no passage of an order is above.
     *
     * @param order the passages that were found, best first
     * @param graph what the question may see
     * @param notes hears what comes first, in words
     */
    List<Scored<Passage>> first(List<Scored<Passage>> order, GraphView graph, Consumer<String> notes) {
        if (applying.isEmpty()) {
            return List.of();
        }
        Map<String, Passage> found = new LinkedHashMap<>();
        order.forEach(passage -> found.put(passage.value().id(), passage.value()));
        Map<String, Passage> known = new HashMap<>(found);
        lookedUp(found.keySet(), graph).forEach(passage -> known.put(passage.id(), passage));
        Map<String, Passage> pinned = new LinkedHashMap<>();
        for (Pin pin : applying) {
            if (pin.passage().isEmpty()) {
                found.values().stream()
                        .filter(passage -> passage.documentId().equals(pin.document()))
                        .forEach(passage -> pinned.putIfAbsent(passage.id(), passage));
            } else if (known.containsKey(pin.passage())) {
                pinned.putIfAbsent(pin.passage(), known.get(pin.passage()));
            }
        }
        if (!pinned.isEmpty()) {
            notes.accept(pinned.size() + (pinned.size() == 1 ? " passage comes" : " passages come")
                    + " first because people pinned what is asked about (tern edits list)");
        }
        double best = order.isEmpty() ? 0 : order.getFirst().score();
        return pinned.values().stream()
                .map(passage -> new Scored<>(passage, best))
                .toList();
    }

    private List<Passage> lookedUp(Set<String> found, GraphView graph) {
        List<String> ids = applying.stream()
                .map(Pin::passage)
                .filter(id -> !id.isEmpty() && !found.contains(id))
                .distinct()
                .toList();
        return ids.isEmpty()
                ? List.of()
                : graph.passages(PassagesBy.ID, ids).stream()
                        .map(Embedded::value)
                        .toList();
    }
}
