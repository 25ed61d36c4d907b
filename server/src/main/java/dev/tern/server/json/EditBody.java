package dev.tern.server.json;

import com.fasterxml.jackson.annotation.JsonInclude;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of an edit as JSON; fields that its act does not use are left out.
 *
 * @param act rename, merge, split, wrong, missing or trust
 * @param entity the name of an entity: to rename, to split, or to reject
 * @param name the new name of an entity, or of the one split from it
 * @param names of one thing, 2 to 32
 * @param relation the key of a wrong relation
 * @param passage the id of a passage that is wrong, or beside which something is missing
 * @param document in responses, the id of the passage's document
 * @param documents the ids of documents about the entity that is split off
 * @param subject of the missing triplet
 * @param predicate of the missing triplet
 * @param object of the missing triplet
 * @param text the missing sentence; in responses, the text of the relation or passage
 * @param source the trusted sources: an address, a path or an id, or a prefix and a *
 * @param weight their trust, 0 to 1
 * @param places the maximum passages of an answer from one of them
 * @param why the reason
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EditBody(
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
        @Nullable Double weight,
        @Nullable Integer places,
        @Nullable String why) {

    public static EditBody of(Change change) {
        Fields says = new Fields();
        switch (change) {
            case Rename(String entity, String name) -> {
                says.entity = entity;
                says.name = name;
            }
            case Merge(List<String> names) -> says.names = names;
            case Split(String entity, String name, List<String> documents) -> {
                says.entity = entity;
                says.name = name;
                says.documents = documents;
            }
            case WrongEntity(String name) -> says.entity = name;
            case WrongRelation(String key, String text) -> {
                says.relation = key;
                says.text = text;
            }
            case WrongPassage(String id, String document, String text) -> {
                says.passage = id;
                says.document = document;
                says.text = text;
            }
            case Missing(Triplet(String subject, String predicate, String object), String text, String passage) -> {
                says.subject = subject;
                says.predicate = predicate;
                says.object = object;
                says.text = text;
                says.passage = passage.isEmpty() ? null : passage;
            }
            case Trusted(SourceRule rule) -> {
                says.source = rule.source().text();
                says.weight = rule.weight();
                says.places = rule.places().isPresent() ? rule.places().getAsInt() : null;
            }
        }
        return says.of(change.act());
    }

    /** The fields of an edit, of which each act uses a few. */
    private static final class Fields {
        private @Nullable String entity;
        private @Nullable String name;
        private @Nullable List<String> names;
        private @Nullable String relation;
        private @Nullable String passage;
        private @Nullable String document;
        private @Nullable List<String> documents;
        private @Nullable String subject;
        private @Nullable String predicate;
        private @Nullable String object;
        private @Nullable String text;
        private @Nullable String source;
        private @Nullable Double weight;
        private @Nullable Integer places;

        EditBody of(String act) {
            return new EditBody(
                    act, entity, name, names, relation, passage, document, documents, subject, predicate, object, text,
                    source, weight, places, null);
        }
    }
}
