package dev.tern.models;

import dev.tern.error.TernException;
import dev.tern.text.UrlSecrets;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint of a model's server, with its limits and retries. Immutable.
 *
 * @param baseUrl the root of the provider's API, http or https; null for the provider's default
 * @param apiKey the key; null to send none
 * @param requestTimeout the timeout of an attempt, or of each streamed part; 100 ms to 1 hour
 * @param maxRetries the retries after a transient failure, 0 to 20
 * @param backOffBase the maximum delay before the first retry, doubled for each further retry; 1 ms
 *     to 1 minute
 * @param maxBackOff the limit of that doubling, backOffBase to 10 minutes; a request fails if the
 *     server asks for a longer delay
 * @param parallelRequests the maximum number of concurrent requests, 1 to 256
 * @param maxResponseBytes the maximum size of a response, 1 KiB to 1 GiB
 * @param requestsPerMinute the maximum number of requests in any 60 seconds, retries included, 1 to
 *     1,000,000; null for no limit
 * @param tokensPerMinute the approximate maximum of tokens sent and received in any 60 seconds, 1
 *     to 2,000,000,000; null for no limit
 * @param burst the largest burst, as a time, 1 s to 30 s: 6 s allow a tenth of the limits per
 *     minute at once. A longer time lowers the steady rate
 */
public record ModelEndpoint(
        @Nullable String baseUrl,
        @Nullable ProviderKey apiKey,
        Duration requestTimeout,
        int maxRetries,
        Duration backOffBase,
        Duration maxBackOff,
        int parallelRequests,
        long maxResponseBytes,
        @Nullable Integer requestsPerMinute,
        @Nullable Integer tokensPerMinute,
        Duration burst) {

    public ModelEndpoint {
        if (baseUrl != null) {
            baseUrl = checkedUrl(baseUrl);
        }
        RangeCheck.check("requestTimeout", requestTimeout, Duration.ofMillis(100), Duration.ofHours(1));
        RangeCheck.checkWhole("maxRetries", maxRetries, 0, 20);
        RangeCheck.check("backOffBase", backOffBase, Duration.ofMillis(1), Duration.ofMinutes(1));
        RangeCheck.check("maxBackOff", maxBackOff, backOffBase, Duration.ofMinutes(10));
        RangeCheck.checkWhole("parallelRequests", parallelRequests, 1, 256);
        RangeCheck.checkWhole("maxResponseBytes", maxResponseBytes, 1 << 10, 1 << 30);
        if (requestsPerMinute != null) {
            RangeCheck.checkWhole("requestsPerMinute", requestsPerMinute, 1, 1_000_000);
        }
        if (tokensPerMinute != null) {
            RangeCheck.checkWhole("tokensPerMinute", tokensPerMinute, 1, 2_000_000_000);
        }
        RangeCheck.check("burst", burst, Duration.ofSeconds(1), Duration.ofSeconds(30));
    }

    /**
     * Returns a builder with the defaults: the provider's base URL, no key, a timeout of 60 s, 5
     * retries after at most 500 ms, doubled up to 60 s, 4 concurrent requests, 64 MiB per response,
     * no limits per minute, and a burst of 6 s.
     */
    public static Builder builder() {
        return new Builder();
    }

    ModelEndpoint withParallelRequests(int max) {
        return new ModelEndpoint(
                baseUrl,
                apiKey,
                requestTimeout,
                maxRetries,
                backOffBase,
                maxBackOff,
                max,
                maxResponseBytes,
                requestsPerMinute,
                tokensPerMinute,
                burst);
    }

    /** Returns true if both base URLs have the same host; a null or malformed URL has none. */
    public static boolean isSameHost(String one, @Nullable String other) {
        String host = host(one);
        return host != null && other != null && host.equalsIgnoreCase(host(other));
    }

    /** Returns the host of a URL; null if there is none, or Java cannot parse it. */
    private static @Nullable String host(String url) {
        try {
            return new URI(url.strip()).getHost();
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /**
     * Returns the base URL for a provider, without a trailing slash.
     *
     * @throws TernException if none is set and the provider has no default
     */
    String baseUrlFor(KnownProvider provider) {
        String url = baseUrl == null ? provider.defaultBaseUrl() : provider.root(baseUrl);
        if (url == null) {
            throw TernException.user(
                    switch (provider) {
                        case AZURE ->
                            "azure needs the address of your resource: set AZURE_OPENAI_ENDPOINT, or the base URL, to"
                                    + " https://RESOURCE.openai.azure.com";
                        case BEDROCK ->
                            "bedrock needs a region: set AWS_REGION, or the base URL to"
                                    + " https://bedrock-runtime.REGION.amazonaws.com/openai/v1";
                        default -> "a model of provider " + provider + " has no base URL";
                    });
        }
        return url;
    }

    /**
     * Checks, if {@link KnownProvider#isAt} holds for the base URL, that a required key is present
     * and is not another provider's.
     *
     * @throws TernException if a check fails, or there is no base URL
     */
    void requireKey(KnownProvider provider) {
        boolean own = provider.isAt(baseUrlFor(provider));
        List<String> variables = provider.keyVariables();
        if (apiKey == null && own && !variables.isEmpty()) {
            throw TernException.user(provider.title() + " needs a key: set " + String.join(" or ", variables)
                    + ", or name the base URL of another server, or choose another provider (ollama; in-process for"
                    + " embedding)");
        }
        if (apiKey != null && own) {
            KnownProvider.ofKey(apiKey.reveal()).filter(of -> of != provider).ifPresent(of -> {
                throw TernException.user("the key for " + provider + " belongs to " + of
                        + ", and is sent to no other address: choose "
                        + of + " as the provider, or set "
                        + (variables.isEmpty() ? "no key" : variables.getFirst() + " to a key of " + provider.title()));
            });
        }
    }

    /** Returns the key in plain text; null if there is none. */
    @Nullable
    String key() {
        return apiKey == null ? null : apiKey.reveal();
    }

    /** Returns the key, or a placeholder for clients that require one. */
    String keyOrNone() {
        return apiKey == null ? "none" : apiKey.reveal();
    }

    /** Returns the Authorization header with the key; empty if there is no key. */
    Map<String, String> authorisation() {
        return apiKey == null ? Map.of() : Map.of("Authorization", "Bearer " + apiKey.reveal());
    }

    private static String checkedUrl(String text) {
        String trimmed = text.strip().replaceFirst("(?<!/)/++$", "");
        String shown = UrlSecrets.hidden(trimmed);
        URI uri;
        try {
            uri = new URI(trimmed);
        } catch (URISyntaxException e) {
            // The exception is not set as the cause, because it quotes the whole text.
            refuseUser(trimmed.contains("@"));
            throw TernException.user("the base URL \"" + shown + "\" is not a URL: " + e.getReason());
        }
        boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        boolean whole = web && uri.getHost() != null && uri.getFragment() == null;
        // A number sign or slash in a password ends the host before the @.
        refuseUser(uri.getUserInfo() != null || (!whole && trimmed.contains("@")));
        if (!whole) {
            throw TernException.user(
                    "the base URL \"" + shown + "\" is not of the form http://host:port/path or https://host/path");
        }
        return trimmed;
    }

    private static void refuseUser(boolean held) {
        if (held) {
            throw TernException.user("the base URL holds a user or password: leave it out, and set the key instead");
        }
    }

    /** Builds an endpoint; unset options keep their defaults. Not thread-safe. */
    public static final class Builder {
        private @Nullable String baseUrl;
        private @Nullable ProviderKey apiKey;
        private Duration requestTimeout = Duration.ofSeconds(60);
        private int maxRetries = 5;
        private Duration backOffBase = Duration.ofMillis(500);
        private Duration maxBackOff = Duration.ofSeconds(60);
        private int parallelRequests = 4;
        private long maxResponseBytes = 64L << 20;
        private @Nullable Integer requestsPerMinute;
        private @Nullable Integer tokensPerMinute;
        private Duration burst = Duration.ofSeconds(6);

        private Builder() {}

        /** Sets the root of the provider's API; null for the provider's default. */
        public Builder baseUrl(@Nullable String value) {
            baseUrl = value;
            return this;
        }

        /** Sets the key; null to send none. */
        public Builder apiKey(@Nullable ProviderKey value) {
            apiKey = value;
            return this;
        }

        /** Sets the timeout of an attempt, or of each streamed part. */
        public Builder requestTimeout(Duration value) {
            requestTimeout = value;
            return this;
        }

        /** Sets the number of retries after a transient failure. */
        public Builder maxRetries(int value) {
            maxRetries = value;
            return this;
        }

        /** Sets the maximum delay before the first retry, doubled for each further retry. */
        public Builder backOffBase(Duration value) {
            backOffBase = value;
            return this;
        }

        /** Sets the limit of the doubled delay; requests fail if the server asks for more. */
        public Builder maxBackOff(Duration value) {
            maxBackOff = value;
            return this;
        }

        /** Sets the maximum number of concurrent requests. */
        public Builder parallelRequests(int value) {
            parallelRequests = value;
            return this;
        }

        /** Sets the maximum size of a response, in bytes. */
        public Builder maxResponseBytes(long value) {
            maxResponseBytes = value;
            return this;
        }

        /** Sets the maximum number of requests in any 60 seconds; null for no limit. */
        public Builder requestsPerMinute(@Nullable Integer value) {
            requestsPerMinute = value;
            return this;
        }

        /** Sets the approximate maximum of tokens in any 60 seconds; null for no limit. */
        public Builder tokensPerMinute(@Nullable Integer value) {
            tokensPerMinute = value;
            return this;
        }

        /** Sets the largest burst: as many requests and tokens as the limits allow in this time. */
        public Builder burst(Duration value) {
            burst = value;
            return this;
        }

        /**
         * Returns an endpoint with these options.
         *
         * @throws TernException if a value is out of its range, or the base URL is malformed or
         *     holds a user or password
         */
        public ModelEndpoint build() {
            return new ModelEndpoint(
                    baseUrl,
                    apiKey,
                    requestTimeout,
                    maxRetries,
                    backOffBase,
                    maxBackOff,
                    parallelRequests,
                    maxResponseBytes,
                    requestsPerMinute,
                    tokensPerMinute,
                    burst);
        }
    }
}
