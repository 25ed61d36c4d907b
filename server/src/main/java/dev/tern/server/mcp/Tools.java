package dev.tern.server.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tern.app.limits.ServerLimits;
import dev.tern.graph.ContentId;
import dev.tern.graph.Filter;
import dev.tern.query.QueryListener;
import dev.tern.server.api.Asking;
import dev.tern.server.api.Editing;
import dev.tern.server.api.FilterBody;
import dev.tern.server.api.Lookups;
import dev.tern.server.api.QuestionBody;
import dev.tern.server.api.QuestionBody.TurnBody;
import dev.tern.server.front.Caller;
import dev.tern.server.front.JsonBody;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.job.DocumentsBody;
import dev.tern.server.json.EditBody;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerSettings;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The tools: arguments, actions and permissions. Only some of them write. Thread-safe. */
public final class Tools {
    /** The default graph of callers that see several. */
    static final String USUAL_GRAPH = "default";

    /** The maximum relations of a neighbourhood. */
    static final int MOST_RELATIONS = 100;

    private static final String ARGUMENTS = "\"arguments\"";
    private static final String SCHEMA = "the tool's inputSchema";
    private static final int USUAL_RELATIONS = 30;
    private static final int SIMILAR = 6;
    private static final int GRAPHS_NAMED = 20;

    private final Graphs graphs;
    private final Asking asking;
    private final Adding adding;
    private final ServerLimits limits;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    @FunctionalInterface
    private interface Action {
        Object call(Call call);
    }

    private record Entry(Role role, Action action) {}

    /** A call of a tool. */
    record Call(Caller caller, String id, String arguments, LongConsumer kept) {
        <T> T arguments(Class<T> type) {
            return JsonBody.read(arguments.getBytes(StandardCharsets.UTF_8), type, ARGUMENTS, SCHEMA);
        }

        /** Parses the arguments except the name of the graph. */
        <T> T besideGraph(Class<T> type) {
            ObjectNode given = arguments(ObjectNode.class);
            given.remove("graph");
            return JsonBody.read(given.toString().getBytes(StandardCharsets.UTF_8), type, ARGUMENTS, SCHEMA);
        }
    }

    /**
     * Creates the tools of a server.
     *
     * @param adding adds texts, if the settings let agents write
     * @param editing edits graphs, if the settings let agents edit
     */
    public Tools(ServerSettings settings, Graphs graphs, Asking asking, Adding adding, Editing editing) {
        this.graphs = graphs;
        this.asking = asking;
        this.adding = adding;
        this.limits = settings.limits();
        entries.put("ask", new Entry(Role.READ, this::ask));
        entries.put("retrieve", new Entry(Role.READ, this::retrieve));
        entries.put("compare", new Entry(Role.READ, this::compare));
        entries.put("entity_neighbourhood", new Entry(Role.READ, this::neighbourhood));
        entries.put("list_graphs", new Entry(Role.READ, this::list));
        DocumentTools documents = new DocumentTools(asking.scans(), limits.toolCharacters());
        entries.put(
                "list_documents",
                new Entry(
                        Role.READ,
                        call -> inGraph(
                                call,
                                DocumentTools.ListArguments.class,
                                (graph, given) -> documents.list(graph, call.caller(), given))));
        entries.put(
                "read_document",
                new Entry(
                        Role.READ,
                        call -> inGraph(
                                call,
                                DocumentTools.ReadArguments.class,
                                (graph, given) -> documents.read(graph, call.caller(), given))));
        if (settings.mcpWrites()) {
            entries.put("add_text", new Entry(Role.WRITE, this::add));
        }
        if (settings.mcpEdits()) {
            EditTools edits = new EditTools(editing, asking.scans(), limits.toolCharacters());
            entries.put(
                    "list_edits",
                    new Entry(Role.WRITE, call -> inGraph(call, EditTools.ListArguments.class, edits::list)));
            entries.put(
                    "edit_graph",
                    new Entry(
                            Role.WRITE,
                            call -> inGraph(
                                    call,
                                    EditTools.EditedGraph.class,
                                    (graph, given) -> edits.make(
                                            graph, call.caller(), call.id(), call.besideGraph(EditBody.class)))));
            entries.put(
                    "undo_edit",
                    new Entry(
                            Role.WRITE,
                            call -> inGraph(
                                    call,
                                    EditTools.UndoArguments.class,
                                    (graph, given) -> edits.undo(graph, call.caller(), call.id(), given))));
        }
    }

    /** Returns true if a caller may use a tool of this name. */
    boolean offers(Caller caller, String name) {
        Entry entry = entries.get(name);
        return entry != null && caller.role().covers(entry.role());
    }

    /** Returns true if there is a tool of this name. */
    boolean knows(String name) {
        return entries.containsKey(name);
    }

    /** Returns the limits named in the descriptions. */
    ServerLimits limits() {
        return limits;
    }

    /** Returns the graphs that tools read. */
    Graphs graphs() {
        return graphs;
    }

    /**
     * Calls a tool by its name.
     *
     * @param id the id of the request in the log
     * @param arguments as JSON
     * @param kept called with the bytes that stay in memory after parsing
     * @return its result, a record
     * @throws Problem if the caller may not use it, or the arguments are invalid
     */
    Object call(String name, Caller caller, String id, String arguments, LongConsumer kept) {
        Entry entry = entries.get(name);
        if (entry == null) {
            throw Problem.notFound("there is no tool of this name");
        }
        caller.require(entry.role());
        return entry.action().call(new Call(caller, id, arguments, kept));
    }

    /** The arguments of {@code ask} and {@code retrieve}. */
    record AskArguments(
            String question,
            @Nullable String graph,
            @Nullable String mode,
            @Nullable Integer finalTopK,
            @Nullable FilterBody filter,
            @Nullable List<TurnBody> history) {}

    /** The arguments of the tool {@code compare}. */
    record CompareArguments(
            String question,
            @Nullable String graph,
            @Nullable Integer finalTopK,
            @Nullable FilterBody filter,
            @Nullable List<TurnBody> history) {}

    /** The arguments of the tool {@code entity_neighbourhood}. */
    record NeighbourhoodArguments(
            String entity,
            @Nullable String graph,
            @Nullable Integer limit,
            @Nullable FilterBody filter) {}

    /** The arguments of the tool {@code list_graphs}. */
    record NoArguments() {}

    /** The arguments of the tool {@code add_text}. */
    record TextArguments(
            String documentId,
            String text,
            @Nullable String title,
            @Nullable String graph) {}

    private <T> T asked(
            Call call, @Nullable String graph, QuestionBody body, BiFunction<String, Asking.Asked, T> answering) {
        try (ServedGraph found = filled(call.caller(), graph)) {
            Asking.Asked asked = asking.question(body, call.caller(), found, call.id());
            call.kept().accept(asked.bytes());
            return answering.apply(found.name(), asked);
        }
    }

    private static QuestionBody body(AskArguments given) {
        return QuestionBody.of(given.question(), given.mode(), given.finalTopK(), given.filter(), given.history());
    }

    private static String sent(Asking.Asked asked) {
        return asked.question().text();
    }

    private ToolAnswers.Found ask(Call call) {
        AskArguments given = call.arguments(AskArguments.class);
        return asked(
                call,
                given.graph(),
                body(given),
                (graph, asked) -> ToolAnswers.found(graph, sent(asked), asking.ask(asked), limits.toolCharacters()));
    }

    private ToolAnswers.Found retrieve(Call call) {
        AskArguments given = call.arguments(AskArguments.class);
        return asked(
                call,
                given.graph(),
                body(given),
                (graph, asked) ->
                        ToolAnswers.found(graph, sent(asked), asking.retrieve(asked), limits.toolCharacters()));
    }

    private ToolAnswers.Compared compare(Call call) {
        CompareArguments given = call.arguments(CompareArguments.class);
        return asked(
                call,
                given.graph(),
                QuestionBody.of(given.question(), null, given.finalTopK(), given.filter(), given.history()),
                (graph, asked) ->
                        ToolAnswers.compared(graph, sent(asked), asking.compare(asked), limits.toolCharacters()));
    }

    private ToolAnswers.Around neighbourhood(Call call) {
        NeighbourhoodArguments given = call.arguments(NeighbourhoodArguments.class);
        int limit = given.limit() == null ? USUAL_RELATIONS : given.limit();
        if (limit < 1 || limit > MOST_RELATIONS) {
            throw Problem.badRequest("limit must be a whole number from 1 to " + MOST_RELATIONS);
        }
        Filter visible = FilterBody.of(given.filter()).within(call.caller().scope());
        try (ServedGraph graph = filled(call.caller(), given.graph())) {
            return asking.lookUp(
                    call.caller(), graph, visible, heard -> around(graph, visible, given.entity(), limit, heard));
        }
    }

    private ToolAnswers.Around around(ServedGraph graph, Filter visible, String name, int limit, QueryListener heard) {
        List<Lookups.EntityJson> found = Lookups.entities(graph, visible, name, SIMILAR, heard);
        if (found.isEmpty()) {
            throw Problem.notFound("the graph has no entities that may be seen");
        }
        Lookups.EntityJson entity = found.getFirst();
        if (!ContentId.ofEntity(graph.store().notes().rules().canonical(name)).equals(entity.id())) {
            throw ToolAnswers.unknown(name, found);
        }
        return ToolAnswers.around(
                graph.name(),
                Lookups.neighbourhood(graph, visible, entity.id(), limit),
                found.subList(1, found.size()),
                limits.toolCharacters());
    }

    private ToolAnswers.GraphList list(Call call) {
        call.arguments(NoArguments.class);
        return ToolAnswers.graphs(seen(call.caller()), limits.toolCharacters());
    }

    private ToolAnswers.TextAdded add(Call call) {
        TextArguments given = call.arguments(TextArguments.class);
        String graph = name(call.caller(), given.graph());
        DocumentsBody body = new DocumentsBody(List.of(
                new DocumentsBody.DocumentBody(given.documentId(), given.title(), given.text(), null, null, null)));
        String document = given.documentId();
        Adding.Added added =
                adding.add(call.caller(), graph, body, () -> call.kept().accept(document.length()));
        return new ToolAnswers.TextAdded(
                graph, document, added.state(), added.passages(), added.job(), added.problem());
    }

    private <T extends EditTools.OfGraph> Object inGraph(
            Call call, Class<T> type, BiFunction<ServedGraph, T, Object> action) {
        T given = call.arguments(type);
        try (ServedGraph graph = filled(call.caller(), given.graph())) {
            return action.apply(graph, given);
        }
    }

    private List<String> seen(Caller caller) {
        return graphs.names().stream().filter(caller::sees).toList();
    }

    private ServedGraph filled(Caller caller, @Nullable String graph) {
        String name = name(caller, graph);
        return graphs.find(name)
                .orElseThrow(() -> Problem.notFound("there is no such graph, or nothing in it yet; " + named(caller)));
    }

    /** Returns the given graph, else the only visible one, else the default. */
    private String name(Caller caller, @Nullable String graph) {
        if (graph != null) {
            caller.require(graph);
            return graph;
        }
        List<String> seen = seen(caller);
        if (seen.size() == 1) {
            return seen.getFirst();
        }
        if (seen.isEmpty() && caller.graphs().size() == 1) {
            return caller.graphs().iterator().next();
        }
        if (caller.sees(USUAL_GRAPH) && (seen.isEmpty() || seen.contains(USUAL_GRAPH))) {
            return USUAL_GRAPH;
        }
        throw Problem.badRequest("\"graph\" is missing, and there are several; " + named(caller));
    }

    private String named(Caller caller) {
        List<String> seen = seen(caller);
        return seen.isEmpty()
                ? "there are no graphs yet"
                : "the graphs are " + String.join(", ", seen.subList(0, Math.min(seen.size(), GRAPHS_NAMED)))
                        + (seen.size() > GRAPHS_NAMED ? " and " + (seen.size() - GRAPHS_NAMED) + " more" : "");
    }
}
