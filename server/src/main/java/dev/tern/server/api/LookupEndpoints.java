package dev.tern.server.api;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.QueryListener;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.settings.Role;
import dev.tern.store.GraphView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks up entities, their neighbourhoods, relations and passages. Thread-safe. */
public final class LookupEndpoints {
    private static final int MAX_IDS = 500;
    private static final int MAX_NAME_LENGTH = 500;
    private static final int USUAL_NEIGHBOURS = 50;
    private static final int USUAL_FOUND = 10;

    private final Graphs graphs;
    private final QuestionRunner questions;

    public LookupEndpoints(Graphs graphs, QuestionRunner questions) {
        this.graphs = graphs;
        this.questions = questions;
    }

    public List<HttpEndpoint> endpoints() {
        return List.of(
                HttpEndpoint.get("/api/v1/graphs/{graph}/entities", this::entities)
                        .withinScope()
                        .withParameters("name", "limit", "filter"),
                HttpEndpoint.get("/api/v1/graphs/{graph}/entities/{id}/neighbourhood", this::neighbourhood)
                        .withinScope()
                        .withParameters("limit", "filter"),
                HttpEndpoint.ask("/api/v1/graphs/{graph}/lookup", this::lookup).withinScope());
    }

    /**
     * Returns the graph of a request's path, for the caller to close; throws if it is missing or
     * empty.
     */
    public static ServedGraph graph(Graphs graphs, Exchange exchange) {
        return graphs.find(exchange.path("graph"))
                .orElseThrow(() -> Problem.notFound("there is no such graph, or it is empty"));
    }

    /** The entities of a look-up: the exact name first, then the nearest names. */
    record EntityList(List<EntityJson> entities) {}

    /**
     * An entity of a result.
     *
     * @param name one of the entity's spellings
     * @param score the cosine similarity to the given name, -1 to 1, and always 1 for the entity
     *     with this name; null if not compared
     */
    public record EntityJson(
            String id, String name, @Nullable Double score) {
        static EntityJson of(Entity entity) {
            return new EntityJson(entity.id(), entity.name(), null);
        }
    }

    /**
     * A relation of an entity.
     *
     * @param text the statement in words
     * @param entityIds the ids of its entities
     * @param passageIds the ids of passages that state the relation, not always all
     */
    public record RelationJson(String key, String text, List<String> entityIds, List<String> passageIds) {
        public static RelationJson of(Relation relation) {
            return new RelationJson(
                    relation.key(),
                    relation.text(),
                    relation.entityIds(),
                    relation.mentions().stream()
                            .map(Relation.Mention::passageId)
                            .toList());
        }
    }

    /**
     * An entity and its relations.
     *
     * @param relations the relations that touch the entity, the nearest to its name first
     * @param entities the other entities of these relations
     * @param more true if there are more relations than requested
     */
    public record NeighbourhoodJson(
            EntityJson entity, List<RelationJson> relations, List<EntityJson> entities, boolean more) {}

    /**
     * Ids to look up.
     *
     * @param entities ids of entities
     * @param relations keys of relations
     * @param passages ids of passages
     * @param filter selects the visible documents
     */
    record LookupBody(
            @Nullable List<String> entities,
            @Nullable List<String> relations,
            @Nullable List<String> passages,
            @Nullable FilterBody filter) {}

    /**
     * The rows of a look-up.
     *
     * @param entities the entities of the ids, and the entities of the relations
     * @param relations the relations of the keys
     * @param passages the passages of the ids
     */
    record LookupResult(List<EntityJson> entities, List<RelationJson> relations, List<PassageJson> passages) {}

    private void entities(Exchange exchange) {
        String name = exchange.query("name").orElseThrow(() -> Problem.badRequest("the parameter name is missing"));
        int limit = exchange.query("limit", USUAL_FOUND, 1, MAX_IDS);
        MetadataFilter visible = visible(exchange);
        try (ServedGraph graph = graph(graphs, exchange)) {
            List<EntityJson> found = questions.lookUp(
                    exchange.caller(), graph, visible, heard -> entities(graph, visible, name, limit, heard));
            exchange.send(200, new EntityList(found));
        }
    }

    /** Returns the filter of visible documents: the key's scope and the request's filter. */
    public static MetadataFilter visible(Exchange exchange) {
        return exchange.visible(FilterBody::of);
    }

    /**
     * Returns {@link #visible(Exchange)} without sources of trust 0; the parameter
     * {@code hidden=true}, which needs the role write, includes them.
     */
    public static MetadataFilter visible(Exchange exchange, ServedGraph graph) {
        if (exchange.flag("hidden")) {
            exchange.caller().require(Role.WRITE);
            return visible(exchange);
        }
        return visible(exchange).within(graph.store().latest().notes().sources().visibleFilter());
    }

    /**
     * Returns the entities of a name: the entity that has this name first, then the entities with
     * the nearest names.
     *
     * @param filter selects the visible documents
     * @param limit the maximum number of entities
     * @param heard the listener of model calls
     * @throws Problem if the name is blank or too long
     */
    public static List<EntityJson> entities(
            ServedGraph graph, MetadataFilter filter, String name, int limit, QueryListener heard) {
        // Models reject a text of control characters alone, like one of spaces.
        if (name.isBlank() || name.trim().isEmpty() || name.length() > MAX_NAME_LENGTH) {
            throw Problem.badRequest("name must have 1 to " + MAX_NAME_LENGTH + " characters");
        }
        Map<String, EntityJson> found = new LinkedHashMap<>();
        try (GraphView view = graph.store().shown(filter)) {
            String id = ContentId.ofEntity(view.notes().rules().canonical(name));
            for (Embedded<Entity> entity : view.entities(List.of(id))) {
                found.put(
                        entity.value().id(),
                        new EntityJson(entity.value().id(), entity.value().name(), 1.0));
            }
        }
        for (Scored<Entity> near : dev.tern.Entities.of(graph.rag()).nearest(name, limit, filter, heard)) {
            Entity entity = near.value();
            found.putIfAbsent(entity.id(), new EntityJson(entity.id(), entity.name(), near.score()));
        }
        return found.values().stream().limit(limit).toList();
    }

    private void neighbourhood(Exchange exchange) {
        String id = id("id", exchange.path("id"));
        int limit = exchange.query("limit", USUAL_NEIGHBOURS, 1, MAX_IDS);
        MetadataFilter visible = visible(exchange);
        try (ServedGraph graph = graph(graphs, exchange)) {
            exchange.send(
                    200,
                    questions.permits(visible).run(exchange.caller(), () -> neighbourhood(graph, visible, id, limit)));
        }
    }

    /**
     * Returns an entity and its relations.
     *
     * @param filter selects the visible documents
     * @param limit the maximum number of relations
     * @throws Problem if the graph has no visible entity with the id
     */
    public static NeighbourhoodJson neighbourhood(ServedGraph graph, MetadataFilter filter, String id, int limit) {
        try (GraphView view = graph.store().shown(filter)) {
            Embedded<Entity> middle = view.entities(List.of(id)).stream()
                    .findFirst()
                    .orElseThrow(() -> Problem.notFound("the graph has no entity with this id"));
            List<Relation> relations = view.relationsTouching(List.of(id), middle.vector(), limit + 1).stream()
                    .map(Scored::value)
                    .toList();
            boolean more = relations.size() > limit;
            List<Relation> shown = more ? relations.subList(0, limit) : relations;
            Set<String> others = new LinkedHashSet<>();
            shown.forEach(relation -> others.addAll(relation.entityIds()));
            others.remove(id);
            return new NeighbourhoodJson(
                    EntityJson.of(middle.value()),
                    shown.stream().map(RelationJson::of).toList(),
                    entities(view, others),
                    more);
        }
    }

    private static List<EntityJson> entities(GraphView view, Set<String> ids) {
        return view.entities(ids).stream()
                .map(found -> EntityJson.of(found.value()))
                .toList();
    }

    private void lookup(Exchange exchange) throws IOException {
        LookupBody body = exchange.json(LookupBody.class);
        List<String> keys = ids("relations", body.relations());
        List<String> passages = ids("passages", body.passages());
        List<String> entities = ids("entities", body.entities());
        MetadataFilter filter =
                FilterBody.of(body.filter()).within(exchange.caller().scope());
        try (ServedGraph graph = graph(graphs, exchange)) {
            exchange.send(200, questions.permits(filter).run(exchange.caller(), () -> {
                try (GraphView view = graph.store().shown(filter)) {
                    return lookUp(view, entities, keys, passages);
                }
            }));
        }
    }

    private static LookupResult lookUp(
            GraphView view, List<String> entities, List<String> keys, List<String> passages) {
        Set<String> touched = new LinkedHashSet<>(entities);
        List<RelationJson> relations = new ArrayList<>();
        for (Embedded<Relation> relation : view.relations(GraphView.RelationsBy.KEY, keys)) {
            relations.add(RelationJson.of(relation.value()));
            touched.addAll(relation.value().entityIds());
        }
        List<PassageJson> found = new ArrayList<>();
        for (Embedded<Passage> passage : view.passages(GraphView.PassagesBy.ID, passages)) {
            found.add(PassageJson.of(passage.value()));
        }
        return new LookupResult(entities(view, touched), relations, found);
    }

    /** Validates an id before it gets into a store's filter. */
    public static String id(String field, String text) {
        if (!ContentId.isValid(text)) {
            throw Problem.badRequest("\"" + field + "\" must have 32 hexadecimal digits, in lower case");
        }
        return text;
    }

    private static List<String> ids(String name, @Nullable List<String> ids) {
        if (ids == null) {
            return List.of();
        }
        if (ids.size() > MAX_IDS) {
            throw Problem.badRequest(
                    "\"" + name + "\" has " + ids.size() + " ids; at most " + MAX_IDS + " are allowed");
        }
        for (int i = 0; i < ids.size(); i++) {
            id(name + "[" + i + "]", ids.get(i));
        }
        return ids;
    }
}
