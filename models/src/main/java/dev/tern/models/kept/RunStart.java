package dev.tern.models.kept;

import java.util.regex.Pattern;

/**
 * What a run set out to do. Passwords and tokens in URLs are taken out, since this is kept and shown.
 *
 * @param id the run's own name
 * @param command the command with its sources, as typed
 * @param store the store's URI
 * @param graph the graph's name
 */
public record RunStart(String id, String command, String store, String graph) {
    private static final Pattern USER = Pattern.compile("(?<=://)[^/\\s@]+@");
    private static final Pattern QUERY = Pattern.compile("(?<=[?&][^=&#\\s]{1,64}=)[^&#\\s]+");

    /** Takes secrets out of the command and the URI. */
    public RunStart {
        command = withoutSecrets(command);
        store = withoutSecrets(store);
    }

    /** The text without users, passwords and the values of queries in the URLs that it holds. */
    private static String withoutSecrets(String text) {
        return QUERY.matcher(USER.matcher(text).replaceAll("")).replaceAll("...");
    }
}
