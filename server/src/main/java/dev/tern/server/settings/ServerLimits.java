package dev.tern.server.settings;

import dev.tern.error.TernException;
import java.time.Duration;

/**
 * What one caller, one request and all of them together may take. What passes a limit is refused; nothing is cut off.
 *
 * @param requestsPerMinute requests of one caller in any minute, 1 to 1,000,000; usually 1,200
 * @param tokensPerDay tokens that models read and wrote for one caller in a day (UTC), from 1; usually 5,000,000
 * @param bodyBytes the most bytes of a JSON body with documents, 1 KiB to 1 GiB; usually 16 MiB
 * @param uploadBytes the most bytes of a file, 1 KiB to 1 TiB; usually 100 MiB
 * @param questionCharacters the most characters of a question, 1 to 8,192; usually 8,192
 * @param finalTopK the most passages that a question may ask for, 1 to 1,000; usually 100
 * @param candidates the most candidates, and entities of a frontier, of a question, 1 to 100,000; usually 10,000
 * @param rerankTokens the most tokens of candidates in a prompt, 100 to 1,000,000; usually 16,000
 * @param questions questions under way at once, 1 to 100,000; usually 256
 * @param waitingJobs jobs of all graphs that may wait, 1 to 100,000; usually 1,000
 * @param runningJobs jobs that run at once, each of another graph, 1 to 1,000; usually 4
 * @param spoolBytes bytes of bodies and files that may wait on disk for their jobs, from 1 MiB; usually 4 GiB
 * @param toolCharacters the most characters that a tool of MCP answers, 1,000 to 1,000,000; usually 24,000
 * @param shutdown how long requests under way may still take when the server is told to end, 0 to 10 minutes; usually 30 s
 */
public record ServerLimits(
        int requestsPerMinute,
        long tokensPerDay,
        long bodyBytes,
        long uploadBytes,
        int questionCharacters,
        int finalTopK,
        int candidates,
        int rerankTokens,
        int questions,
        int waitingJobs,
        int runningJobs,
        long spoolBytes,
        int toolCharacters,
        Duration shutdown) {
    /** The most bytes of a JSON body that holds no documents. */
    public static final int QUESTION_BYTES = 1 << 18;

    /** The usual limits. */
    public static final ServerLimits USUAL = builder().build();

    /**
     * Checks the ranges.
     *
     * @throws TernException the user's fault, naming the limit, its value and its range
     */
    public ServerLimits {
        require("requestsPerMinute", requestsPerMinute, 1, 1_000_000);
        require("tokensPerDay", tokensPerDay, 1, Long.MAX_VALUE);
        require("bodyBytes", bodyBytes, 1 << 10, 1 << 30);
        require("uploadBytes", uploadBytes, 1 << 10, 1L << 40);
        require("questionCharacters", questionCharacters, 1, 8_192);
        require("finalTopK", finalTopK, 1, 1_000);
        require("candidates", candidates, 1, 100_000);
        require("rerankTokens", rerankTokens, 100, 1_000_000);
        require("questions", questions, 1, 100_000);
        require("waitingJobs", waitingJobs, 1, 100_000);
        require("runningJobs", runningJobs, 1, 1_000);
        require("spoolBytes", spoolBytes, 1 << 20, Long.MAX_VALUE);
        require("toolCharacters", toolCharacters, 1_000, 1_000_000);
        require("shutdown seconds", shutdown.toSeconds(), 0, 600);
    }

    private static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw TernException.user(
                    "the server's " + name + " is " + value + "; it must be between " + least + " and " + most);
        }
    }

    /** A builder that starts from the usual limits. */
    public static Builder builder() {
        return new Builder();
    }

    /** Gathers limits; {@link #build} checks them. Not thread-safe. */
    public static final class Builder {
        private int requestsPerMinute = 1_200;
        private long tokensPerDay = 5_000_000;
        private long bodyBytes = 16L << 20;
        private long uploadBytes = 100L << 20;
        private int questionCharacters = 8_192;
        private int finalTopK = 100;
        private int candidates = 10_000;
        private int rerankTokens = 16_000;
        private int questions = 256;
        private int waitingJobs = 1_000;
        private int runningJobs = 4;
        private long spoolBytes = 4L << 30;
        private int toolCharacters = 24_000;
        private Duration shutdown = Duration.ofSeconds(30);

        private Builder() {}

        /** See {@link ServerLimits#requestsPerMinute}. */
        public Builder requestsPerMinute(int value) {
            requestsPerMinute = value;
            return this;
        }

        /** See {@link ServerLimits#tokensPerDay}. */
        public Builder tokensPerDay(long value) {
            tokensPerDay = value;
            return this;
        }

        /** See {@link ServerLimits#bodyBytes}. */
        public Builder bodyBytes(long value) {
            bodyBytes = value;
            return this;
        }

        /** See {@link ServerLimits#uploadBytes}. */
        public Builder uploadBytes(long value) {
            uploadBytes = value;
            return this;
        }

        /** See {@link ServerLimits#questionCharacters}. */
        public Builder questionCharacters(int value) {
            questionCharacters = value;
            return this;
        }

        /** See {@link ServerLimits#finalTopK}. */
        public Builder finalTopK(int value) {
            finalTopK = value;
            return this;
        }

        /** See {@link ServerLimits#candidates}. */
        public Builder candidates(int value) {
            candidates = value;
            return this;
        }

        /** See {@link ServerLimits#rerankTokens}. */
        public Builder rerankTokens(int value) {
            rerankTokens = value;
            return this;
        }

        /** See {@link ServerLimits#questions}. */
        public Builder questions(int value) {
            questions = value;
            return this;
        }

        /** See {@link ServerLimits#waitingJobs}. */
        public Builder waitingJobs(int value) {
            waitingJobs = value;
            return this;
        }

        /** See {@link ServerLimits#runningJobs}. */
        public Builder runningJobs(int value) {
            runningJobs = value;
            return this;
        }

        /** See {@link ServerLimits#spoolBytes}. */
        public Builder spoolBytes(long value) {
            spoolBytes = value;
            return this;
        }

        /** See {@link ServerLimits#toolCharacters}. */
        public Builder toolCharacters(int value) {
            toolCharacters = value;
            return this;
        }

        /** See {@link ServerLimits#shutdown}. */
        public Builder shutdown(Duration value) {
            shutdown = value;
            return this;
        }

        /**
         * The limits.
         *
         * @throws TernException if one is out of its range
         */
        public ServerLimits build() {
            return new ServerLimits(
                    requestsPerMinute,
                    tokensPerDay,
                    bodyBytes,
                    uploadBytes,
                    questionCharacters,
                    finalTopK,
                    candidates,
                    rerankTokens,
                    questions,
                    waitingJobs,
                    runningJobs,
                    spoolBytes,
                    toolCharacters,
                    shutdown);
        }
    }
}
