package dev.tern.models.kept;

import dev.tern.text.UrlSecrets;

/**
 * The start data of a run. Secrets in URLs are removed, because the data is stored and shown.
 *
 * @param id a unique id of the run
 * @param command the command with its sources, as typed
 */
public record RunStart(String id, String command, String store, String graph) {
    /** Hides secrets in URLs of the command and the store. */
    public RunStart {
        command = UrlSecrets.hidden(command);
        store = UrlSecrets.hidden(store);
    }
}
