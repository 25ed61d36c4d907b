package dev.tern.server.settings;

import dev.tern.error.TernException;
import java.net.URI;
import java.util.Map;

/**
 * The target of traces, by OTLP over HTTP.
 *
 * @param endpoint http or https; {@code /v1/traces} is appended
 * @param headers headers to send, such as a key; never shown
 * @param ratio the fraction of requests to trace, 0 to 1
 */
public record TraceSettings(URI endpoint, Map<String, String> headers, double ratio) {
    /**
     * Copies the collections and validates the values.
     *
     * @throws TernException if the address is not http or https, or the ratio out of range
     */
    public TraceSettings {
        headers = Map.copyOf(headers);
        String scheme = String.valueOf(endpoint.getScheme());
        if (endpoint.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
            throw TernException.user("the address for traces must begin with http:// or https:// and name a host");
        }
        if (!(ratio >= 0 && ratio <= 1)) {
            throw TernException.user(
                    "the part of requests that is traced is " + ratio + "; it must be between 0 and 1");
        }
    }

    @Override
    public String toString() {
        return "TraceSettings[" + endpoint.getScheme() + "://" + endpoint.getHost() + ", " + headers.size()
                + " headers, " + ratio + "]";
    }
}
