package dev.tern.app.limits;

import dev.tern.error.TernException;
import dev.tern.settings.Parameter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** A value for every {@link ServerLimit}. Immutable. */
public final class ServerLimits {
    /** The maximum bytes of a JSON body without documents. */
    public static final int QUESTION_BYTES = 1 << 18;

    public static final ServerLimits USUAL = builder().build();

    /** The factor by which {@link Builder#set} accepts less than a setting's minimum. */
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
        return values.getOrDefault(limit, limit.inSmall(limit.usual()));
    }

    /** Returns a limit on time. */
    public Duration time(ServerLimit limit) {
        return Duration.ofMillis(of(limit));
    }

    private int whole(ServerLimit limit) {
        return Math.toIntExact(of(limit));
    }

    /** Returns the maximum requests of one caller in any minute. */
    public int requestsPerMinute() {
        return whole(ServerLimit.REQUESTS_PER_MINUTE);
    }

    /** Returns the maximum tokens of models for one caller in a day (UTC). */
    public long tokensPerDay() {
        return of(ServerLimit.TOKENS_PER_DAY);
    }

    /** Returns the maximum tokens of one question. */
    public long questionTokens() {
        return of(ServerLimit.QUESTION_TOKENS);
    }

    /** Returns the maximum bytes of a JSON body with documents. */
    public long bodyBytes() {
        return of(ServerLimit.BODY_BYTES);
    }

    /** Returns the maximum bytes of all bodies in memory. */
    public long bodiesBytes() {
        return of(ServerLimit.BODIES_BYTES);
    }

    /** Returns the maximum bytes of a file. */
    public long uploadBytes() {
        return of(ServerLimit.UPLOAD_BYTES);
    }

    /** Returns the maximum passages that a question may request. */
    public int finalTopK() {
        return whole(ServerLimit.FINAL_TOP_K);
    }

    /** Returns the maximum relations that hops reach, and entities that one hop starts from. */
    public int relations() {
        return whole(ServerLimit.RELATIONS);
    }

    /** Returns the maximum tokens of candidates in a prompt. */
    public int candidateTokens() {
        return whole(ServerLimit.CANDIDATE_TOKENS);
    }

    /** Returns the maximum that a question may choose for a parameter. */
    public int most(Parameter<?> parameter) {
        if (parameter == Parameter.FRONTIER_LIMIT || parameter == Parameter.RELATION_LIMIT) {
            return relations();
        }
        if (parameter == Parameter.CANDIDATE_TOKENS) {
            return candidateTokens();
        }
        return parameter == Parameter.FINAL_TOP_K ? finalTopK() : Integer.MAX_VALUE;
    }

    /** Returns the maximum concurrent connections. */
    public int connections() {
        return whole(ServerLimit.CONNECTIONS);
    }

    /** Returns the maximum waiting jobs of all graphs. */
    public int waitingJobs() {
        return whole(ServerLimit.WAITING_JOBS);
    }

    /** Returns the maximum running jobs, each of another graph. */
    public int runningJobs() {
        return whole(ServerLimit.RUNNING_JOBS);
    }

    /** Returns the maximum bytes of waiting jobs' payloads on disk. */
    public long spoolBytes() {
        return of(ServerLimit.SPOOL_BYTES);
    }

    /** Returns the maximum characters of an MCP tool's result. */
    public int toolCharacters() {
        return whole(ServerLimit.TOOL_CHARACTERS);
    }

    /** Returns the timeout of running requests when the server stops. */
    public Duration shutdown() {
        return time(ServerLimit.SHUTDOWN);
    }

    /** Collects limits and validates each at once. Not thread-safe. */
    public static final class Builder {
        private final Map<ServerLimit, Long> values = new EnumMap<>(ServerLimit.class);

        private Builder() {}

        /**
         * Sets a limit in the unit of its setting.
         *
         * @throws TernException the user's fault, naming the limit, its value and its range
         */
        public Builder setting(ServerLimit limit, long value) {
            if (value < limit.least() || value > limit.most()) {
                throw TernException.user(limit.setting().orElseGet(limit::name) + " is " + value + " and must be from "
                        + limit.least() + " to " + limit.most());
            }
            values.put(limit, limit.inSmall(value));
            return this;
        }

        /**
         * Sets a limit in counts, milliseconds or bytes.
         *
         * @throws TernException the user's fault, naming the limit, its value and its range
         */
        public Builder set(ServerLimit limit, long value) {
            long least = limit.inSmall(1) == 1 ? limit.least() : limit.inSmall(limit.least()) / PIECES;
            long most = limit.inSmall(limit.most());
            if (value < least || value > most) {
                throw TernException.user(
                        "the limit " + limit + " is " + value + "; it must be between " + least + " and " + most);
            }
            values.put(limit, value);
            return this;
        }

        /** Returns the limits that were set. */
        public ServerLimits build() {
            return new ServerLimits(values);
        }
    }

    @Override
    public String toString() {
        return "limits, the usual ones but for " + values;
    }
}
