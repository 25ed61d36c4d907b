package dev.tern.models.kept;

import dev.tern.error.UrlSecrets;

/**
 * The start data of a run. Secrets in URLs are removed, because it is stored and shown.
 *
 * @param id the run's own name
 * @param command the command with its sources, as typed
 * @param store the store's URI
 * @param graph the graph's name
 */
public record RunStart(String id, String command, String store, String graph) {
    /** Removes secrets from the command and the URI. */
    public RunStart {
        command = UrlSecrets.hidden(command);
        store = UrlSecrets.hidden(store);
    }
}
