package dev.tern.server.settings;

import dev.tern.error.TernException;
import java.net.URI;
import java.util.Map;

/**
 * Where traces are sent, by OTLP over HTTP.
 *
 * @param endpoint http or https; {@code /v1/traces} is put behind it
 * @param headers what to send with them, such as a key; never shown
 * @param ratio the part of requests that is traced, 0 to 1
 */
public record TraceSettings(URI endpoint, Map<String, String> headers, double ratio) {
    /**
     * Copies the collections and checks the values.
     *
     * @throws TernException if the address is none of http or https, or the ratio is out of its range
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
