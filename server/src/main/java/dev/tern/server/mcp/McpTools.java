package dev.tern.server.mcp;

import dev.tern.app.limits.ServerLimits;
import dev.tern.graph.ContentId;
import dev.tern.graph.MetadataFilter;
import dev.tern.query.QueryListener;
import dev.tern.server.api.FilterBody;
import dev.tern.server.api.LookupEndpoints;
import dev.tern.server.api.QuestionBody;
import dev.tern.server.api.QuestionBody.TurnBody;
import dev.tern.server.api.QuestionRunner;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.job.DocumentsBody;
import dev.tern.server.mcp.GraphTool.ToolCall;
import dev.tern.server.settings.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The tools for agents, with their arguments, actions and permissions. Thread-safe. */
public final class McpTools {
    /** The default graph of callers that see several graphs, or none. */
    static final String USUAL_GRAPH = "default";

    static final int MAX_RELATIONS = 100;

    private static final int USUAL_RELATIONS = 30;
    private static final int SIMILAR = 6;
    private static final int GRAPHS_NAMED = 20;

    private final Graphs graphs;
    private final QuestionRunner questions;
    private final TextAdder textAdder;
    private final ServerLimits limits;
    private final Map<String, ToolEntry> entries = new LinkedHashMap<>();

    private record ToolEntry(Role role, Function<ToolCall, Object> action) {}

    /**
     * Creates the tools of a server and of its plug-ins.
     *
     * @param textAdder adds texts, if the settings let agents write
     */
    public McpTools(ToolProvider.Parts server, TextAdder textAdder) {
        this.graphs = server.graphs();
        this.questions = server.asking();
        this.textAdder = textAdder;
        this.limits = server.settings().limits();
        entries.put("ask", new ToolEntry(Role.READ, this::ask));
        entries.put("retrieve", new ToolEntry(Role.READ, this::retrieve));
        entries.put("compare", new ToolEntry(Role.READ, this::compare));
        entries.put("entity_neighbourhood", new ToolEntry(Role.READ, this::neighbourhood));
        entries.put("list_graphs", new ToolEntry(Role.READ, this::list));
        DocumentTools documents = new DocumentTools(questions.scans(), limits.toolCharacters());
        add(new GraphTool<>(
                "list_documents",
                Role.READ,
                DocumentTools.ListArguments.class,
                (graph, call, given) -> documents.list(graph, call.caller(), given)));
        add(new GraphTool<>(
                "read_document",
                Role.READ,
                DocumentTools.ReadArguments.class,
                (graph, call, given) -> documents.read(graph, call.caller(), given)));
        if (server.settings().mcpWrites()) {
            entries.put("add_text", new ToolEntry(Role.WRITE, this::add));
        }
        ServiceLoader.load(ToolProvider.class, ToolProvider.class.getClassLoader())
                .forEach(plugin -> plugin.tools(server).forEach(this::add));
    }

    private <T extends GraphTool.OfGraph> void add(GraphTool<T> tool) {
        entries.put(tool.name(), new ToolEntry(tool.role(), call -> {
            T given = call.arguments(tool.arguments());
            try (ServedGraph graph = filled(call.caller(), given.graph())) {
                return tool.work().run(graph, call, given);
            }
        }));
    }

    /** Returns true if a caller may use a tool of this name. */
    boolean offers(Caller caller, String name) {
        ToolEntry entry = entries.get(name);
        return entry != null && caller.role().covers(entry.role());
    }

    boolean knows(String name) {
        return entries.containsKey(name);
    }

    ServerLimits limits() {
        return limits;
    }

    Graphs graphs() {
        return graphs;
    }

    /**
     * Calls a tool by its name.
     *
     * @param id the id of the request in the log
     * @param retainedBytes may be called with the bytes that stay in memory after parsing
     * @return the result of the tool, a record
     * @throws Problem if there is no such tool, the caller may not use it, or the tool rejects the
     *     call
     */
    Object call(String name, Caller caller, String id, String arguments, LongConsumer retainedBytes) {
        ToolEntry entry = entries.get(name);
        if (entry == null) {
            throw Problem.notFound("there is no tool with this name");
        }
        caller.require(entry.role());
        return entry.action().apply(new ToolCall(caller, id, arguments, retainedBytes));
    }

    /** The arguments of {@code ask} and {@code retrieve}. */
    record AskArguments(
            String question,
            @Nullable String graph,
            @Nullable String mode,
            @Nullable Integer finalTopK,
            @Nullable FilterBody filter,
            @Nullable List<TurnBody> history) {}

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

    private <T> T askGraph(
            ToolCall call,
            @Nullable String graph,
            QuestionBody body,
            BiFunction<String, QuestionRunner.ValidatedQuestion, T> answering) {
        try (ServedGraph found = filled(call.caller(), graph)) {
            QuestionRunner.ValidatedQuestion validatedQuestion =
                    questions.question(body, call.caller(), found, call.id());
            call.retainedBytes().accept(validatedQuestion.bytes());
            return answering.apply(found.name(), validatedQuestion);
        }
    }

    private static QuestionBody body(AskArguments given) {
        return QuestionBody.of(given.question(), given.mode(), given.finalTopK(), given.filter(), given.history());
    }

    private static String sent(QuestionRunner.ValidatedQuestion validatedQuestion) {
        return validatedQuestion.question().text();
    }

    private ToolAnswers.AnswerToolResult ask(ToolCall call) {
        AskArguments given = call.arguments(AskArguments.class);
        return askGraph(
                call,
                given.graph(),
                body(given),
                (graph, validatedQuestion) -> ToolAnswers.answerResult(
                        graph, sent(validatedQuestion), questions.ask(validatedQuestion), limits.toolCharacters()));
    }

    private ToolAnswers.AnswerToolResult retrieve(ToolCall call) {
        AskArguments given = call.arguments(AskArguments.class);
        return askGraph(
                call,
                given.graph(),
                body(given),
                (graph, validatedQuestion) -> ToolAnswers.answerResult(
                        graph,
                        sent(validatedQuestion),
                        questions.retrieve(validatedQuestion),
                        limits.toolCharacters()));
    }

    private ToolAnswers.ComparisonResult compare(ToolCall call) {
        CompareArguments given = call.arguments(CompareArguments.class);
        return askGraph(
                call,
                given.graph(),
                QuestionBody.of(given.question(), null, given.finalTopK(), given.filter(), given.history()),
                (graph, validatedQuestion) -> ToolAnswers.comparison(
                        graph, sent(validatedQuestion), questions.compare(validatedQuestion), limits.toolCharacters()));
    }

    private ToolAnswers.NeighbourhoodResult neighbourhood(ToolCall call) {
        NeighbourhoodArguments given = call.arguments(NeighbourhoodArguments.class);
        int limit = given.limit() == null ? USUAL_RELATIONS : given.limit();
        if (limit < 1 || limit > MAX_RELATIONS) {
            throw Problem.badRequest("limit must be a whole number from 1 to " + MAX_RELATIONS);
        }
        MetadataFilter visible =
                FilterBody.of(given.filter()).within(call.caller().scope());
        try (ServedGraph graph = filled(call.caller(), given.graph())) {
            return questions.lookUp(
                    call.caller(), graph, visible, heard -> around(graph, visible, given.entity(), limit, heard));
        }
    }

    private ToolAnswers.NeighbourhoodResult around(
            ServedGraph graph, MetadataFilter visible, String name, int limit, QueryListener heard) {
        List<LookupEndpoints.EntityJson> found = LookupEndpoints.entities(graph, visible, name, SIMILAR, heard);
        if (found.isEmpty()) {
            throw Problem.notFound("the graph has no visible entities");
        }
        LookupEndpoints.EntityJson entity = found.getFirst();
        if (!ContentId.ofEntity(graph.store().latest().notes().rules().canonical(name))
                .equals(entity.id())) {
            throw ToolAnswers.unknown(name, found);
        }
        return ToolAnswers.around(
                graph.name(),
                LookupEndpoints.neighbourhood(graph, visible, entity.id(), limit),
                found.subList(1, found.size()),
                limits.toolCharacters());
    }

    private ToolAnswers.GraphList list(ToolCall call) {
        call.arguments(NoArguments.class);
        return ToolAnswers.graphs(visibleGraphs(call.caller()), limits.toolCharacters());
    }

    private ToolAnswers.TextAdded add(ToolCall call) {
        TextArguments given = call.arguments(TextArguments.class);
        String graph = name(call.caller(), given.graph());
        DocumentsBody body = new DocumentsBody(List.of(
                new DocumentsBody.DocumentBody(given.documentId(), given.title(), given.text(), null, null, null)));
        String document = given.documentId();
        TextAdder.AddResult added = textAdder.add(
                call.caller(), graph, body, () -> call.retainedBytes().accept(document.length()));
        return new ToolAnswers.TextAdded(
                graph, document, added.state(), added.passages(), added.job(), added.problem());
    }

    private List<String> visibleGraphs(Caller caller) {
        return graphs.names().stream().filter(caller::sees).toList();
    }

    private ServedGraph filled(Caller caller, @Nullable String graph) {
        String name = name(caller, graph);
        return graphs.find(name)
                .orElseThrow(
                        () -> Problem.notFound("there is no such graph, or it is empty; " + graphArgument(caller)));
    }

    /**
     * Returns the given graph; without one, the only graph that the caller can see, or else the
     * default graph.
     *
     * @throws Problem if the graph is not visible, or the caller has to choose one
     */
    private String name(Caller caller, @Nullable String graph) {
        if (graph != null) {
            caller.require(graph);
            return graph;
        }
        List<String> seen = visibleGraphs(caller);
        if (seen.size() == 1) {
            return seen.getFirst();
        }
        if (seen.isEmpty() && caller.graphs().size() == 1) {
            return caller.graphs().iterator().next();
        }
        if (caller.sees(USUAL_GRAPH) && (seen.isEmpty() || seen.contains(USUAL_GRAPH))) {
            return USUAL_GRAPH;
        }
        throw Problem.badRequest("\"graph\" is missing, and there are several; " + graphArgument(caller));
    }

    private String graphArgument(Caller caller) {
        List<String> seen = visibleGraphs(caller);
        return seen.isEmpty()
                ? "there are no graphs yet"
                : "the graphs are " + String.join(", ", seen.subList(0, Math.min(seen.size(), GRAPHS_NAMED)))
                        + (seen.size() > GRAPHS_NAMED ? " and " + (seen.size() - GRAPHS_NAMED) + " more" : "");
    }
}
