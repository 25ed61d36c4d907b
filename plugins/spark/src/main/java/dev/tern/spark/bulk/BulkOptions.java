package dev.tern.spark.bulk;

import dev.tern.error.TernException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Options of an import. Immutable.
 *
 * @param parallelJobs the maximum number of concurrent jobs, 1 to 64, default 4: a server drops
 *     jobs that wait for over a quarter of an hour
 * @param filesPerJob the maximum number of files of a job over HTTP, 1 to 1,024, default 16
 * @param poll the interval of polling jobs, 10 ms to 10 minutes, default 2 s
 * @param stall the time without progress after which the run ends, to be resumed; 1 s to 7 days,
 *     default 30 minutes
 * @param checked true if a {@link BulkCheck} runs, which takes hours for a billion rows; default
 *     true
 * @param endpoint the endpoint of jobs over HTTP; empty for the server's address
 * @param fields fields added to each request for jobs, for Zilliz Cloud: {@code clusterId}, {@code
 *     objectUrl}, {@code accessKey} and so on; their values are never shown
 */
public record BulkOptions(
        int parallelJobs,
        int filesPerJob,
        Duration poll,
        Duration stall,
        boolean checked,
        Optional<URI> endpoint,
        Map<String, String> fields) {
    /** The options with default values. */
    public static final BulkOptions DEFAULT =
            new BulkOptions(4, 16, Duration.ofSeconds(2), Duration.ofMinutes(30), true, Optional.empty(), Map.of());

    /**
     * Checks the ranges of the values.
     *
     * @throws TernException the user's fault, if a number or duration is out of its range
     */
    public BulkOptions {
        require("parallelJobs", parallelJobs, 64);
        require("filesPerJob", filesPerJob, 1_024);
        require("poll", poll, Duration.ofMillis(10), Duration.ofMinutes(10));
        require("stall", stall, Duration.ofSeconds(1), Duration.ofDays(7));
        fields = Map.copyOf(fields);
    }

    private static void require(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw TernException.user(name + " is " + value + "; it must be from 1 to " + max);
        }
    }

    private static void require(String name, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw TernException.user(name + " is " + value.toMillis() + " ms; it must be from " + min.toMillis()
                    + " to " + max.toMillis() + " ms");
        }
    }

    /** Returns these options without a check: rows are only counted. */
    public BulkOptions unchecked() {
        return new BulkOptions(parallelJobs, filesPerJob, poll, stall, false, endpoint, fields);
    }

    /** Returns these options with jobs over HTTP at an address, and fields for each request. */
    public BulkOptions withHttp(URI address, Map<String, String> values) {
        return new BulkOptions(parallelJobs, filesPerJob, poll, stall, checked, Optional.of(address), values);
    }

    @Override
    public String toString() {
        return "at most " + parallelJobs + " jobs of " + filesPerJob + " files"
                + endpoint.map(address -> " at " + address).orElse("") + ", fields " + fields.keySet();
    }
}
