package dev.tern.store.milvus.client;

import dev.tern.error.TernException;
import dev.tern.store.Stores;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/**
 * The address of a server.
 *
 * @param secure true for an encrypted connection
 * @param host the server's name or IP address
 * @param port the server's port, 1 to 65535
 */
public record MilvusAddress(boolean secure, String host, int port) {
    private static final int MILVUS_PORT = 19_530;
    private static final int HTTPS_PORT = 443;
    private static final int MAX_PORT = 65_535;

    /**
     * Parses an address as users write it.
     *
     * @throws TernException the user's fault, if it is invalid, or holds a user or a password
     */
    public static MilvusAddress of(String text) {
        if (text.contains("@")) {
            throw TernException.user("the store " + displayAddress(text)
                    + " holds a user or a password, which others could read in the list of processes: leave it out,"
                    + " and set milvus.token");
        }
        URI uri;
        try {
            uri = new URI(text.strip());
        } catch (URISyntaxException e) {
            throw unfit(text);
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean bare = (uri.getRawPath() == null
                        || uri.getRawPath().isEmpty()
                        || uri.getRawPath().equals("/"))
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null;
        if (!Set.of("http", "https", "milvus").contains(scheme) || uri.getHost() == null || !bare) {
            throw unfit(text);
        }
        boolean secure = scheme.equals("https");
        int port = uri.getPort() >= 0 ? uri.getPort() : secure ? HTTPS_PORT : MILVUS_PORT;
        if (port < 1 || port > MAX_PORT) {
            throw unfit(text);
        }
        return new MilvusAddress(secure, uri.getHost(), port);
    }

    private static TernException unfit(String text) {
        return TernException.user("the store " + displayAddress(text)
                + " is not an address of Milvus: it must be http://host:port, https://host:port or"
                + " milvus://host:port; milvus.database sets the database");
    }

    private static String displayAddress(String text) {
        String shown = Stores.displayAddress(text);
        // Even a text that is not an address may contain a password.
        return shown.equals(text) && text.contains("@") ? "given" : "\"" + shown + "\"";
    }

    @Override
    public String toString() {
        return (secure ? "https://" : "http://") + host + ":" + port;
    }
}
