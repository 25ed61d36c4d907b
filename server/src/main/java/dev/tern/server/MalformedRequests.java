package dev.tern.server;

import dev.tern.server.front.Problem;
import dev.tern.server.front.ProblemConverter;
import dev.tern.server.json.Json;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Responses to malformed requests: problem details in place of the library's messages. */
final class MalformedRequests {
    private static final int TOO_LONG = 414;

    private MalformedRequests() {}

    /**
     * Returns handlers for requests that the library itself rejects, for example because they are
     * not HTTP or exceed its limits.
     *
     * @param lineBytes the maximum number of bytes of a request line
     */
    static DirectHandlers handlers(int lineBytes) {
        DirectHandlers.Builder builder = DirectHandlers.builder();
        for (EventType type : EventType.values()) {
            builder.addHandler(type, (request, event, status, headers, message) -> {
                String id = UUID.randomUUID().toString();
                Problem.Details details = ProblemConverter.problemOf(problem(status, lineBytes), id)
                        .details(id);
                return DirectHandler.TransportResponse.builder()
                        .status(Status.create(status.code()))
                        .headers(headers)
                        .header(HeaderNames.CONTENT_TYPE, "application/problem+json")
                        .header(HeaderNames.create("X-Content-Type-Options"), "nosniff")
                        .keepAlive(false)
                        .entity(Json.line(details).getBytes(StandardCharsets.UTF_8))
                        .build();
            });
        }
        return builder.build();
    }

    private static Problem problem(Status status, int lineBytes) {
        return status.code() == TOO_LONG
                ? Problem.of(
                        TOO_LONG,
                        "Address too long",
                        "the address, including the query, is longer than the " + lineBytes
                                + " bytes that this server accepts")
                : Problem.of(
                        status.code(),
                        status.reasonPhrase(),
                        "the request is not valid HTTP, or exceeds the server's limits");
    }
}
