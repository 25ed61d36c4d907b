package dev.tern.app.limits;

import java.util.Optional;

/**
 * A limit of a server: for one caller, for one request, or for all of them together. Some limits
 * are settings; programs that start a server set the others.
 */
public enum ServerLimit {
    REQUESTS_PER_MINUTE(
            "server.requestsPerMinute", 1_200, 1, 1_000_000, Unit.COUNT, "requests of one caller a minute, on average"),
    TOKENS_PER_DAY(
            "server.tokensPerDay",
            5_000_000,
            1,
            2_000_000_000,
            Unit.COUNT,
            "tokens that models read and write for one caller in a day (UTC)"),
    QUESTION_TOKENS(
            "server.questionTokens",
            200_000,
            1,
            100_000_000,
            Unit.COUNT,
            "tokens of one question, after which no model is called any more"),
    QUESTIONS("server.questions", 64, 1, 100_000, Unit.COUNT, "concurrent questions and look-ups"),
    QUESTION_TIME(
            "server.questionSeconds",
            30,
            1,
            3_600,
            Unit.SECONDS,
            "seconds for an answer or a scan, not counting the queue; an estimate or a profile may "
                    + "take 10 times, an export 20 times as long"),
    HEAVY_REQUESTS(
            "server.heavyRequests",
            2,
            1,
            1_000,
            Unit.COUNT,
            "concurrent scans (large questions, lists); counts, exports and estimates have as many "
                    + "places each, and profiles half"),
    UPLOAD_BYTES("server.uploadMegabytes", 100, 1, 1_000_000, Unit.MEGABYTES, "megabytes of a file"),
    SPOOL_BYTES(
            "server.spoolMegabytes",
            4_096,
            1,
            1_000_000_000,
            Unit.MEGABYTES,
            "megabytes of bodies and files that wait on disk for their jobs, or are estimated"),
    FINAL_TOP_K(100, 1, 1_000, Unit.COUNT, "passages that a question may ask for"),
    RELATIONS(
            10_000,
            1,
            100_000,
            Unit.COUNT,
            "relations that the hops of a question reach, and entities that one hop starts from"),
    CANDIDATE_TOKENS(16_000, 100, 1_000_000, Unit.COUNT, "tokens of relations in a prompt"),
    QUEUE_LENGTH(128, 0, 100_000, Unit.COUNT, "requests in the queue of one kind"),
    QUEUE_TIME(10, 0, 3_600, Unit.SECONDS, "seconds in the queue"),
    CONVERSATION_BYTES(4, 1, 1_024, Unit.MEGABYTES, "megabytes of a question's JSON body, with its conversation"),
    BODY_BYTES(16, 1, 1_024, Unit.MEGABYTES, "megabytes of a JSON body with documents"),
    TOTAL_BODY_BYTES(
            64,
            1,
            65_536,
            Unit.MEGABYTES,
            "megabytes of memory for all request bodies; a byte counts eight times in the first "
                    + "256 KiB of a question and otherwise twice, as parsing takes as much"),
    CONNECTIONS(4_096, 16, 100_000, Unit.COUNT, "connections; more wait until one ends"),
    OPEN_GRAPHS(64, 1, 100_000, Unit.COUNT, "unused graphs that stay open"),
    WAITING_JOBS(1_000, 1, 100_000, Unit.COUNT, "jobs of all graphs that wait"),
    RUNNING_JOBS(4, 1, 1_000, Unit.COUNT, "jobs that run at once, each of another graph"),
    TOOL_CHARACTERS(24_000, 1_000, 1_000_000, Unit.COUNT, "characters that a tool answers an agent"),
    SHUTDOWN_TIME(30, 0, 600, Unit.SECONDS, "seconds that running requests may take after SIGTERM");

    private enum Unit {
        COUNT(1),
        SECONDS(1_000),
        MEGABYTES(1 << 20);

        private final long size;

        Unit(long size) {
            this.size = size;
        }
    }

    private final Optional<String> setting;
    private final long defaultValue;
    private final long min;
    private final long max;
    private final Unit unit;
    private final String description;

    ServerLimit(String setting, long usual, long min, long max, Unit unit, String meaning) {
        this(Optional.of(setting), usual, min, max, unit, meaning);
    }

    ServerLimit(long usual, long min, long max, Unit unit, String meaning) {
        this(Optional.empty(), usual, min, max, unit, meaning);
    }

    ServerLimit(Optional<String> setting, long usual, long min, long max, Unit unit, String meaning) {
        this.setting = setting;
        this.defaultValue = usual;
        this.min = min;
        this.max = max;
        this.unit = unit;
        this.description = meaning;
    }

    /** Returns the key of its setting; empty if it has none. */
    public Optional<String> setting() {
        return setting;
    }

    /** Returns the setting in parentheses after a space, for messages; empty if it has none. */
    public String settingSuffix() {
        return setting.map(key -> " (" + key + ")").orElse("");
    }

    /** Returns the default, in the unit of the setting. */
    public long defaultValue() {
        return defaultValue;
    }

    /** Returns the smallest value that can be set, in the unit of the setting. */
    public long min() {
        return min;
    }

    /** Returns the largest value that can be set, in the unit of the setting. */
    public long max() {
        return max;
    }

    /** Returns a noun phrase for messages: the unit, and the subject of the limit. */
    public String description() {
        return description;
    }

    /** Converts a value from the setting's unit to counts, milliseconds or bytes. */
    long inSmall(long value) {
        return value * unit.size;
    }
}
