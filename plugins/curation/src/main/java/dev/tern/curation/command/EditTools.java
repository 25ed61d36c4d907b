package dev.tern.curation.command;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.curation.EditConflict;
import dev.tern.curation.Edits;
import dev.tern.curation.Edits.EditResult;
import dev.tern.note.Edit;
import dev.tern.note.Note;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.mcp.CharacterBudget;
import dev.tern.server.mcp.GraphTool;
import dev.tern.server.mcp.ToolProvider;
import dev.tern.server.settings.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tools that edit a graph, like {@code /edits} over HTTP. Agents see no keys of relations and
 * no ids of passages. So they give a relation by its text, and edit no passages. Thread-safe.
 */
final class EditTools {
    /** The characters of a result outside of its list: names of fields and of the graph. */
    private static final int AROUND = 300;

    private final CallerEdits editing;
    private final BoundedWork scans;
    private final int characters;

    /** Returns the tools; none unless the settings let agents edit. */
    static List<GraphTool<?>> of(ToolProvider.Parts server) {
        if (!server.settings().mcpEdits()) {
            return List.of();
        }
        EditTools edits = new EditTools(
                new CallerEdits(server),
                server.asking().scans(),
                server.settings().limits().toolCharacters());
        return List.of(
                new GraphTool<>(
                        "list_edits",
                        Role.WRITE,
                        ListArguments.class,
                        (graph, call, given) -> edits.list(graph, given)),
                new GraphTool<>(
                        "edit_graph",
                        Role.WRITE,
                        EditedGraph.class,
                        (graph, call, given) ->
                                edits.make(graph, call.caller(), call.id(), call.besideGraph(EditBody.class))),
                new GraphTool<>(
                        "undo_edit",
                        Role.WRITE,
                        UndoArguments.class,
                        (graph, call, given) -> edits.undo(graph, call.caller(), call.id(), given)));
    }

    private EditTools(CallerEdits editing, BoundedWork scans, int characters) {
        this.editing = editing;
        this.scans = scans;
        this.characters = characters;
    }

    /** The arguments of the tool {@code list_edits}. */
    record ListArguments(@Nullable Boolean all, @Nullable String graph) implements GraphTool.OfGraph {}

    /** The graph of the tool {@code edit_graph}; its other arguments are an {@link EditBody}. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record EditedGraph(@Nullable String graph) implements GraphTool.OfGraph {}

    /** The arguments of the tool {@code undo_edit}. */
    record UndoArguments(
            String id, @Nullable String why, @Nullable String graph) implements GraphTool.OfGraph {}

    /**
     * Edits of a graph.
     *
     * @param edits the latest first
     * @param cut true if something did not fit
     */
    record EditList(String graph, List<EditEntry> edits, boolean cut) {}

    /**
     * An edit as agents see it.
     *
     * @param text the content in one line
     * @param undoneBy the author of the undo; null if the edit has not been undone
     * @param conflict the reason why the edit has no effect, or only a partial one; null if there
     *     is none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record EditEntry(
            String id,
            String act,
            String text,
            String by,
            String at,
            String why,
            @Nullable String undoneBy,
            @Nullable String conflict) {}

    /**
     * The result of an edit.
     *
     * @param isNew false if the same edit existed before, or if this is an undo
     */
    record EditToolResult(String graph, String id, String act, String text, boolean isNew, List<String> remarks) {}

    private EditList list(ServedGraph graph, ListArguments given) {
        Edits edits = new Edits(graph.store());
        Map<String, String> conflicts = edits.conflicts().stream()
                .collect(Collectors.toMap(conflict -> conflict.edit().id(), EditConflict::reason));
        CharacterBudget room = new CharacterBudget(characters - AROUND);
        List<EditEntry> listed = new ArrayList<>();
        List<Edit> some = given.all() != null && given.all() ? edits.history() : edits.list();
        for (Edit edit : some.reversed()) {
            EditEntry entry = entry(edit, conflicts.get(edit.id()));
            if (!room.reserve(entry)) {
                break;
            }
            listed.add(entry);
        }
        return new EditList(graph.name(), listed, room.isCut());
    }

    private static EditEntry entry(Edit edit, @Nullable String conflict) {
        Note.Act made = edit.made();
        return new EditEntry(
                edit.id(),
                edit.change().act(),
                edit.change().describe(),
                made.by(),
                made.at().toString(),
                made.why(),
                edit.undone().map(Note.Act::by).orElse(null),
                conflict);
    }

    private EditToolResult make(ServedGraph graph, Caller caller, String request, EditBody body) {
        if ("trust".equals(body.act())) {
            throw Problem.badRequest("a tool takes no act \"trust\": only people set the trust in sources");
        }
        if (body.passage() != null) {
            throw Problem.badRequest("a tool takes no \"passage\": tools do not show ids of passages");
        }
        EditResult edited =
                editing.make(graph, EditAuthor.agent(caller), request, body, relation -> key(graph, caller, relation));
        return result(graph, edited.edit(), edited.isNew(), edited.remarks());
    }

    /** Returns the key of a relation, given by its key or text; scans all relations for a text. */
    private String key(ServedGraph graph, Caller caller, String relation) {
        return scans.run(caller, () -> new Edits(graph.store()).relationKey(relation));
    }

    private EditToolResult undo(ServedGraph graph, Caller caller, String request, UndoArguments given) {
        String why = given.why() == null ? "" : given.why();
        return result(
                graph,
                editing.undo(graph, EditAuthor.agent(caller), request, given.id(), why, false),
                false,
                List.of());
    }

    private static EditToolResult result(ServedGraph graph, Edit edit, boolean isNew, List<String> remarks) {
        return new EditToolResult(
                graph.name(), edit.id(), edit.change().act(), edit.change().describe(), isNew, remarks);
    }
}
