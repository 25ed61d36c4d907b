package dev.tern.server.mcp;

import dev.tern.server.front.Caller;
import dev.tern.server.job.DocumentsBody;
import org.jspecify.annotations.Nullable;

/** Adds texts of agents. Thread-safe. */
@FunctionalInterface
public interface TextAdder {
    /**
     * Adds documents to a graph, and waits until they are stored; for a job at most 20 seconds.
     *
     * @param graph the graph, which the caller may see; created if missing
     * @param taken called when the documents of a job are on disk, so that memory can be freed;
     *     not called if there is no job
     * @throws dev.tern.server.front.Problem if a document is invalid, the caller's tokens of the
     *     day are used up, or a new job is not accepted
     * @throws dev.tern.error.TernException if a model or the store fails; not for a failed job
     */
    AddResult add(Caller caller, String graph, DocumentsBody documents, Runnable taken);

    /**
     * The result of adding.
     *
     * @param state done, failed, or the state of the job
     * @param job the id of the job; null if the documents were added without a job
     * @param problem the reason of a failure or a wait; null otherwise
     */
    record AddResult(
            String state,
            long passages,
            @Nullable String job,
            @Nullable String problem) {}
}
