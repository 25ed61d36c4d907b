package dev.tern.store.milvus.client;

import dev.tern.error.TernException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The address of a server.
 *
 * @param secure true for an encrypted connection
 * @param host its name or address
 * @param port its port
 */
public record MilvusAddress(boolean secure, String host, int port) {
    private static final int MILVUS_PORT = 19_530;
    private static final int HTTPS_PORT = 443;
    private static final int MOST_PORT = 65_535;

    /**
     * Parses an address as users write it.
     *
     * @throws TernException the user's fault, if it is invalid, or holds a user or a password
     */
    public static MilvusAddress of(String text) {
        URI uri;
        try {
            uri = new URI(text.strip());
        } catch (URISyntaxException e) {
            throw unfit(text, e);
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (uri.getRawUserInfo() != null) {
            throw TernException.user("the address of Milvus at " + uri.getHost()
                    + " holds a user or a password; give them apart from it, as a token or as user and password");
        }
        boolean bare = (uri.getRawPath() == null
                        || uri.getRawPath().isEmpty()
                        || uri.getRawPath().equals("/"))
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null;
        if (!Set.of("http", "https", "milvus").contains(scheme) || uri.getHost() == null || !bare) {
            throw unfit(text, null);
        }
        boolean secure = scheme.equals("https");
        int port = uri.getPort() >= 0 ? uri.getPort() : secure ? HTTPS_PORT : MILVUS_PORT;
        if (port < 1 || port > MOST_PORT) {
            throw unfit(text, null);
        }
        return new MilvusAddress(secure, uri.getHost(), port);
    }

    private static TernException unfit(String text, @Nullable Throwable cause) {
        // A password may precede the @, and the cause repeats its input.
        boolean secret = text.contains("@");
        String shown = secret ? "what is given" : "\"" + text + "\"";
        String message =
                shown + " is no address of Milvus: it reads http://host:port, https://host:port or milvus://host:port";
        return cause == null || secret ? TernException.user(message) : TernException.user(message, cause);
    }

    @Override
    public String toString() {
        return (secure ? "https://" : "http://") + host + ":" + port;
    }
}
