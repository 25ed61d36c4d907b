package dev.tern.curation.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tern.graph.Triplet;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.Trusted;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.settings.SourceRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content of an edit as JSON; fields that its act does not use are left out.
 *
 * @param act rename, merge, split, wrong, missing or trust
 * @param entity the name of an entity: to rename, to split, or to reject
 * @param name the new name of an entity, or the name of the entity that is split off
 * @param names 2 to 32 names of one thing
 * @param relation the key of a wrong relation
 * @param passage the id of a passage that is wrong, or that lacks the missing statement
 * @param document in responses, the id of the passage's document
 * @param documents the ids of documents about the entity that is split off
 * @param subject the subject of the missing triplet
 * @param predicate the predicate of the missing triplet
 * @param object the object of the missing triplet
 * @param text the missing sentence; in responses, the text of the relation or passage
 * @param source the trusted sources: an address, a path or an id, or a prefix and a *
 * @param trust the trust of these sources, 0 to 1
 * @param maxPassages the maximum number of passages of an answer from each publisher of them
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EditBody(
        String act,
        @Nullable String entity,
        @Nullable String name,
        @Nullable List<String> names,
        @Nullable String relation,
        @Nullable String passage,
        @Nullable String document,
        @Nullable List<String> documents,
        @Nullable String subject,
        @Nullable String predicate,
        @Nullable String object,
        @Nullable String text,
        @Nullable String source,
        @Nullable Double trust,
        @Nullable Integer maxPassages,
        @Nullable String why) {

    private static final ObjectMapper FIELDS = new ObjectMapper();

    static EditBody of(Change change) {
        Map<String, Object> content = new HashMap<>(Map.of("act", change.act()));
        switch (change) {
            case Rename(String entity, String name) -> content.putAll(Map.of("entity", entity, "name", name));
            case Merge(List<String> names) -> content.put("names", names);
            case Split(String entity, String name, List<String> documents) ->
                content.putAll(Map.of("entity", entity, "name", name, "documents", documents));
            case WrongEntity(String name) -> content.put("entity", name);
            case WrongRelation(String key, String text) -> content.putAll(Map.of("relation", key, "text", text));
            case WrongPassage(String id, String document, String text) ->
                content.putAll(Map.of("passage", id, "document", document, "text", text));
            case Missing(Triplet(String subject, String predicate, String object), String text, String passage) -> {
                content.putAll(Map.of("subject", subject, "predicate", predicate, "object", object, "text", text));
                if (!passage.isEmpty()) {
                    content.put("passage", passage);
                }
            }
            case Trusted(SourceRule rule) -> {
                content.putAll(Map.of("source", rule.source().text(), "trust", rule.weight()));
                rule.maxPassages().ifPresent(maxPassages -> content.put("maxPassages", maxPassages));
            }
        }
        return FIELDS.convertValue(content, EditBody.class);
    }

    /** Returns the fields that are present, except the act and the reason. */
    Map<String, Object> given() {
        Map<String, Object> given = FIELDS.convertValue(this, new TypeReference<>() {});
        given.keySet().removeAll(Set.of("act", "why"));
        return given;
    }
}
