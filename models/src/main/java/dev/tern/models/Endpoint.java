package dev.tern.models;

import dev.tern.error.TernException;
import dev.tern.error.UrlSecrets;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a model is served, and how patient Tern is with it. Immutable.
 *
 * @param baseUrl the root of the provider's interface, http or https; null means the provider's usual one
 * @param apiKey the key; null sends none
 * @param organisation the organisation that is billed, for OpenAI; null sends none
 * @param requestTimeout how long one try may take in all, and between two parts of an answer that is heard while
 *     it is written; 100 ms to 1 hour
 * @param maxRetries how many more tries follow a failed one that may pass, 0 to 20
 * @param backOffBase the wait before the first retry, doubled for each further one; 1 ms to 1 minute
 * @param backOffCap the longest wait before a retry, and the longest that a server may ask for; from backOffBase to 10
 *     minutes
 * @param parallelRequests the most requests in flight at once, 1 to 256
 * @param maxResponseBytes the longest answer that is read, 1 KiB to 1 GiB
 * @param requestsPerMinute the most requests that go in any 60 seconds, retries counted, 1 to 1,000,000; null means no
 *     limit
 * @param tokensPerMinute the most tokens sent and received in any 60 seconds, as far as they can be estimated when a
 *     request goes, 1 to 2,000,000,000; null means no limit
 * @param burst what the limits allow in this time may go at once, 1 s to 30 s; the longer, the less is sent steadily
 */
public record Endpoint(
        @Nullable String baseUrl,
        @Nullable ApiKey apiKey,
        @Nullable String organisation,
        Duration requestTimeout,
        int maxRetries,
        Duration backOffBase,
        Duration backOffCap,
        int parallelRequests,
        long maxResponseBytes,
        @Nullable Integer requestsPerMinute,
        @Nullable Integer tokensPerMinute,
        Duration burst) {

    public Endpoint {
        if (baseUrl != null) {
            baseUrl = checkedUrl(baseUrl);
        }
        if (organisation != null && !organisation.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw TernException.user("the organisation \"" + organisation + "\" holds a space or a line break");
        }
        RangeCheck.check("requestTimeout", requestTimeout, Duration.ofMillis(100), Duration.ofHours(1));
        RangeCheck.checkWhole("maxRetries", maxRetries, 0, 20);
        RangeCheck.check("backOffBase", backOffBase, Duration.ofMillis(1), Duration.ofMinutes(1));
        RangeCheck.check("backOffCap", backOffCap, backOffBase, Duration.ofMinutes(10));
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
     * The usual: the provider's own base URL, no key, 60 s a try, 5 retries from 500 ms up to 60 s, 4 requests in
     * flight, 64 MiB an answer, no limits a minute, and where there are some, a tenth of them at once.
     */
    public static Builder builder() {
        return new Builder();
    }

    Endpoint withParallelRequests(int most) {
        return new Endpoint(
                baseUrl,
                apiKey,
                organisation,
                requestTimeout,
                maxRetries,
                backOffBase,
                backOffCap,
                most,
                maxResponseBytes,
                requestsPerMinute,
                tokensPerMinute,
                burst);
    }

    /** Whether two base URLs, of which one may be missing, are on one host. What is no address is on no host. */
    public static boolean isSameHost(String one, @Nullable String other) {
        String host = host(one);
        return host != null && other != null && host.equalsIgnoreCase(host(other));
    }

    /** Null also of a name that Java takes for none. */
    private static @Nullable String host(String url) {
        try {
            return new URI(url.strip()).getHost();
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** The base URL to use for a provider, without a slash at the end. */
    String baseUrlFor(Provider provider) {
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
     * Looks that there is a key where one is needed, and that it is not one of another provider.
     *
     * @throws TernException if not
     */
    void requireKey(Provider provider) {
        boolean own = provider.isAt(baseUrlFor(provider));
        List<String> variables = provider.keyVariables();
        if (apiKey == null && own && !variables.isEmpty()) {
            throw TernException.user(provider.title() + " needs a key: set " + String.join(" or ", variables)
                    + ", or name the base URL of another server, or choose another provider (ollama; in-process for"
                    + " embedding)");
        }
        if (apiKey != null && own) {
            Provider.ofKey(apiKey.reveal()).filter(of -> of != provider).ifPresent(of -> {
                throw TernException.user("the key for " + provider + " is one of " + of
                        + ", and is sent to no other address: choose "
                        + of + " as the provider, or set "
                        + (variables.isEmpty() ? "no key" : variables.getFirst() + " to a key of " + provider.title()));
            });
        }
    }

    /** The key itself; null if there is none. */
    @Nullable
    String key() {
        return apiKey == null ? null : apiKey.reveal();
    }

    /** The key itself for clients that insist on one. */
    String keyOrNone() {
        return apiKey == null ? "none" : apiKey.reveal();
    }

    /** The header that carries the key, if there is one. */
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
            // Its message, and so the exception, holds the whole text.
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
            throw TernException.user("the base URL holds a user or password: leave it out, and give the key by itself");
        }
    }

    /** Builds an endpoint; what is not set keeps its default. Not thread-safe. */
    public static final class Builder {
        private @Nullable String baseUrl;
        private @Nullable ApiKey apiKey;
        private @Nullable String organisation;
        private Duration requestTimeout = Duration.ofSeconds(60);
        private int maxRetries = 5;
        private Duration backOffBase = Duration.ofMillis(500);
        private Duration backOffCap = Duration.ofSeconds(60);
        private int parallelRequests = 4;
        private long maxResponseBytes = 64L << 20;
        private @Nullable Integer requestsPerMinute;
        private @Nullable Integer tokensPerMinute;
        private Duration burst = Duration.ofSeconds(6);

        private Builder() {}

        /** The root of the provider's interface; null for the provider's usual one. */
        public Builder baseUrl(@Nullable String value) {
            baseUrl = value;
            return this;
        }

        /** The key; null to send none. */
        public Builder apiKey(@Nullable ApiKey value) {
            apiKey = value;
            return this;
        }

        /** The organisation that is billed; null to send none. */
        public Builder organisation(@Nullable String value) {
            organisation = value;
            return this;
        }

        /** How long one try may take in all. */
        public Builder requestTimeout(Duration value) {
            requestTimeout = value;
            return this;
        }

        /** How many more tries follow a failed one that may pass. */
        public Builder maxRetries(int value) {
            maxRetries = value;
            return this;
        }

        /** The wait before the first retry. */
        public Builder backOffBase(Duration value) {
            backOffBase = value;
            return this;
        }

        /** The longest wait before a retry. */
        public Builder backOffCap(Duration value) {
            backOffCap = value;
            return this;
        }

        /** The most requests in flight at once. */
        public Builder parallelRequests(int value) {
            parallelRequests = value;
            return this;
        }

        /** The longest answer that is read, in bytes. */
        public Builder maxResponseBytes(long value) {
            maxResponseBytes = value;
            return this;
        }

        /** The most requests that go in any 60 seconds; null for no limit. */
        public Builder requestsPerMinute(@Nullable Integer value) {
            requestsPerMinute = value;
            return this;
        }

        /** The most tokens sent and received in any 60 seconds; null for no limit. */
        public Builder tokensPerMinute(@Nullable Integer value) {
            tokensPerMinute = value;
            return this;
        }

        /** What the limits allow in this time may go at once. */
        public Builder burst(Duration value) {
            burst = value;
            return this;
        }

        /**
         * The endpoint with these settings.
         *
         * @throws TernException if a value is out of its range
         */
        public Endpoint build() {
            return new Endpoint(
                    baseUrl,
                    apiKey,
                    organisation,
                    requestTimeout,
                    maxRetries,
                    backOffBase,
                    backOffCap,
                    parallelRequests,
                    maxResponseBytes,
                    requestsPerMinute,
                    tokensPerMinute,
                    burst);
        }
    }
}
