package dev.tern.note;

import dev.tern.graph.ContentId;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.Relation;
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
 * <p>A relation belongs to the new entity if every passage that states it, of those that were looked up, is of the split's documents, and
 * to the old one otherwise. The statements of a passage go by its document.
 */
public final class EntitySplits {
    /** By the id of the entity and of the document the edit that counts. */
    private final Map<String, Map<String, Edit>> byEntity = new LinkedHashMap<>();

    /** By the id of the document and the normalised name of the entity the name of the new one. */
    private final Map<String, Map<String, String>> byDocument = new LinkedHashMap<>();

    /** By the id of a new entity those of the ones that it was split from. */
    private final Map<String, Set<String>> origins = new HashMap<>();

    EntitySplits(Collection<Edit> edits) {
        for (Edit edit : edits) {
            if (edit.change() instanceof Split(String entity, String name, List<String> documents)) {
                String id = ContentId.ofEntity(entity);
                Map<String, Edit> edited = byEntity.computeIfAbsent(id, absent -> new LinkedHashMap<>());
                for (String document : documents) {
                    edited.put(document, edit);
                    byDocument
                            .computeIfAbsent(document, absent -> new HashMap<>())
                            .put(EntityName.normalise(entity), name);
                }
                origins.computeIfAbsent(ContentId.ofEntity(name), absent -> new LinkedHashSet<>())
                        .add(id);
            }
        }
    }

    /** Whether no name is two things. */
    public boolean isEmpty() {
        return byEntity.isEmpty();
    }

    /** The ids of the documents that say something of a new entity. */
    public Set<String> documents() {
        return byDocument.keySet();
    }

    /** The ids of some entities, and of those that the new ones among them were split from. */
    public Set<String> withOrigins(Collection<String> entityIds) {
        Set<String> all = new LinkedHashSet<>(entityIds);
        entityIds.forEach(id -> all.addAll(origins.getOrDefault(id, Set.of())));
        return all;
    }

    /** Whether what is said of one of some entities may have been said of another. */
    public boolean concern(Collection<String> entityIds) {
        return entityIds.stream().anyMatch(id -> byEntity.containsKey(id) || origins.containsKey(id));
    }

    /** The new entities of an entity. */
    public List<Entity> parts(String entityId) {
        return List.copyOf(documentsByPart(entityId).keySet());
    }

    /** By each new entity of an entity the ids of the documents that say something of it. */
    public Map<Entity, List<String>> documentsByPart(String entityId) {
        Map<Entity, List<String>> documents = new LinkedHashMap<>();
        byEntity.getOrDefault(entityId, Map.of())
                .forEach((document, edit) -> documents
                        .computeIfAbsent(Entity.named(name(edit)), absent -> new ArrayList<>())
                        .add(document));
        return documents;
    }

    private static String name(Edit edit) {
        return ((Split) edit.change()).name();
    }

    /** A relation of the entities that it is said of. */
    Relation said(Relation relation) {
        Relation said = relation;
        for (String id : relation.entityIds()) {
            Map<String, Edit> edited = byEntity.getOrDefault(id, Map.of());
            List<Optional<String>> names = relation.mentions().stream()
                    .map(mention -> Optional.ofNullable(edited.get(mention.documentId()))
                            .map(EntitySplits::name))
                    .distinct()
                    .toList();
            if (names.size() == 1 && names.getFirst().isPresent()) {
                said = said.withEntity(id, names.getFirst().get());
            }
        }
        return said;
    }

    /** By the normalised name of an entity the name of the one that a document says it of; nothing of any other. */
    Map<String, String> names(String documentId) {
        return byDocument.getOrDefault(documentId, Map.of());
    }

    /** The edit that counts in place of a split, if that is another. */
    Optional<Edit> counting(Edit edit) {
        Split split = (Split) edit.change();
        Map<String, Edit> edited = byEntity.getOrDefault(ContentId.ofEntity(split.entity()), Map.of());
        return split.documents().stream()
                .flatMap(document -> Optional.ofNullable(edited.get(document)).stream())
                .filter(other -> !other.id().equals(edit.id()))
                .findFirst();
    }
}
