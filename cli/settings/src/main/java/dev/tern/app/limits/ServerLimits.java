package dev.tern.app.limits;

import dev.tern.error.TernException;
import dev.tern.settings.Parameter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** A value for every {@link ServerLimit}. Immutable. */
public final class ServerLimits {
    /** The maximum number of bytes of a JSON body with neither documents nor a question. */
    public static final int QUESTION_BYTES = 1 << 18;

    public static final ServerLimits DEFAULTS = builder().build();

    /** The divisor that lowers the minimum of a time or size in {@link Builder#set}. */
    private static final long PIECES = 1_024;

    private final Map<ServerLimit, Long> values;

    private ServerLimits(Map<ServerLimit, Long> values) {
        this.values = new EnumMap<>(values);
    }

    /** Returns a builder that starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder that starts from these limits. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.values.putAll(values);
        return builder;
    }

    /** Returns the value of a limit, in counts, milliseconds or bytes. */
    public long of(ServerLimit limit) {
        return values.getOrDefault(limit, limit.inSmall(limit.defaultValue()));
    }

    /** Returns a limit on time as a duration. */
    public Duration time(ServerLimit limit) {
        return Duration.ofMillis(of(limit));
    }

    /** Returns a limit on a count as an integer. */
    public int count(ServerLimit limit) {
        return Math.toIntExact(of(limit));
    }

    /** Returns a parameter's maximum in a question; {@link Integer#MAX_VALUE} for no limit. */
    public int max(Parameter<?> parameter) {
        if (parameter == Parameter.FRONTIER_LIMIT || parameter == Parameter.RELATION_LIMIT) {
            return count(ServerLimit.RELATIONS);
        }
        if (parameter == Parameter.CANDIDATE_TOKENS) {
            return count(ServerLimit.CANDIDATE_TOKENS);
        }
        return parameter == Parameter.FINAL_TOP_K ? count(ServerLimit.FINAL_TOP_K) : Integer.MAX_VALUE;
    }

    /** Returns the maximum number of characters of an MCP tool's result. */
    public int toolCharacters() {
        return count(ServerLimit.TOOL_CHARACTERS);
    }

    /** Collects limits and validates each at once. Not thread-safe. */
    public static final class Builder {
        private final Map<ServerLimit, Long> values = new EnumMap<>(ServerLimit.class);

        private Builder() {}

        /**
         * Sets a limit in the unit of its setting.
         *
         * @throws TernException the user's fault, if the value is out of the limit's range
         */
        public Builder setting(ServerLimit limit, long value) {
            if (value < limit.min() || value > limit.max()) {
                throw TernException.user(limit.setting().orElseGet(limit::name) + " is " + value + " and must be from "
                        + limit.min() + " to " + limit.max());
            }
            values.put(limit, limit.inSmall(value));
            return this;
        }

        /**
         * Sets a limit in counts, milliseconds or bytes. The minimum of a time or a size is 1/1,024
         * of its setting's minimum.
         *
         * @throws TernException the user's fault, if the value is out of the limit's range
         */
        public Builder set(ServerLimit limit, long value) {
            long min = limit.inSmall(1) == 1 ? limit.min() : limit.inSmall(limit.min()) / PIECES;
            long max = limit.inSmall(limit.max());
            if (value < min || value > max) {
                throw TernException.user(
                        "the limit " + limit + " is " + value + "; it must be between " + min + " and " + max);
            }
            values.put(limit, value);
            return this;
        }

        /** Returns the limits, with defaults in place of missing values. */
        public ServerLimits build() {
            return new ServerLimits(values);
        }
    }

    @Override
    public String toString() {
        return "limits, the usual ones but for " + values;
    }
}
