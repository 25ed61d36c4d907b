package dev.tern.server.settings;

import dev.tern.error.TernException;
import java.net.URI;
import java.util.Map;

/**
 * The target of traces, by OTLP over HTTP.
 *
 * @param endpoint http or https; {@code /v1/traces} is appended
 * @param headers headers to send, such as a key; never shown
 */
public record TraceSettings(URI endpoint, Map<String, String> headers) {
    /**
     * Copies the headers and validates the endpoint.
     *
     * @throws TernException if the endpoint is not http or https, or has no host
     */
    public TraceSettings {
        headers = Map.copyOf(headers);
        String scheme = String.valueOf(endpoint.getScheme());
        if (endpoint.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
            throw TernException.user("the address for traces must begin with http:// or https:// and name a host");
        }
    }

    @Override
    public String toString() {
        return "TraceSettings[" + endpoint.getScheme() + "://" + endpoint.getHost() + ", " + headers.size()
                + " headers]";
    }
}
