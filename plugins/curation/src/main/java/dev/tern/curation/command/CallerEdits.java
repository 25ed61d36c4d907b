package dev.tern.curation.command;

import dev.tern.curation.Curation;
import dev.tern.curation.Edits;
import dev.tern.curation.Edits.EditResult;
import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Trusted;
import dev.tern.note.Note;
import dev.tern.server.api.CountedIntake;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.job.Job;
import dev.tern.server.job.Jobs;
import dev.tern.server.mcp.ToolProvider;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes and undoes edits for callers of any protocol, and records the author. Thread-safe. */
final class CallerEdits {
    private static final Logger LOG = LoggerFactory.getLogger(CallerEdits.class);

    /** The maximum number of passages that a caller waits for, if there are jobs. */
    private static final int MAX_PASSAGES_AT_ONCE = 1000;

    private final ToolProvider.Parts server;

    /** Creates the maker of edits, whose model calls count towards the caller's daily tokens. */
    CallerEdits(ToolProvider.Parts server) {
        this.server = server;
    }

    /** Starts a job that rewrites the pending passages of a graph, unless such a job waits. */
    private void begin(String graph, String caller) {
        server.jobs().ifPresent(jobs -> jobs.acceptUnlessWaiting(graph, Job.Kind.EDIT, "an edit", caller));
    }

    /**
     * Opens each graph and starts a job if an earlier process has left edits unfinished.
     *
     * @return the thread that does so
     */
    Thread resume(Jobs jobs) {
        return Thread.ofVirtual().name("tern-resume").start(() -> {
            try {
                server.graphs().names().forEach(name -> resume(name, jobs));
            } catch (TernException e) {
                LOG.warn("unfinished edits cannot be resumed: {}", e.getMessage());
            }
        });
    }

    private void resume(String name, Jobs jobs) {
        boolean begun = jobs.of(name).stream().anyMatch(job -> job.kind() == Job.Kind.EDIT && !job.hasEnded());
        try (ServedGraph graph = server.graphs().create(name)) {
            List<Edit> pending = graph.store().latest().notes().pending();
            if (!begun && !pending.isEmpty()) {
                begin(name, pending.getFirst().made().by());
            }
        } catch (TernException | Problem | CancellationException e) {
            if (!Thread.currentThread().isInterrupted()) {
                LOG.warn("unfinished edits of the graph {} cannot be resumed: {}", name, e.getMessage());
            }
        }
    }

    /**
     * Makes an edit and logs it.
     *
     * @param request the id of the request in the log
     * @param relationKeys returns the key of the relation that the body names
     * @throws Problem if the body is malformed or conflicts with the graph, the author may not make
     *     the edit, or a limit of the server is reached
     */
    EditResult make(
            ServedGraph graph,
            EditAuthor editAuthor,
            String request,
            EditBody body,
            UnaryOperator<String> relationKeys) {
        Change change = EditRequest.change(body, relationKeys);
        Note.Act act = editAuthor.act(body.why() == null ? "" : body.why());
        EditResult edited = conflicting(() -> change instanceof Trusted
                ? new Edits(graph.store()).make(change, act)
                : writing(graph, editAuthor, edits -> edits.make(change, act, editAuthor::requireOwn)));
        if (edited.waiting() > 0) {
            begin(graph.name(), editAuthor.caller().name());
        }
        log(graph, editAuthor, request, edited.isNew() ? "made" : "said before", edited.edit());
        return edited;
    }

    /** Runs an edit and counts its model calls; may leave passages to be rewritten later. */
    private <T> T writing(ServedGraph graph, EditAuthor editAuthor, Function<Edits, T> act) {
        server.quotas().requireTokens(editAuthor.caller());
        CountedIntake counted = new CountedIntake(server.quotas(), server.metrics(), "edit", editAuthor.caller());
        return server.asking()
                .permits(MetadataFilter.everything())
                .run(
                        editAuthor.caller(),
                        () -> graph.intake()
                                .change(
                                        "tern serve: edit",
                                        counted,
                                        rag -> act.apply(Curation.of(rag)
                                                .edits()
                                                .with((done, all) -> done > 0
                                                        || server.jobs().isEmpty()
                                                        || all <= MAX_PASSAGES_AT_ONCE))));
    }

    /**
     * Undoes an earlier edit.
     *
     * @param request the id of the request in the log
     * @param forget true to remove the edit from the history, too
     * @throws Problem if there is no such edit, the author may not undo it, a limit is reached, or
     *     it is undone already and {@code forget} is false
     */
    Edit undo(ServedGraph graph, EditAuthor editAuthor, String request, String id, String why, boolean forget) {
        Note.Act act = editAuthor.act(why);
        Edit edit = new Edits(graph.store())
                .of(id)
                .orElseThrow(() -> Problem.notFound("the graph has no edit \"" + id + "\""));
        Edit undone = conflicting(() -> {
            editAuthor.requireOwn(edit);
            return writing(graph, editAuthor, edits -> forget ? edits.forget(id) : edits.undo(id, act));
        });
        if (!graph.store().latest().notes().pending().isEmpty()) {
            begin(graph.name(), editAuthor.caller().name());
        }
        log(graph, editAuthor, request, forget ? "forgot" : "took back", undone);
        return undone;
    }

    /** Converts the user's faults to conflicts, because the edit itself is well-formed. */
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

    private static void log(ServedGraph graph, EditAuthor editAuthor, String request, String action, Edit edit) {
        LOG.info(
                "request {} by {}: {} edit {} of the graph {}: {}",
                request,
                editAuthor.by(),
                action,
                edit.id(),
                graph.name(),
                edit.change().act());
    }
}
