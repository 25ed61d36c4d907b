package dev.tern.server.api;

import dev.tern.edit.Edits;
import dev.tern.edit.Edits.Edited;
import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Change;
import dev.tern.note.Note;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.json.EditBody;
import dev.tern.server.metrics.Metrics;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes edits and takes them back for callers, whichever way they came in; the name of the caller is kept with each. Thread-safe. */
public final class Editing {
    private static final Logger LOG = LoggerFactory.getLogger(Editing.class);

    private final Asking asking;
    private final Quotas quotas;
    private final Metrics metrics;

    /** Edits of which those that a model has to embed are counted, and have a place and a time limit as questions do. */
    public Editing(Asking asking, Quotas quotas, Metrics metrics) {
        this.asking = asking;
        this.quotas = quotas;
        this.metrics = metrics;
    }

    /**
     * Makes an edit and logs it.
     *
     * @param request by which the log knows it
     * @param relationKeys the key of a relation as the body names it
     * @throws Problem if the body is not of the form of its act, does not fit the graph as it is now, or is not the editor's to say
     */
    public Edited make(
            ServedGraph graph, Editor editor, String request, EditBody body, UnaryOperator<String> relationKeys) {
        Change change = EditRequest.change(body, relationKeys);
        Note.Act act = editor.act(body.why() == null ? "" : body.why());
        Edited edited = conflicting(() -> {
            editor.requireMay(change, graph.store().notes());
            return change instanceof Edit.Missing
                    ? added(graph, editor.caller(), change, act)
                    : new Edits(graph.store()).make(change, act, editor::requireOwn);
        });
        log(graph, editor, request, edited.isNew() ? "made" : "said before", edited.edit());
        return edited;
    }

    private Edited added(ServedGraph graph, Caller caller, Change change, Note.Act act) {
        quotas.requireTokens(caller);
        CountedIntake counted = new CountedIntake(quotas, metrics, "edit", caller);
        Edits edits = new Edits(graph.store(), document -> graph.intake().addEdited(document, counted));
        return asking.places(Filter.everything()).run(caller, () -> edits.make(change, act));
    }

    /**
     * Takes an edit back.
     *
     * @param request by which the log knows it
     * @param forget whether it is left out of the history too
     * @throws Problem if there is no such edit, it was taken back before, or it is not the editor's to take back
     */
    public Edit undo(ServedGraph graph, Editor editor, String request, String id, String why, boolean forget) {
        Note.Act act = editor.act(why);
        Edits edits = new Edits(graph.store());
        Edit edit = edits.of(id).orElseThrow(() -> Problem.notFound("the graph has no edit \"" + id + "\""));
        Edit undone = conflicting(() -> {
            editor.requireOwn(edit);
            return forget ? edits.forget(id) : edits.undo(id, act);
        });
        log(graph, editor, request, forget ? "forgot" : "took back", undone);
        return undone;
    }

    /** What was sent is of the right form; where it is refused, it does not fit the graph as it is now. */
    private static <T> T conflicting(Supplier<T> change) {
        try {
            return change.get();
        } catch (TernException e) {
            if (e.fault() == TernException.Fault.USER) {
                throw Problem.conflict(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private static void log(ServedGraph graph, Editor editor, String request, String what, Edit edit) {
        LOG.info(
                "request {} by {}: {} edit {} of the graph {}: {}",
                request,
                editor.by(),
                what,
                edit.id(),
                graph.name(),
                edit.change().act());
    }
}
