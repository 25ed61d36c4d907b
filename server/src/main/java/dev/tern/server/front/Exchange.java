package dev.tern.server.front;

import dev.tern.app.limits.ServerLimits;
import dev.tern.graph.MetadataFilter;
import dev.tern.server.json.Json;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** A request and its response. Not thread-safe. */
public final class Exchange {
    private static final int PIECE = 1 << 14;

    /** The estimated bytes of memory for each byte of a JSON body of many short values. */
    private static final int BYTES_PER_BYTE_OF_VALUES = 8;

    /** The estimated bytes of memory for each byte of a JSON body that is mostly text. */
    private static final int BYTES_PER_BYTE_OF_TEXT = 2;

    private final ServerRequest request;
    private final ServerResponse response;
    private final Caller caller;
    private final String id;
    private final BodyLimit bodyLimit;
    private final BodyMemory.MemoryShare share;

    Exchange(
            ServerRequest request,
            ServerResponse response,
            Caller caller,
            String id,
            BodyLimit bodyLimit,
            BodyMemory.MemoryShare share) {
        this.request = request;
        this.response = response;
        this.caller = caller;
        this.id = id;
        this.bodyLimit = bodyLimit;
        this.share = share;
    }

    /** Returns the id of the request in the log. */
    public String id() {
        return id;
    }

    public Caller caller() {
        return caller;
    }

    /** Returns a header of the request, if present. */
    public Optional<String> requestHeader(String name) {
        return request.headers().first(HeaderNames.create(name));
    }

    /**
     * Returns the filter of visible documents: the key's scope, narrowed by the query parameter
     * {@code filter}, if present.
     *
     * @param reader parses the value of the parameter
     */
    public MetadataFilter visible(Function<String, MetadataFilter> reader) {
        return query("filter").map(reader).orElseGet(MetadataFilter::everything).within(caller.scope());
    }

    public String path(String name) {
        return request.path().pathParameters().get(name);
    }

    /** Returns the first value of a query parameter, if present. */
    public Optional<String> query(String name) {
        return queries(name).stream().findFirst();
    }

    /** Returns all values of a query parameter. */
    public List<String> queries(String name) {
        return request.query().contains(name) ? request.query().all(name) : List.of();
    }

    /**
     * Returns an integer query parameter; {@code usual} if it is missing.
     *
     * @throws Problem if it is no integer from {@code min} to {@code max}
     */
    public int query(String name, int usual, int min, int max) {
        Optional<String> text = query(name);
        if (text.isEmpty()) {
            return usual;
        }
        try {
            int value = Integer.parseInt(text.get());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The problem below reports this, with the range.
        }
        throw Problem.badRequest(name + " must be a whole number from " + min + " to " + max);
    }

    /**
     * Returns a boolean query parameter; false if it is missing.
     *
     * @throws Problem if it is neither true nor false
     */
    public boolean flag(String name) {
        return query(name)
                .map(text -> switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw Problem.badRequest(name + " must be true or false");
                })
                .orElse(false);
    }

    /**
     * Returns the body, parsed as a record.
     *
     * @throws Problem as {@link #body()}, or if it is no JSON or does not match the record
     * @throws ClientGoneException as {@link #body()}
     */
    public <T> T json(Class<T> type) throws IOException {
        return bodyLimit.documents() ? JsonBody.documents(body(), type) : JsonBody.read(body(), type);
    }

    /**
     * Returns the whole body.
     *
     * @throws Problem if it is too long, or the memory for bodies is used up
     * @throws ClientGoneException if the connection breaks, or no bytes come in time
     */
    public byte[] body() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] buffer = new byte[PIECE];
        InputStream in = bodyStream();
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            boolean text = bodyLimit.documents() || body.size() >= ServerLimits.QUESTION_BYTES;
            share.add((long) read * (text ? BYTES_PER_BYTE_OF_TEXT : BYTES_PER_BYTE_OF_VALUES));
            body.write(buffer, 0, read);
        }
        return body.toByteArray();
    }

    /** Returns the body as a stream that needs no closing; failures are as in {@link #body}. */
    public InputStream bodyStream() {
        if (!request.content().hasEntity()) {
            return InputStream.nullInputStream();
        }
        CountedBody body = new CountedBody(request.content().inputStream(), bodyLimit, share);
        CurrentConnection.current().receiving(body::came);
        return body;
    }

    /**
     * Reduces the body's share of memory once it is parsed into something smaller.
     *
     * @param bytes the approximate remaining size
     */
    public void keep(long bytes) {
        share.keep(bytes);
    }

    /** Throws if the header Content-Length exceeds the limit, unless the endpoint takes no body. */
    void requireFit() {
        OptionalLong length = request.headers().contentLength();
        if (length.isPresent() && length.getAsLong() > bodyLimit.bytes() && bodyLimit.bytes() > 0) {
            throw bodyLimit.lengthProblem();
        }
    }

    /** Responds with a record as JSON. */
    public void send(int status, Object record) {
        send(status, "application/json", Json.line(record).getBytes(StandardCharsets.UTF_8));
    }

    /** Responds with bytes of a media type. */
    public void send(int status, String mediaType, byte[] bytes) {
        response.status(Status.create(status));
        response.header(HeaderNames.CONTENT_TYPE, mediaType);
        // Freed before the response: a client that has read the response may send its next body at
        // once.
        share.close();
        response.send(bytes);
    }

    /** Responds with 204 and no body. */
    public void sendNoContent() {
        sendNoContent(204);
    }

    /** Responds with a status and no body. */
    public void sendNoContent(int status) {
        share.close();
        response.status(Status.create(status)).send();
    }

    /** Sets a header, before anything is sent. */
    public void header(String name, String value) {
        response.header(HeaderNames.create(name), value);
    }

    /**
     * Responds with status 200 and a stream. The response starts with the first byte, so an earlier
     * failure can still set another status. Each flush sends the bytes so far. The caller closes
     * the stream; otherwise clients see a truncated response.
     */
    public OutputStream stream(String mediaType) {
        return new LazyStream(() -> {
            response.status(Status.OK_200);
            response.header(HeaderNames.CONTENT_TYPE, mediaType);
            return response.outputStream();
        });
    }

    /** Responds like {@link #stream}; browsers save a file of this name (ASCII, no quotes). */
    public OutputStream download(String mediaType, String fileName) {
        return new LazyStream(() -> {
            header("Content-Disposition", "attachment; filename=\"" + fileName + "\"");
            return stream(mediaType);
        });
    }
}
