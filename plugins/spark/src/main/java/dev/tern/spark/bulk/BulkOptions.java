package dev.tern.spark.bulk;

import dev.tern.error.TernException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How files are imported. Immutable; what is not set has its default.
 *
 * @param parallelJobs how many jobs are under way at once, 1 to 64, default 4: a server forgets those that wait for longer than
 *     a quarter of an hour
 * @param filesPerJob how many files of a table one job has where jobs are asked for over HTTP, 1 to 1,024, default 16; Milvus 2.3
 *     takes one
 * @param poll how often the server is asked for the state of its jobs, 10 ms to 10 minutes, default 2 s
 * @param stall how long nothing may get on before the run ends, to be gone on with; 1 s to 7 days, default 30 minutes
 * @param checked whether a {@link BulkCheck} is asked, default true: one that reads the graph takes hours for a billion rows
 * @param endpoint where jobs are asked for over HTTP, if not at the address of the server
 * @param fields what each request for jobs has beside Tern's own, for Zilliz Cloud: {@code clusterId}, {@code objectUrl}, {@code
 *     accessKey} and so on; never shown
 */
public record BulkOptions(
        int parallelJobs,
        int filesPerJob,
        Duration poll,
        Duration stall,
        boolean checked,
        Optional<URI> endpoint,
        Map<String, String> fields) {
    /** Every option has its default. */
    public static final BulkOptions DEFAULT =
            new BulkOptions(4, 16, Duration.ofSeconds(2), Duration.ofMinutes(30), true, Optional.empty(), Map.of());

    /**
     * Checks that every value is in its range.
     *
     * @throws TernException the user's fault, if one is out of its range
     */
    public BulkOptions {
        require("parallelJobs", parallelJobs, 64);
        require("filesPerJob", filesPerJob, 1_024);
        require("poll", poll, Duration.ofMillis(10), Duration.ofMinutes(10));
        require("stall", stall, Duration.ofSeconds(1), Duration.ofDays(7));
        fields = Map.copyOf(new LinkedHashMap<>(fields));
    }

    private static void require(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw TernException.user(name + " is " + value + "; it must be from 1 to " + most);
        }
    }

    private static void require(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw TernException.user(name + " is " + value.toMillis() + " ms; it must be from " + least.toMillis()
                    + " to " + most.toMillis() + " ms");
        }
    }

    /** The same, asking so often. */
    public BulkOptions withPoll(Duration value) {
        return new BulkOptions(parallelJobs, filesPerJob, value, stall, checked, endpoint, fields);
    }

    /** These options with other numbers of jobs at once and of files in each. */
    public BulkOptions withJobs(int parallel, int files) {
        return new BulkOptions(parallel, files, poll, stall, checked, endpoint, fields);
    }

    /** The same with no more than the rows counted. */
    public BulkOptions unchecked() {
        return new BulkOptions(parallelJobs, filesPerJob, poll, stall, false, endpoint, fields);
    }

    /** The same over HTTP at an address, as {@code https://api.cloud.zilliz.com}, with some fields in each request. */
    public BulkOptions over(URI address, Map<String, String> values) {
        return new BulkOptions(parallelJobs, filesPerJob, poll, stall, checked, Optional.of(address), values);
    }

    @Override
    public String toString() {
        return "at most " + parallelJobs + " jobs of " + filesPerJob + " files"
                + endpoint.map(address -> " at " + address).orElse("") + ", fields " + fields.keySet();
    }
}
