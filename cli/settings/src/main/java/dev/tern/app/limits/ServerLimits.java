package dev.tern.app.limits;

import dev.tern.error.TernException;
import dev.tern.settings.Parameter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** A value for every {@link ServerLimit}. Immutable. */
public final class ServerLimits {
    /** The most bytes of a JSON body that holds no documents. */
    public static final int QUESTION_BYTES = 1 << 18;

    /** The limits where none is set. */
    public static final ServerLimits USUAL = builder().build();

    /** What can be set in megabytes or seconds can be built in much smaller pieces. */
    private static final long PIECES = 1_024;

    private final Map<ServerLimit, Long> values;

    private ServerLimits(Map<ServerLimit, Long> values) {
        this.values = new EnumMap<>(values);
    }

    /** A builder that starts from the usual limits. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder that starts from these limits. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.values.putAll(values);
        return builder;
    }

    /** The value of a limit, in counts, milliseconds or bytes. */
    public long of(ServerLimit limit) {
        return values.getOrDefault(limit, limit.inSmall(limit.usual()));
    }

    /** A limit on time. */
    public Duration time(ServerLimit limit) {
        return Duration.ofMillis(of(limit));
    }

    private int whole(ServerLimit limit) {
        return Math.toIntExact(of(limit));
    }

    /** Requests of one caller in any minute. */
    public int requestsPerMinute() {
        return whole(ServerLimit.REQUESTS_PER_MINUTE);
    }

    /** Tokens that models read and write for one caller in a day (UTC). */
    public long tokensPerDay() {
        return of(ServerLimit.TOKENS_PER_DAY);
    }

    /** Tokens of one question. */
    public long questionTokens() {
        return of(ServerLimit.QUESTION_TOKENS);
    }

    /** The most bytes of a JSON body with documents. */
    public long bodyBytes() {
        return of(ServerLimit.BODY_BYTES);
    }

    /** The most bytes that bodies of all requests take up at once. */
    public long bodiesBytes() {
        return of(ServerLimit.BODIES_BYTES);
    }

    /** The most bytes of a file. */
    public long uploadBytes() {
        return of(ServerLimit.UPLOAD_BYTES);
    }

    /** The most passages that a question may ask for. */
    public int finalTopK() {
        return whole(ServerLimit.FINAL_TOP_K);
    }

    /** The most relations that the hops of a question reach, and the most entities that one hop starts from. */
    public int relations() {
        return whole(ServerLimit.RELATIONS);
    }

    /** The most tokens of candidates in a prompt. */
    public int candidateTokens() {
        return whole(ServerLimit.CANDIDATE_TOKENS);
    }

    /** The most that a question may choose for a parameter. */
    public int most(Parameter<?> parameter) {
        if (parameter == Parameter.FRONTIER_LIMIT || parameter == Parameter.RELATION_LIMIT) {
            return relations();
        }
        if (parameter == Parameter.CANDIDATE_TOKENS) {
            return candidateTokens();
        }
        return parameter == Parameter.FINAL_TOP_K ? finalTopK() : Integer.MAX_VALUE;
    }

    /** The most connections at once. */
    public int connections() {
        return whole(ServerLimit.CONNECTIONS);
    }

    /** Jobs of all graphs that may wait. */
    public int waitingJobs() {
        return whole(ServerLimit.WAITING_JOBS);
    }

    /** Jobs that run at once, each of another graph. */
    public int runningJobs() {
        return whole(ServerLimit.RUNNING_JOBS);
    }

    /** Bytes of bodies and files that may wait on disk for their jobs. */
    public long spoolBytes() {
        return of(ServerLimit.SPOOL_BYTES);
    }

    /** The most characters that a tool of MCP answers. */
    public int toolCharacters() {
        return whole(ServerLimit.TOOL_CHARACTERS);
    }

    /** How long requests under way may still take when the server is stopped. */
    public Duration shutdown() {
        return time(ServerLimit.SHUTDOWN);
    }

    /** Gathers limits, each of which is checked as it comes. Not thread-safe. */
    public static final class Builder {
        private final Map<ServerLimit, Long> values = new EnumMap<>(ServerLimit.class);

        private Builder() {}

        /**
         * Sets a limit as people set it, in the unit that its key names.
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

        /** The limits that were set. */
        public ServerLimits build() {
            return new ServerLimits(values);
        }
    }

    @Override
    public String toString() {
        return "limits, the usual ones but for " + values;
    }
}
