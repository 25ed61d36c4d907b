package dev.tern.server.metrics;

import dev.tern.query.trace.Trace;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Counters of the server: requests, steps of questions, calls of the store and of models, tokens,
 * cost, cache hits, jobs. Clients cannot add labels. Thread-safe.
 */
public final class Metrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Histogram requests = Histogram.builder()
            .name("tern_http_request_seconds")
            .help("Requests by endpoint and outcome.")
            .labelNames("method", "path", "status")
            .classicUpperBounds(0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
            .classicOnly()
            .register(registry);
    private final Histogram steps = Histogram.builder()
            .name("tern_step_seconds")
            .help("Steps of questions.")
            .labelNames("mode", "step")
            .classicUpperBounds(0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
            .classicOnly()
            .register(registry);
    private final Counter storeCalls = counter("tern_store_calls_total", "Calls of the store for questions.");
    private final Counter modelCalls = counter("tern_model_calls_total", "Calls of models.", "use", "task");
    private final Counter tokens =
            counter("tern_model_tokens_total", "Tokens that models read and wrote.", "use", "task", "direction");
    private final Counter jobs = counter("tern_jobs_total", "Jobs that ended.", "kind", "state");
    private final Counter tools = counter("tern_mcp_calls_total", "Calls of tools by agents.", "tool", "outcome");
    private final Gauge underWay = Gauge.builder()
            .name("tern_questions_under_way")
            .help("Questions in progress.")
            .register(registry);

    public Metrics() {}

    private Counter counter(String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    /**
     * Counts a completed request.
     *
     * @param path the path of the endpoint, with the names of parameters
     */
    public void request(String method, String path, int status, double seconds) {
        requests.labelValues(methodLabel(method), path, Integer.toString(status))
                .observe(seconds);
    }

    /** Returns the method, or "other" for an unknown one, as clients can invent any number. */
    public static String methodLabel(String method) {
        return switch (method) {
            case "GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD" -> method;
            default -> "other";
        };
    }

    /** Increments the number of questions under way. */
    public void questionBegun() {
        underWay.inc();
    }

    /** Decrements the number of questions under way, after an answer or a failure. */
    public void questionEnded() {
        underWay.dec();
    }

    /** Records the duration of each step and the store calls of a completed question. */
    public void question(Trace trace) {
        String mode = trace.mode().name().toLowerCase(Locale.ROOT);
        for (Trace.Step step : trace.steps()) {
            steps.labelValues(mode, step.name()).observe(step.cost().millis() / 1e3);
        }
        storeCalls.inc(trace.total().storeCalls());
    }

    /**
     * Counts a completed model call, even if the work around it fails.
     *
     * @param use {@code question}, {@code lookup}, {@code job} or {@code edit}
     * @param task the name of a {@link dev.tern.model.ChatTask}, or {@code embed}
     */
    public void model(String use, String task, long inputTokens, long outputTokens) {
        modelCalls.labelValues(use, task).inc();
        tokens.labelValues(use, task, "input").inc(inputTokens);
        tokens.labelValues(use, task, "output").inc(outputTokens);
    }

    /**
     * Counts a tool call.
     *
     * @param tool the name of a known tool
     */
    public void tool(String tool, boolean done) {
        tools.labelValues(tool, done ? "done" : "refused").inc();
    }

    public void job(String kind, String state) {
        jobs.labelValues(kind, state).inc();
    }

    /** Adds figures of other classes, which are read at each scrape. */
    public void register(
            LongSupplier cacheHits, Supplier<Map<String, Double>> costByTask, LongSupplier unfinishedJobs) {
        CounterWithCallback.builder()
                .name("tern_cache_hits_total")
                .help("Model replies from the cache.")
                .callback(found -> found.call((double) cacheHits.getAsLong()))
                .register(registry);
        CounterWithCallback.builder()
                .name("tern_model_cost_total")
                .help("The cost of model calls, in the unit of the configured prices.")
                .labelNames("task")
                .callback(found -> costByTask.get().forEach((task, cost) -> found.call(cost, task)))
                .register(registry);
        GaugeWithCallback.builder()
                .name("tern_jobs_unfinished")
                .help("Waiting and running jobs.")
                .callback(found -> found.call((double) unfinishedJobs.getAsLong()))
                .register(registry);
    }

    /** Writes all figures in Prometheus's text format 0.0.4. */
    public void write(OutputStream to) throws IOException {
        PrometheusTextFormatWriter.builder().build().write(to, registry.scrape());
    }
}
