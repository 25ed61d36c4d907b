package dev.tern.note;

import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which entities are one thing, by the aliases of a graph.
 *
 * <p>The names of an alias are a group, and the names of a group act as one node. Groups that share a name are joined only where
 * every name of the one was said to be the same as every name of the other; a name of several groups otherwise is ambiguous: it
 * stays a node of its own, and may mean any of the groups, each with the same weight.
 *
 * <pre>
 *   {Collins, Mr. Collins}  {Collins, Mrs. Collins}            Collins may be either, with weight 1/2 each
 *   {A, B}  {B, C}  {A, C}                                     one group {A, B, C}: all of it was said
 * </pre>
 *
 * <p>Entities are named by their ids, as everywhere in a walk; an entity of no group is its own thing. Immutable.
 */
public final class AliasGroups {
    /** Every name is a thing of its own. */
    public static final AliasGroups NONE = new AliasGroups(List.of());

    private final Map<String, Group> groupOfSure = new HashMap<>();
    private final Map<String, List<Group>> groupsOfAmbiguous = new LinkedHashMap<>();

    /** The names of one thing: those that are sure by id, the first of them its node, and all in every spelling. */
    private record Group(List<String> sure, Map<String, String> spellings) {
        /** The node of the thing, or where no name is sure all but the one that is ambiguous. */
        List<String> nodesBeside(String ambiguousId) {
            return sure.isEmpty()
                    ? spellings.keySet().stream()
                            .map(ContentId::ofEntity)
                            .filter(id -> !id.equals(ambiguousId))
                            .toList()
                    : List.of(sure.getFirst());
        }

        String shownBeside(String key) {
            return spellings.entrySet().stream()
                    .filter(name -> !name.getKey().equals(key))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(key);
        }
    }

    /**
     * What an entity may be.
     *
     * @param id of the node of the thing
     * @param weight above 0 and at most 1
     */
    public record Meaning(String id, double weight) {}

    private AliasGroups(Collection<Map<String, String>> groups) {
        Set<String> keys = new HashSet<>();
        Set<String> shared = new HashSet<>();
        groups.forEach(
                group -> group.keySet().stream().filter(key -> !keys.add(key)).forEach(shared::add));
        for (Map<String, String> group : groups) {
            Group whole = new Group(
                    group.keySet().stream()
                            .filter(key -> !shared.contains(key))
                            .map(ContentId::ofEntity)
                            .toList(),
                    group);
            whole.sure().forEach(id -> groupOfSure.put(id, whole));
            group.keySet().stream()
                    .filter(shared::contains)
                    .forEach(key -> groupsOfAmbiguous
                            .computeIfAbsent(ContentId.ofEntity(key), absent -> new ArrayList<>())
                            .add(whole));
        }
    }

    /** The groups of some aliases. */
    static AliasGroups of(Collection<Alias> aliases) {
        return aliases.isEmpty() ? NONE : new AliasGroups(AliasJoining.join(aliases));
    }

    /** Whether every name is a thing of its own. */
    public boolean isEmpty() {
        return groupOfSure.isEmpty() && groupsOfAmbiguous.isEmpty();
    }

    /** The node that an entity belongs to: its own id, or that of the first sure name of its one group. */
    public String node(String entityId) {
        Group group = groupOfSure.get(entityId);
        return group == null ? entityId : group.sure().getFirst();
    }

    /** The nodes of some entities, each once. */
    public List<String> nodes(List<String> entityIds) {
        return isEmpty()
                ? entityIds
                : entityIds.stream().map(this::node).distinct().toList();
    }

    /** Some entities, each with all that belong to the same node behind it: whose relations are the relations of those nodes. */
    public List<String> members(Collection<String> entityIds) {
        Set<String> members = new LinkedHashSet<>();
        for (String id : entityIds) {
            Group group = groupOfSure.get(id);
            members.add(id);
            if (group != null) {
                members.addAll(group.sure());
            }
        }
        return List.copyOf(members);
    }

    /**
     * What an ambiguous name may be beside itself; nothing for any other. A group of which no name is sure has no node, and
     * each of its other names is as likely.
     */
    public List<Meaning> meanings(String entityId) {
        List<Group> groups = groupsOfAmbiguous.getOrDefault(entityId, List.of());
        Map<String, Double> weights = new LinkedHashMap<>();
        for (Group group : groups) {
            List<String> nodes = group.nodesBeside(entityId);
            nodes.forEach(id -> weights.merge(id, 1.0 / groups.size() / nodes.size(), Double::sum));
        }
        return weights.entrySet().stream()
                .map(entry -> new Meaning(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** The names under which the things are shown that an ambiguous name may be; none for any other. */
    public List<String> possible(String name) {
        return groupsOfAmbiguous.getOrDefault(ContentId.ofEntity(name), List.of()).stream()
                .map(group -> group.shownBeside(EntityName.normalise(name)))
                .toList();
    }

    /** The ambiguous names, by the ids of their entities. */
    public Set<String> ambiguous() {
        return groupsOfAmbiguous.keySet();
    }

    /** All names of the one group of a name, as they were written; none for an ambiguous name and for one of no group. */
    public Collection<String> spellings(String name) {
        Group group = groupOfSure.get(ContentId.ofEntity(name));
        return group == null ? List.of() : List.copyOf(group.spellings().values());
    }

    /** The other names that surely mean what a name means, normalised. */
    public Set<String> otherNames(String name) {
        String key = EntityName.normalise(name);
        Group group = groupOfSure.get(ContentId.ofEntity(key));
        if (group == null) {
            return Set.of();
        }
        Set<String> others = new LinkedHashSet<>();
        group.spellings().keySet().stream()
                .filter(other -> !other.equals(key) && groupOfSure.containsKey(ContentId.ofEntity(other)))
                .forEach(others::add);
        return others;
    }
}
