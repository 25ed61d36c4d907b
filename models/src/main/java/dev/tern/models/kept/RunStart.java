package dev.tern.models.kept;

import dev.tern.error.UrlSecrets;

/**
 * What a run set out to do. Passwords and tokens in URLs are taken out, since this is kept and shown.
 *
 * @param id the run's own name
 * @param command the command with its sources, as typed
 * @param store the store's URI
 * @param graph the graph's name
 */
public record RunStart(String id, String command, String store, String graph) {
    /** Takes secrets out of the command and the URI. */
    public RunStart {
        command = UrlSecrets.hidden(command);
        store = UrlSecrets.hidden(store);
    }
}
