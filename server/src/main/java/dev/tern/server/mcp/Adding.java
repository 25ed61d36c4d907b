package dev.tern.server.mcp;

import dev.tern.server.front.Caller;
import dev.tern.server.job.DocumentsBody;
import org.jspecify.annotations.Nullable;

/** The way in for texts of agents. Thread-safe. */
@FunctionalInterface
public interface Adding {
    /**
     * Adds documents to a graph; waits a while for them to be in it.
     *
     * @param graph the graph, which the caller may see; made if it is not there
     * @param taken run when they are on disk, and need not be kept in memory for what is waited for then
     * @throws dev.tern.server.front.Problem if a document is not as it should be, or too much waits already
     * @throws dev.tern.error.TernException if a model or the store fails
     */
    Added add(Caller caller, String graph, DocumentsBody documents, Runnable taken);

    /**
     * What became of them.
     *
     * @param state done, or how far their job is
     * @param passages passages of theirs that were added
     * @param job the job that goes on with it; null if there is none
     * @param problem why it failed, or what it waits for; null otherwise
     */
    record Added(
            String state,
            long passages,
            @Nullable String job,
            @Nullable String problem) {}
}
