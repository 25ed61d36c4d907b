package dev.tern.app.limits;

/** A limit on what one caller, one request and all of them together may take. What passes it is refused; nothing is cut off. */
public enum ServerLimit {
    /** How often one caller may ask. */
    REQUESTS_PER_MINUTE(
            "server.requestsPerMinute", 1_200, 1, 1_000_000, Unit.COUNT, "requests of one caller in any minute"),
    /** How much of models one caller may use. */
    TOKENS_PER_DAY(
            "server.tokensPerDay",
            5_000_000,
            1,
            2_000_000_000,
            Unit.COUNT,
            "tokens that models read and write for one caller in a day (UTC)"),
    /** How much of models one question may use. */
    QUESTION_TOKENS(
            "server.questionTokens",
            200_000,
            1,
            100_000_000,
            Unit.COUNT,
            "tokens of one question, after which no model is asked any more"),
    /** How long a question may be. */
    QUESTION_CHARACTERS("server.questionCharacters", 8_192, 1, 8_192, Unit.COUNT, "characters of a question"),
    /** How many passages a question may ask for. */
    FINAL_TOP_K("server.finalTopK", 100, 1, 1_000, Unit.COUNT, "passages that a question may ask for"),
    /** How far a question may reach. */
    RELATIONS(
            "server.relations",
            10_000,
            1,
            100_000,
            Unit.COUNT,
            "relations that the hops of a question reach, and entities that one hop starts from"),
    /** How long a prompt may be. */
    CANDIDATE_TOKENS("server.candidateTokens", 16_000, 100, 1_000_000, Unit.COUNT, "tokens of relations in a prompt"),
    /** The places in which questions are answered. */
    QUESTIONS("server.questions", 64, 1, 100_000, Unit.COUNT, "questions and look-ups by name under way at once"),
    /** How long an answer may take. */
    QUESTION_TIME("server.questionSeconds", 30, 1, 86_400, Unit.SECONDS, "seconds for an answer, from its place on"),
    /** Places for work that reads much of a graph. */
    SCANS(
            "server.scans",
            2,
            1,
            1_000,
            Unit.COUNT,
            "large questions, lists, counts and look-ups by id under way at once"),
    /** How long such work may take. */
    SCAN_TIME("server.scanSeconds", 30, 1, 86_400, Unit.SECONDS, "seconds for each of them, from its place on"),
    /** The places in which exports run. */
    EXPORTS("server.exports", 2, 1, 1_000, Unit.COUNT, "exports under way at once"),
    /** How long an export may take. */
    EXPORT_TIME("server.exportSeconds", 600, 1, 86_400, Unit.SECONDS, "seconds in which an export has to be fetched"),
    /** The places in which estimates run. */
    ESTIMATES("server.estimates", 2, 1, 1_000, Unit.COUNT, "estimates under way at once"),
    /** How long an estimate may take. */
    ESTIMATE_TIME(
            "server.estimateSeconds",
            300,
            1,
            86_400,
            Unit.SECONDS,
            "seconds for an estimate, its body included, or a profile"),
    /** The places in which profiles run: of their own, so that who may only read does not hold up the estimates of others. */
    PROFILES("server.profiles", 1, 1, 1_000, Unit.COUNT, "profiles under way at once"),
    /** How many wait for a place. */
    LINE("server.line", 128, 0, 100_000, Unit.COUNT, "requests in line for places of one kind"),
    /** How long they wait. */
    LINE_TIME("server.lineSeconds", 10, 0, 3_600, Unit.SECONDS, "seconds in line"),
    /** How long a question may be, with what was said before it. */
    CONVERSATION_BYTES(
            "server.conversationMegabytes",
            4,
            1,
            1_024,
            Unit.MEGABYTES,
            "megabytes of a question's JSON body, with what was said before it"),
    /** How long a body with documents may be. */
    BODY_BYTES("server.bodyMegabytes", 16, 1, 1_024, Unit.MEGABYTES, "megabytes of a JSON body with documents"),
    /** How much memory bodies may take. */
    BODIES_BYTES(
            "server.bodiesMegabytes",
            64,
            1,
            65_536,
            Unit.MEGABYTES,
            "megabytes that bodies of all requests take up at once; the first 256 KiB of a question count eight times"
                    + " and the rest twice, for what is made of it"),
    /** How long a body may take. */
    BODY_TIME("server.bodySeconds", 60, 1, 86_400, Unit.SECONDS, "seconds in which a JSON body has to arrive"),
    /** How long a file may be. */
    UPLOAD_BYTES("server.uploadMegabytes", 100, 1, 1_000_000, Unit.MEGABYTES, "megabytes of a file"),
    /** How long a file may take. */
    UPLOAD_TIME("server.uploadSeconds", 600, 1, 86_400, Unit.SECONDS, "seconds in which a file has to arrive"),
    /** How many connections there may be. */
    CONNECTIONS(
            "server.connections",
            4_096,
            16,
            100_000,
            Unit.COUNT,
            "connections; one more ends the one that has kept the server waiting for longest"),
    /** How long the head of a request may take. */
    HEAD_TIME("server.headSeconds", 30, 1, 3_600, Unit.SECONDS, "seconds in which the head of a request has to arrive"),
    /** How many graphs stay open. */
    OPEN_GRAPHS("server.openGraphs", 64, 1, 100_000, Unit.COUNT, "unused graphs that stay open"),
    /** How many jobs may wait. */
    WAITING_JOBS("server.waitingJobs", 1_000, 1, 100_000, Unit.COUNT, "jobs of all graphs that wait"),
    /** How many jobs may run. */
    RUNNING_JOBS("server.runningJobs", 4, 1, 1_000, Unit.COUNT, "jobs that run at once, each of another graph"),
    /** How much may wait for jobs on disk. */
    SPOOL_BYTES(
            "server.spoolMegabytes",
            4_096,
            1,
            1_000_000_000,
            Unit.MEGABYTES,
            "megabytes of bodies and files that wait on disk for their jobs, or are estimated"),
    /** How much a tool answers. */
    TOOL_CHARACTERS("mcp.characters", 24_000, 1_000, 1_000_000, Unit.COUNT, "characters that a tool answers an agent"),
    /** How long the end may take. */
    SHUTDOWN(
            "server.shutdownSeconds",
            30,
            0,
            600,
            Unit.SECONDS,
            "seconds that answers under way may still take when the server is stopped");

    /** In what a limit is set. */
    private enum Unit {
        COUNT(1),
        SECONDS(1_000),
        MEGABYTES(1 << 20);

        private final long size;

        Unit(long size) {
            this.size = size;
        }
    }

    private final String key;
    private final long usual;
    private final long least;
    private final long most;
    private final Unit unit;
    private final String meaning;

    ServerLimit(String key, long usual, long least, long most, Unit unit, String meaning) {
        this.key = key;
        this.usual = usual;
        this.least = least;
        this.most = most;
        this.unit = unit;
        this.meaning = meaning;
    }

    /** Its name in settings and in messages. */
    public String key() {
        return key;
    }

    /** The value where none is given, in the unit of the setting. */
    public long usual() {
        return usual;
    }

    /** The smallest value that can be set. */
    public long least() {
        return least;
    }

    /** The largest value that can be set. */
    public long most() {
        return most;
    }

    /** What the limit counts, in words. */
    public String meaning() {
        return meaning;
    }

    /** What a value in the unit of the setting is in counts, milliseconds or bytes. */
    long inSmall(long value) {
        return value * unit.size;
    }
}
