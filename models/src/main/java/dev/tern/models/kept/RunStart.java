package dev.tern.models.kept;

import dev.tern.error.UrlSecrets;

/**
 * The start data of a run, with secrets in URLs removed, because it is stored and shown.
 *
 * @param id a unique id of the run
 * @param command the command with its sources, as typed
 */
public record RunStart(String id, String command, String store, String graph) {
    /** Removes secrets from the command and the URI. */
    public RunStart {
        command = UrlSecrets.hidden(command);
        store = UrlSecrets.hidden(store);
    }
}
