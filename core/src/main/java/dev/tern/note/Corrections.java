package dev.tern.note;

import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Relation.Mention;
import dev.tern.graph.Statement;
import dev.tern.note.Edit.Pin;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Weight;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.settings.SourcePattern;
import dev.tern.settings.Trust;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the edits of a graph that hold come to: of two that contradict each other the later one counts, by when they were made. Worked
 * out once, and looked things up in by every question. Immutable.
 */
public final class Corrections {
    private final Set<String> entityIds = new HashSet<>();
    private final Set<String> entityKeys = new HashSet<>();
    private final Set<String> relationKeys = new HashSet<>();
    private final Set<String> relationTexts = new HashSet<>();
    private final Set<String> passageIds = new HashSet<>();
    /** By the id of the entity, the latest last. */
    private final LinkedHashMap<String, Edit> renames = new LinkedHashMap<>();

    private final Map<SourcePattern, Edit> weights = new LinkedHashMap<>();
    private final List<Pin> pins = new ArrayList<>();
    private final EntitySplits splits;

    Corrections(Collection<Edit> edits) {
        List<Edit> inOrder = edits.stream()
                .filter(Edit::holds)
                .sorted(Comparator.comparing(edit -> edit.made().at()))
                .toList();
        inOrder.forEach(this::take);
        splits = new EntitySplits(inOrder);
    }

    private void take(Edit edit) {
        switch (edit.change()) {
            case WrongEntity(String name) -> {
                entityIds.add(ContentId.ofEntity(name));
                entityKeys.add(EntityName.normalise(name));
            }
            case WrongRelation(String key, String text) -> {
                relationKeys.add(key);
                relationTexts.add(EntityName.normalise(text));
            }
            case WrongPassage wrong -> passageIds.add(wrong.id());
            case Rename(String entity, String name) -> renames.putLast(ContentId.ofEntity(entity), edit);
            case Weight(Trust rule) -> weights.put(rule.source(), edit);
            case Pin pin -> pins.addFirst(pin);
            case Edit.Merge merge -> {}
            case Edit.Split split -> {}
            case Edit.Missing missing -> {}
        }
    }

    /** The names that are two things. */
    public EntitySplits splits() {
        return splits;
    }

    /** Whether nothing that is looked up in the graph is left out or has another name. */
    public boolean changeNothingRead() {
        return !changeRelations() && renames.isEmpty() && splits.isEmpty();
    }

    /** The ids of the entities that are no names. */
    public Set<String> wrongEntities() {
        return entityIds;
    }

    /** The ids of the passages that answer no question. */
    public Set<String> wrongPassages() {
        return passageIds;
    }

    /** Whether the relation of a key was said to be wrong. */
    public boolean isWrong(String relationKey) {
        return relationKeys.contains(relationKey);
    }

    /** Whether relations may be left out. */
    public boolean changeRelations() {
        return !(entityIds.isEmpty() && relationKeys.isEmpty() && passageIds.isEmpty());
    }

    /** The name that an entity is shown under, if it was renamed. */
    public Optional<String> shownName(String entityId) {
        return Optional.ofNullable(renames.get(entityId)).map(edit -> ((Rename) edit.change()).name());
    }

    /** A name of its own of the entity that was given a name, the latest of several; empty if none was. */
    public Optional<String> entityNamed(String name) {
        String key = EntityName.normalise(name);
        return renames.values().stream()
                .map(edit -> (Rename) edit.change())
                .filter(rename -> EntityName.normalise(rename.name()).equals(key))
                .reduce((earlier, later) -> later)
                .map(Rename::entity);
    }

    /** What is left of a relation: its mentions in passages that are not wrong, of the entities that they say it of and that are names. */
    public Optional<Relation> corrected(Relation relation) {
        if (isWrong(relation.key())) {
            return Optional.empty();
        }
        List<Mention> left = relation.mentions().stream()
                .filter(mention -> !passageIds.contains(mention.passageId()))
                .toList();
        if (left.isEmpty()) {
            return Optional.empty();
        }
        Relation stated = left.size() == relation.mentions().size()
                ? relation
                : new Relation(relation.key(), relation.text(), relation.entityIds(), left);
        Relation said = splits.said(stated);
        return entityIds.isEmpty() ? Optional.of(said) : said.without(entityIds);
    }

    /** What is left of a passage: all of it but statements, which are of the entities that its document says them of. */
    public Passage corrected(Passage passage) {
        Map<String, String> names = splits.names(passage.documentId());
        if (entityKeys.isEmpty() && relationKeys.isEmpty() && names.isEmpty()) {
            return passage;
        }
        // The key of a wrong relation is made of the entities that the passage names.
        List<Statement> left = passage.statements().stream()
                .filter(statement -> !isWrong(statement))
                .map(statement -> statement.withEntities(names))
                .flatMap(statement -> statement.without(entityKeys).stream())
                .toList();
        return left.equals(passage.statements()) ? passage : passage.with(left, passage.extraction());
    }

    /** Texts are compared first: keys are hashes, and a question reads thousands of statements. */
    private boolean isWrong(Statement statement) {
        return !relationTexts.isEmpty()
                && relationTexts.contains(EntityName.normalise(statement.text()))
                && relationKeys.contains(statement.relationKey());
    }

    /** What comes first, for which names; the latest first. */
    public List<Pin> pins() {
        return List.copyOf(pins);
    }

    /** How far sources are trusted. */
    public List<Trust> weights() {
        return weights.values().stream()
                .map(edit -> ((Weight) edit.change()).rule())
                .toList();
    }

    /**
     * The aliases with the new name of each renamed entity: added to the alias that the entity has, or in a new alias of its old and its
     * new name.
     *
     * @param aliases those that hold
     */
    List<Alias> withNewNames(List<Alias> aliases) {
        List<Alias> all = new ArrayList<>(aliases);
        Map<String, List<Integer>> places = new HashMap<>();
        for (int i = 0; i < aliases.size(); i++) {
            for (String key : aliases.get(i).keys()) {
                places.computeIfAbsent(key, absent -> new ArrayList<>()).add(i);
            }
        }
        for (Edit edit : renames.values()) {
            Rename rename = (Rename) edit.change();
            String key = EntityName.normalise(rename.entity());
            if (key.equals(EntityName.normalise(rename.name()))) {
                continue;
            }
            for (int place : places.getOrDefault(key, List.of())) {
                Alias alias = all.get(place);
                List<String> names = new ArrayList<>(alias.names());
                names.add(rename.name());
                all.set(place, new Alias(alias.id(), names, alias.made(), alias.undone()));
            }
            if (!places.containsKey(key)) {
                all.add(new Alias(edit.id(), List.of(rename.entity(), rename.name()), edit.made(), Optional.empty()));
            }
        }
        return all;
    }

    /**
     * The edit that counts in place of another, by the ids of those that hold and do not count: a later one of the same entity, source or document.
     */
    public Map<String, Edit> overruled(Collection<Edit> edits) {
        Map<String, Edit> overruled = new HashMap<>();
        for (Edit edit : edits) {
            Edit counting = switch (edit.change()) {
                case Rename(String entity, String name) -> renames.getOrDefault(ContentId.ofEntity(entity), edit);
                case Weight(Trust rule) -> weights.getOrDefault(rule.source(), edit);
                case Edit.Split split -> splits.counting(edit).orElse(edit);
                default -> edit;
            };
            if (edit.holds() && !counting.id().equals(edit.id())) {
                overruled.put(edit.id(), counting);
            }
        }
        return overruled;
    }
}
