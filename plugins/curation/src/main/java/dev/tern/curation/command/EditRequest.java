package dev.tern.curation.command;

import dev.tern.error.TernException;
import dev.tern.graph.EntityName;
import dev.tern.graph.Statement;
import dev.tern.graph.Triplet;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.Trusted;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.server.api.DocumentListEndpoints;
import dev.tern.server.api.LookupEndpoints;
import dev.tern.server.front.Problem;
import dev.tern.settings.SourcePattern;
import dev.tern.settings.SourceRule;
import dev.tern.text.CodePoints;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Parses the edit of a request and validates its form, but not against the graph. */
final class EditRequest {
    private final EditBody body;
    private final UnaryOperator<String> relationKeys;
    private final Map<String, Object> givenFields;

    private EditRequest(EditBody body, UnaryOperator<String> relationKeys) {
        this.body = body;
        this.relationKeys = relationKeys;
        givenFields = body.given();
    }

    /**
     * Parses the change of a body.
     *
     * @param relationKeys returns the key of the relation that the body names
     * @throws Problem if a field is missing, malformed, or not allowed for the act
     */
    static Change change(EditBody body, UnaryOperator<String> relationKeys) {
        try {
            return new EditRequest(body, relationKeys).change();
        } catch (TernException e) {
            throw e.fault() == TernException.Fault.USER ? Problem.badRequest(String.valueOf(e.getMessage())) : e;
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(String.valueOf(e.getMessage()));
        }
    }

    private Change change() {
        return switch (body.act()) {
            case "rename" -> {
                requireFields("entity", "name");
                yield new Rename(name("entity"), name("name"));
            }
            case "merge" -> {
                requireFields("names");
                yield new Merge(required("names", body.names()));
            }
            case "split" -> {
                requireFields("entity", "name", "documents");
                List<String> documents = required("documents", body.documents());
                documents.forEach(DocumentListEndpoints::documentId);
                yield new Split(name("entity"), name("name"), documents);
            }
            case "wrong" -> wrongChange();
            case "missing" -> {
                requireFields("subject", "predicate", "object", "text", "passage");
                Triplet triplet = new Triplet(name("subject"), text("predicate"), name("object"));
                String sentence = givenFields.containsKey("text")
                        ? text("text")
                        : Statement.of(triplet).text() + ".";
                yield new Missing(
                        triplet, sentence, body.passage() == null ? "" : LookupEndpoints.id("passage", body.passage()));
            }
            case "trust" -> {
                requireFields("source", "trust", "maxPassages");
                yield new Trusted(new SourceRule(
                        new SourcePattern(given("source")),
                        required("trust", body.trust()),
                        body.maxPassages() == null ? OptionalInt.empty() : OptionalInt.of(body.maxPassages())));
            }
            default ->
                throw Problem.badRequest("\"act\" must be one of rename, merge, split, wrong, missing and trust");
        };
    }

    private Change wrongChange() {
        String field = oneOf("entity", "relation", "passage");
        requireFields(field);
        return switch (field) {
            case "entity" -> new WrongEntity(name(field));
            case "relation" -> new WrongRelation(LookupEndpoints.id(field, relationKeys.apply(given(field))), "");
            default -> new WrongPassage(LookupEndpoints.id(field, given(field)), "", "");
        };
    }

    private String oneOf(String... fields) {
        List<String> found =
                List.of(fields).stream().filter(givenFields::containsKey).toList();
        if (found.size() != 1) {
            throw Problem.badRequest("\"" + body.act() + "\" takes one of " + String.join(", ", fields));
        }
        return found.getFirst();
    }

    private void requireFields(String... fields) {
        Set<String> others = new TreeSet<>(givenFields.keySet());
        List.of(fields).forEach(others::remove);
        if (!others.isEmpty()) {
            throw Problem.badRequest("\"" + body.act() + "\" does not take " + String.join(", ", others));
        }
    }

    private <T> T required(String field, @Nullable T value) {
        if (value == null) {
            throw Problem.badRequest("\"" + field + "\" is missing");
        }
        return value;
    }

    private String given(String field) {
        return (String) required(field, givenFields.get(field));
    }

    private String text(String field) {
        String text = given(field);
        if (EntityName.normalise(text).isEmpty() || CodePoints.count(text) > Edit.MAX_SENTENCE) {
            throw Problem.badRequest("\"" + field + "\" must have 1 to " + Edit.MAX_SENTENCE + " characters");
        }
        return text;
    }

    private String name(String field) {
        String name = text(field);
        if (name.length() > Edit.MAX_NAME) {
            throw Problem.badRequest("\"" + field + "\" must have 1 to " + Edit.MAX_NAME + " characters");
        }
        return name;
    }
}
