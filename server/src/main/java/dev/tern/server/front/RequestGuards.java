package dev.tern.server.front;

import dev.tern.app.limits.ServerLimits;
import dev.tern.server.json.Json;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerSettings;
import dev.tern.server.traces.Traces;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.HttpMediaType;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Checks every request, and passes it to its endpoint. Thread-safe.
 *
 * <p>The order of the checks is: host and origin ({@link AllowedOrigins}), endpoint, key ({@link
 * Callers}), rate ({@link Quotas}), role, graph, filter of the key, media type and length of the
 * body, query parameters. An endpoint without a role needs only the first two. Errors are problem
 * details, or have the {@link ErrorForm} of the path.
 */
public final class RequestGuards {
    /** Logs one line per request: id, caller, method, path without query, status, milliseconds. */
    private static final Logger ACCESS = LoggerFactory.getLogger("dev.tern.access");

    private static final Logger LOG = LoggerFactory.getLogger(RequestGuards.class);
    private static final String NO_ROUTE = "other";

    /** The caller until the key has been checked. */
    private static final Caller NOBODY = new Caller("-", Role.READ, Set.of());

    private final AllowedOrigins origins;
    private final Callers callers;
    private final Quotas quotas;
    private final ServerLimits limits;
    private final SecurityHeaders headers;
    private final Metrics metrics;
    private final Traces traces;
    private final Shutdown shutdown;
    private final BodyMemory bodyMemory;
    private final List<ErrorForm> forms;

    /** Creates guards that check requests by the keys, origins and limits of the settings. */
    public RequestGuards(
            ServerSettings settings,
            Quotas quotas,
            Metrics metrics,
            Traces traces,
            Shutdown ending,
            List<ErrorForm> forms) {
        boolean tls = settings.certificate().isPresent();
        this.origins = new AllowedOrigins(settings.host(), settings.hosts(), settings.origins(), tls);
        this.callers = new Callers(settings.keys());
        this.quotas = quotas;
        this.limits = settings.limits();
        this.headers = new SecurityHeaders(tls, forms);
        this.metrics = metrics;
        this.traces = traces;
        this.shutdown = ending;
        this.bodyMemory = new BodyMemory(limits, settings.keys().size());
        this.forms = List.copyOf(forms);
    }

    /** Puts endpoints behind the guards; other paths are not found. */
    public void route(List<HttpEndpoint> endpoints, HttpRouting.Builder routing) {
        Map<String, Map<String, HttpEndpoint>> byPath = new LinkedHashMap<>();
        for (HttpEndpoint endpoint : endpoints) {
            byPath.computeIfAbsent(endpoint.path(), path -> new TreeMap<>()).put(endpoint.method(), endpoint);
        }
        byPath.forEach(
                (path, methods) -> routing.any(path, (request, response) -> answer(request, response, path, methods)));
        routing.any((request, response) -> answer(request, response, NO_ROUTE, Map.of()));
    }

    private void answer(
            ServerRequest request, ServerResponse response, String path, Map<String, HttpEndpoint> methods) {
        long start = System.nanoTime();
        String id = UUID.randomUUID().toString();
        String method = request.prologue().method().text();
        Caller[] caller = {NOBODY};
        boolean clientGone = false;
        Traces.RequestSpan trace = traces.request(
                Metrics.methodLabel(method), path, id, request.headers().first(HeaderNames.create("traceparent")));
        shutdown.requestBegun();
        BodyMemory.MemoryShare share = bodyMemory.share();
        try (share) {
            response.beforeSend(() -> announceClose(response, hasUnreadBody(request, share)));
            headers.put(response, path);
            response.header("X-Request-Id", id);
            if (passesOriginCheck(request, response, method, methods)) {
                HttpEndpoint endpoint = endpoint(method, methods);
                Exchange exchange = admitted(request, response, endpoint, id, caller, share);
                endpoint.action().answer(exchange);
            }
        } catch (ClientGoneException e) {
            LOG.debug("request {}: {}", id, e.getMessage());
            clientGone = true;
            throw new CloseConnectionException("the client of request " + id + " has disconnected");
        } catch (IOException | RuntimeException | Error e) {
            if (response.isSent()) {
                LOG.atLevel(e instanceof Error ? Level.ERROR : Level.DEBUG)
                        .setCause(e)
                        .log("request {}: the response was cut off", id);
                throw new CloseConnectionException("request " + id + " has an incomplete response", e);
            }
            sendProblem(request, response, ProblemConverter.problemOf(e, caller[0], id), id);
        } finally {
            CurrentConnection.current().requestEnded();
            shutdown.requestEnded();
            double millis = (System.nanoTime() - start) / 1e6;
            int status = clientGone ? Problem.CLIENT_LEFT : response.status().code();
            metrics.request(method, path, status, millis / 1e3);
            trace.answered(status);
            logAccess(id + " " + caller[0].name() + " " + method, request, path, status, Math.round(millis));
        }
        boolean unread = hasUnreadBody(request, share);
        if (unread) {
            CurrentConnection.current().leave();
        }
        // The library only announces the close, and would leave it to the client.
        if (unread || request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
            if (response instanceof RoutingResponse streamed) {
                // The exception prevents the library's own end of a streamed response.
                streamed.commit();
            }
            throw new CloseConnectionException("request " + id + " is the last of its connection");
        }
    }

    private static void logAccess(String who, ServerRequest request, String path, int status, long millis) {
        // The page's files, dozens for every visit, would hide the important requests.
        Level level = path.startsWith("/page/") && status < 400 ? Level.DEBUG : Level.INFO;
        ACCESS.atLevel(level).log("{} {} {} {}", who, request.path().absolute().rawPathNoParams(), status, millis);
    }

    /** Returns true if a part of the body is unread; the library would drain it, or parse it. */
    private static boolean hasUnreadBody(ServerRequest request, BodyMemory.MemoryShare share) {
        return request.content().hasEntity() && !share.isWhole();
    }

    private void announceClose(ServerResponse response, boolean unread) {
        if (unread || shutdown.hasBegun()) {
            response.headers().set(HeaderValues.CONNECTION_CLOSE);
        }
    }

    /** Checks Host, Origin and Sec-Fetch-Site; answers an allowed preflight and returns false. */
    private boolean passesOriginCheck(
            ServerRequest request, ServerResponse response, String method, Map<String, HttpEndpoint> methods) {
        Optional<String> origin = request.headers().first(HeaderNames.ORIGIN);
        requireOneHost(request);
        origins.check(
                request.authority(), origin, secFetchHeader(request, "Site"), opensPage(request, methods.get(method)));
        Optional<String> allowed = origins.allowed(origin);
        allowed.ifPresent(from -> {
            response.header(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, from);
            response.header(HeaderNames.VARY, "Origin");
        });
        boolean asksWhether = method.equals("OPTIONS")
                && allowed.isPresent()
                && request.headers().contains(HeaderNames.ACCESS_CONTROL_REQUEST_METHOD);
        if (asksWhether) {
            response.header(HeaderNames.ACCESS_CONTROL_ALLOW_METHODS, String.join(", ", methods.keySet()));
            response.header(
                    HeaderNames.ACCESS_CONTROL_ALLOW_HEADERS,
                    "Authorization, Content-Type, X-Api-Key, MCP-Protocol-Version");
            response.header(HeaderNames.ACCESS_CONTROL_MAX_AGE, "600");
            response.status(Status.NO_CONTENT_204).send();
        }
        return !asksWhether;
    }

    /** Returns true if a browser opens a public endpoint, such as the page, in its own window. */
    private static boolean opensPage(ServerRequest request, @Nullable HttpEndpoint endpoint) {
        return endpoint != null
                && endpoint.role() == null
                && secFetchHeader(request, "Mode").filter("navigate"::equals).isPresent()
                && secFetchHeader(request, "Dest").filter("document"::equals).isPresent();
    }

    /** Returns a header Sec-Fetch-*, which browsers set and scripts cannot. */
    private static Optional<String> secFetchHeader(ServerRequest request, String suffix) {
        return request.headers().first(HeaderNames.create("Sec-Fetch-" + suffix));
    }

    private static HttpEndpoint endpoint(String method, Map<String, HttpEndpoint> methods) {
        if (methods.isEmpty()) {
            throw Problem.notFound("nothing found at this path; /api/v1/openapi.yaml lists all paths");
        }
        HttpEndpoint endpoint = methods.get(method);
        if (endpoint == null) {
            throw Problem.methodNotAllowed(method, String.join(", ", methods.keySet()));
        }
        return endpoint;
    }

    private Exchange admitted(
            ServerRequest request,
            ServerResponse response,
            HttpEndpoint endpoint,
            String id,
            Caller[] known,
            BodyMemory.MemoryShare share) {
        if (endpoint.role() == null) {
            Caller anyone = new Caller(Caller.ANYONE, Role.READ, Set.of());
            return new Exchange(request, response, anyone, id, endpoint.bodyLimit(limits, Role.READ), share);
        }
        Caller caller = callers.caller(
                request.headers().first(HeaderNames.AUTHORIZATION),
                request.headers().first(HeaderNames.create("X-Api-Key")));
        known[0] = caller;
        share.of(caller.name());
        quotas.request(caller);
        caller.require(endpoint.role());
        Exchange exchange =
                new Exchange(request, response, caller, id, endpoint.bodyLimit(limits, caller.role()), share);
        if (endpoint.path().contains("{graph}")) {
            caller.require(exchange.path("graph"));
            if (!endpoint.scoped()) {
                caller.requireWhole();
            }
        }
        requireType(request, endpoint.bodyKind());
        exchange.requireFit();
        endpoint.requireKnown(request.query().names());
        return exchange;
    }

    /** Throws if the request line names another host than the header Host. */
    private static void requireOneHost(ServerRequest request) {
        String target = request.prologue().uriPath().rawPath();
        if (target.startsWith("/") && !target.startsWith("//")) {
            return;
        }
        String named = URI.create(target).getRawAuthority();
        if (named != null && !named.equalsIgnoreCase(request.authority())) {
            throw Problem.forbidden("the request line names another host than the header Host");
        }
    }

    /**
     * Checks the media type: without a preflight, pages of other origins can send only text and
     * forms. Browsers send Origin or Sec-Fetch-Site with each form, so a form without these headers
     * comes from a program.
     */
    private static void requireType(ServerRequest request, HttpEndpoint.BodyKind bodyKind) {
        if (bodyKind == HttpEndpoint.BodyKind.NOTHING) {
            return;
        }
        boolean form = bodyKind == HttpEndpoint.BodyKind.FORM;
        String wanted =
                form || bodyKind == HttpEndpoint.BodyKind.FILE ? "application/octet-stream" : "application/json";
        String sent = contentType(request);
        boolean fromPage = request.headers().contains(HeaderNames.ORIGIN)
                || secFetchHeader(request, "Site").isPresent();
        if (!wanted.equals(sent) && !(form && "multipart/form-data".equals(sent) && !fromPage)) {
            throw Problem.unsupportedMediaType("the Content-Type must be " + wanted
                    + (form ? ", or outside of browsers multipart/form-data" : "")
                    + (sent == null ? "; the request has none" : "; the request has " + sent)
                    + ": add the header, as in curl -H 'Content-Type: " + wanted + "'");
        }
    }

    private static @Nullable String contentType(ServerRequest request) {
        try {
            return request.headers()
                    .contentType()
                    .map(HttpMediaType::mediaType)
                    .map(type -> type.text())
                    .orElse(null);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private void sendProblem(ServerRequest request, ServerResponse response, Problem problem, String id) {
        String path = request.path().absolute().rawPath();
        ErrorForm form = forms.stream()
                .filter(one -> path.startsWith(one.pathPrefix()))
                .findFirst()
                .orElse(new ErrorForm("", Problem::status, sent -> sent.details(id)));
        problem.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
        response.status(Status.create(form.status().applyAsInt(problem)));
        response.header(
                HeaderNames.CONTENT_TYPE,
                form.pathPrefix().isEmpty() ? "application/problem+json" : "application/json");
        if (request.prologue().method().equals(Method.HEAD)) {
            // A body would be parsed as the next response of the connection.
            response.send();
        } else {
            response.send(Json.line(form.body().apply(problem)).getBytes(StandardCharsets.UTF_8));
        }
    }
}
