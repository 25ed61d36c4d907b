package dev.tern.note;

import dev.tern.graph.ContentId;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Statement;
import dev.tern.note.Edit.Split;
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
 * Names that are two things: what some documents say of an entity is said of another one, which has a name of its own. Of two edits
 * about one entity and document the later counts. Immutable.
 *
 * <p>A relation is said of the new entity if all passages that state it are of those documents. Where others state it too it is
 * said of the old one, for both have the same words.
 */
public final class EntitySplits {
    /** By the id of the entity and of the document the edit that counts. */
    private final Map<String, Map<String, Edit>> byEntity = new LinkedHashMap<>();

    /** By the id of a new entity those of the ones that it was split from. */
    private final Map<String, Set<String>> origins = new HashMap<>();

    EntitySplits(Collection<Edit> edits) {
        for (Edit edit : edits) {
            if (edit.change() instanceof Split(String entity, String name, List<String> documents)) {
                String id = ContentId.ofEntity(entity);
                Map<String, Edit> byDocument = byEntity.computeIfAbsent(id, absent -> new LinkedHashMap<>());
                documents.forEach(document -> byDocument.put(document, edit));
                origins.computeIfAbsent(ContentId.ofEntity(name), absent -> new LinkedHashSet<>())
                        .add(id);
            }
        }
    }

    /** Whether no name is two things. */
    public boolean isEmpty() {
        return byEntity.isEmpty();
    }

    /** The ids of the entities that a new one was split from; none for any other. */
    public Set<String> origins(String entityId) {
        return origins.getOrDefault(entityId, Set.of());
    }

    /** Whether what is said of one of some entities may have been said of another. */
    public boolean concern(Collection<String> entityIds) {
        return entityIds.stream().anyMatch(id -> byEntity.containsKey(id) || origins.containsKey(id));
    }

    /** The new entities of an entity. */
    public List<Entity> parts(String entityId) {
        return byEntity.getOrDefault(entityId, Map.of()).values().stream()
                .map(edit -> Entity.named(name(edit)))
                .distinct()
                .toList();
    }

    private static String name(Edit edit) {
        return ((Split) edit.change()).name();
    }

    /** A relation of the entities that it is said of. */
    public Relation said(Relation relation) {
        Relation said = relation;
        for (String id : relation.entityIds()) {
            Map<String, Edit> byDocument = byEntity.getOrDefault(id, Map.of());
            List<Optional<String>> names = relation.mentions().stream()
                    .map(mention -> Optional.ofNullable(byDocument.get(mention.documentId()))
                            .map(EntitySplits::name))
                    .distinct()
                    .toList();
            if (names.size() == 1 && names.getFirst().isPresent()) {
                said = said.withEntity(id, names.getFirst().get());
            }
        }
        return said;
    }

    /** A passage whose statements are of the entities that they are said of. */
    public Passage said(Passage passage) {
        Map<String, String> names = new HashMap<>();
        byEntity.forEach((id, byDocument) -> Optional.ofNullable(byDocument.get(passage.documentId()))
                .ifPresent(edit -> {
                    Split split = (Split) edit.change();
                    names.put(EntityName.normalise(split.entity()), split.name());
                }));
        if (names.isEmpty()) {
            return passage;
        }
        List<Statement> said = new ArrayList<>();
        passage.statements().forEach(statement -> said.add(statement.withEntities(names)));
        return passage.with(said, passage.extraction());
    }

    /** The edit that counts in place of a split, if that is another. */
    Optional<Edit> counting(Edit edit) {
        Split split = (Split) edit.change();
        Map<String, Edit> byDocument = byEntity.getOrDefault(ContentId.ofEntity(split.entity()), Map.of());
        return split.documents().stream()
                .flatMap(document -> Optional.ofNullable(byDocument.get(document)).stream())
                .filter(other -> !other.id().equals(edit.id()))
                .findFirst();
    }
}
