package dev.tern.server.api;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.query.Question;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Shutdown;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.metrics.Metrics;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Serves the server's health, metrics, capabilities, limits and description. Thread-safe. */
public final class ServerEndpoints {
    private static final int RETRY_SECONDS = 5;

    /** A path of the OpenAPI description with its indented or empty lines. */
    private static final Pattern PATH = Pattern.compile("(?m)^  (/[^:\\n]*+):\\n(?:(?:   .*)?+\\n)*+");

    private final Graphs graphs;
    private final ServerLimits limits;
    private final Metrics metrics;
    private final String version;
    private final Shutdown shutdown;
    private final List<HttpEndpoint> all;
    private final Readiness readiness;

    /**
     * Creates the server's endpoints.
     *
     * @param ending the shutdown of the server, during which the server is not ready
     * @param all the server's endpoints; more may be added until the first request
     */
    public ServerEndpoints(
            Graphs graphs,
            ServerLimits limits,
            Metrics metrics,
            String version,
            Shutdown ending,
            List<HttpEndpoint> all) {
        this.graphs = graphs;
        this.limits = limits;
        this.metrics = metrics;
        this.version = version;
        this.shutdown = ending;
        this.all = all;
        this.readiness = new Readiness(graphs);
    }

    public List<HttpEndpoint> endpoints() {
        return List.of(
                HttpEndpoint.open("/health/live", exchange -> exchange.send(200, new Health("live"))),
                HttpEndpoint.open("/health/ready", this::ready),
                HttpEndpoint.get("/metrics", this::figures),
                HttpEndpoint.get("/api/v1/server", this::server),
                HttpEndpoint.open(
                        "/api/v1/openapi.yaml",
                        exchange -> exchange.send(200, "application/yaml", utf8(description()))),
                HttpEndpoint.open(
                        "/docs",
                        exchange -> exchange.send(200, "text/html; charset=utf-8", utf8(ApiPage.of(description())))));
    }

    /** The health of the server: live or ready. */
    record Health(String status) {}

    /**
     * The capabilities of the server.
     *
     * @param modes the available modes of questions, naive first and overview last
     * @param models the name of the chat model for each task that has one
     * @param caller the caller's key and its permissions
     * @param parameterRanges the numeric parameters that a question may set
     */
    record ServerJson(
            String version,
            List<Mode> modes,
            Map<String, String> models,
            CallerJson caller,
            Map<String, Object> parameters,
            List<ParameterRange> parameterRanges,
            LimitsJson limits) {}

    /**
     * A parameter that a question may set.
     *
     * @param type integer or number
     */
    record ParameterRange(String name, String type, int minimum, int maximum) {
        static List<ParameterRange> all(ServerLimits limits) {
            return Parameter.ALL.stream()
                    .filter(parameter -> parameter.chosenBy() == Parameter.ChosenBy.BY_QUESTION)
                    .flatMap(parameter -> parameter.range().stream()
                            .map(range -> new ParameterRange(
                                    parameter.name(),
                                    parameter.type() == Integer.class ? "integer" : "number",
                                    range.min(),
                                    Math.min(range.max(), limits.max(parameter)))))
                    .toList();
        }
    }

    /**
     * The key of the caller.
     *
     * @param filter the filter of the documents that the key can see; null if it sees all
     */
    record CallerJson(
            String name,
            dev.tern.server.settings.Role role,
            @Nullable String filter) {
        static CallerJson of(Caller caller) {
            return new CallerJson(
                    caller.name(),
                    caller.role(),
                    caller.scope().isEverything() ? null : caller.scope().toString());
        }
    }

    private static Map<String, Object> defaultValues(Parameters parameters) {
        Map<String, Object> usual = parameters.byName();
        usual.keySet().removeIf(name -> Parameter.of(name).orElseThrow().chosenBy() != Parameter.ChosenBy.BY_QUESTION);
        return usual;
    }

    /** Limits that clients need to know: {@link Question#MAX_LENGTH} and some server limits. */
    record LimitsJson(
            int questionCharacters,
            int finalTopK,
            int relations,
            int candidateTokens,
            long bodyBytes,
            long uploadBytes,
            int requestsPerMinute,
            long tokensPerDay) {
        static LimitsJson of(ServerLimits limits) {
            return new LimitsJson(
                    Question.MAX_LENGTH,
                    limits.count(ServerLimit.FINAL_TOP_K),
                    limits.count(ServerLimit.RELATIONS),
                    limits.count(ServerLimit.CANDIDATE_TOKENS),
                    limits.of(ServerLimit.BODY_BYTES),
                    limits.of(ServerLimit.UPLOAD_BYTES),
                    limits.count(ServerLimit.REQUESTS_PER_MINUTE),
                    limits.of(ServerLimit.TOKENS_PER_DAY));
        }
    }

    /** Reports ready while the store responds and no shutdown has begun. */
    private void ready(Exchange exchange) {
        if (shutdown.hasBegun()) {
            throw Problem.unavailable("the server is shutting down", RETRY_SECONDS);
        }
        readiness.require();
        exchange.send(200, new Health("ready"));
    }

    private void figures(Exchange exchange) throws IOException {
        // Metrics reveal all callers' questions, jobs and costs.
        exchange.caller().requireAll();
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        metrics.write(text);
        exchange.send(200, "text/plain; version=0.0.4; charset=utf-8", text.toByteArray());
    }

    private void server(Exchange exchange) {
        exchange.send(
                200,
                new ServerJson(
                        version,
                        graphs.modes(),
                        graphs.chatModels(),
                        CallerJson.of(exchange.caller()),
                        defaultValues(graphs.parameters()),
                        ParameterRange.all(limits),
                        LimitsJson.of(limits)));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the OpenAPI description without the endpoints of plug-ins that are missing. */
    private String description() throws IOException {
        try (InputStream yaml =
                Objects.requireNonNull(ServerEndpoints.class.getResourceAsStream("/dev/tern/server/openapi.yaml"))) {
            Set<String> paths = all.stream().map(HttpEndpoint::path).collect(Collectors.toSet());
            return PATH.matcher(new String(yaml.readAllBytes(), StandardCharsets.UTF_8))
                    .replaceAll(found -> paths.contains(found.group(1)) ? Matcher.quoteReplacement(found.group()) : "");
        }
    }

    /** Checks the store at most once a second, as the endpoint needs no key. Thread-safe. */
    private static final class Readiness {
        private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

        private final Graphs graphs;
        private final ReentrantLock asking = new ReentrantLock();
        private volatile @Nullable CheckResult last;

        private record CheckResult(long nanos, @Nullable RuntimeException failure) {}

        Readiness(Graphs graphs) {
            this.graphs = graphs;
        }

        /**
         * Throws the failure of the last check, if it failed. Repeats a check that is older than a
         * second; other threads use the last result meanwhile.
         */
        void require() {
            CheckResult answer = last;
            if (answer == null) {
                asking.lock();
                try {
                    answer = last == null ? ask() : last;
                } finally {
                    asking.unlock();
                }
            } else if (System.nanoTime() - answer.nanos() > FRESH_NANOS && asking.tryLock()) {
                try {
                    answer = ask();
                } finally {
                    asking.unlock();
                }
            }
            if (answer != null && answer.failure() != null) {
                throw answer.failure();
            }
        }

        private CheckResult ask() {
            RuntimeException failure = null;
            try {
                graphs.names();
            } catch (RuntimeException e) {
                failure = e;
            }
            CheckResult answer = new CheckResult(System.nanoTime(), failure);
            last = answer;
            return answer;
        }
    }
}
