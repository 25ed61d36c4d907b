package dev.tern.server.front;

import dev.tern.app.limits.ServerLimits;
import dev.tern.graph.Filter;
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

/** One request and its answer; for one thread. */
public final class Exchange {
    private static final int PIECE = 1 << 14;

    /**
     * Of a byte of a short JSON some eight are made, with what its values become; documents, and what was said before a question,
     * are mostly text.
     */
    private static final int MADE_OF_VALUES = 8;

    private static final int MADE_OF_TEXT = 2;

    private final ServerRequest request;
    private final ServerResponse response;
    private final Caller caller;
    private final String id;
    private final BodyLimit bodyLimit;
    private final Bodies.Share share;

    Exchange(
            ServerRequest request,
            ServerResponse response,
            Caller caller,
            String id,
            BodyLimit bodyLimit,
            Bodies.Share share) {
        this.request = request;
        this.response = response;
        this.caller = caller;
        this.id = id;
        this.bodyLimit = bodyLimit;
        this.share = share;
    }

    /** By which the log knows the request. */
    public String id() {
        return id;
    }

    /** The caller who sent the request. */
    public Caller caller() {
        return caller;
    }

    /** A header of the request, if it is there. */
    public Optional<String> requestHeader(String name) {
        return request.headers().first(HeaderNames.create(name));
    }

    /** What may be seen: what the caller's key is for, narrowed by the filter behind the question mark if there is one. */
    public Filter visible(Function<String, Filter> reader) {
        return query("filter").map(reader).orElseGet(Filter::everything).within(caller.scope());
    }

    /** A parameter of the path. */
    public String path(String name) {
        return request.path().pathParameters().get(name);
    }

    /** A parameter behind the question mark, if it is there. */
    public Optional<String> query(String name) {
        return queries(name).stream().findFirst();
    }

    /** All values of a parameter behind the question mark. */
    public List<String> queries(String name) {
        return request.query().contains(name) ? request.query().all(name) : List.of();
    }

    /**
     * A whole number behind the question mark.
     *
     * @throws Problem if it is there and no number of the range
     */
    public int query(String name, int usual, int least, int most) {
        Optional<String> text = query(name);
        if (text.isEmpty()) {
            return usual;
        }
        try {
            int value = Integer.parseInt(text.get());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below, with the range
        }
        throw Problem.badRequest(name + " must be a whole number from " + least + " to " + most);
    }

    /**
     * True or false behind the question mark; false if it is not there.
     *
     * @throws Problem if it is neither
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
     * The body as a record.
     *
     * @throws Problem if it is too long, no JSON, or of another form
     */
    public <T> T json(Class<T> type) throws IOException {
        return bodyLimit.documents() ? JsonBody.documents(body(), type) : JsonBody.read(body(), type);
    }

    /**
     * The body of the request, whole.
     *
     * @throws Problem if it is too long, takes too long, or there is no room for it
     */
    public byte[] body() throws IOException {
        long most = bodyLimit.bytes();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] buffer = new byte[PIECE];
        try (InputStream in = bodyStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (body.size() + read > most) {
                    throw bodyLimit.exceeded();
                }
                boolean text = bodyLimit.documents() || body.size() >= ServerLimits.QUESTION_BYTES;
                share.add((long) read * (text ? MADE_OF_TEXT : MADE_OF_VALUES));
                body.write(buffer, 0, read);
            }
        }
        return body.toByteArray();
    }

    /** The body as it comes; the reader has to hold it to {@link #bodyLimit}. */
    public InputStream bodyStream() {
        if (!request.content().hasEntity()) {
            return InputStream.nullInputStream();
        }
        Incoming body = new Incoming(request.content().inputStream(), bodyLimit, share);
        Presences.current().receiving(body);
        return body;
    }

    /**
     * The body has become something small, and counts for no more than that from now on, however long its answer takes.
     *
     * @param bytes about how much memory that is
     */
    public void keep(long bytes) {
        share.keep(bytes);
    }

    /** The most bytes of the body. */
    public long bodyLimit() {
        return bodyLimit.bytes();
    }

    /** The refusal of a body that is longer. */
    public Problem tooLarge() {
        return bodyLimit.exceeded();
    }

    /** Refuses a body that says itself that it is too long, before any of it is read. */
    void requireFit() {
        OptionalLong length = request.headers().contentLength();
        if (length.isPresent() && length.getAsLong() > bodyLimit.bytes() && bodyLimit.bytes() > 0) {
            throw bodyLimit.exceeded();
        }
    }

    /** Answers with a record. */
    public void send(int status, Object record) {
        send(status, "application/json", Json.line(record).getBytes(StandardCharsets.UTF_8));
    }

    /** Answers with bytes of a media type. */
    public void send(int status, String mediaType, byte[] bytes) {
        response.status(Status.create(status));
        response.header(HeaderNames.CONTENT_TYPE, mediaType);
        // Before the answer: a client that has read it can send its next body at once.
        share.close();
        response.send(bytes);
    }

    /** Answers that it is done, and nothing more. */
    public void nothing() {
        nothing(204);
    }

    /** Answers with a status and nothing more. */
    public void nothing(int status) {
        share.close();
        response.status(Status.create(status)).send();
    }

    /** Says something in a header; before anything is sent. */
    public void header(String name, String value) {
        response.header(HeaderNames.create(name), value);
    }

    /**
     * Answers in pieces, which are sent when they are flushed. The answer begins with the first byte: what fails before can still be
     * answered with a status of its own. To be closed; not closed, an answer that was begun is seen to be cut off.
     */
    public OutputStream stream(String mediaType) {
        return new FirstByte(() -> {
            response.status(Status.OK_200);
            response.header(HeaderNames.CONTENT_TYPE, mediaType);
            return response.outputStream();
        });
    }

    /** Answers with a file in pieces, as {@link #stream} does, which browsers keep under a name. */
    public OutputStream download(String mediaType, String fileName) {
        return new FirstByte(() -> {
            header("Content-Disposition", "attachment; filename=\"" + fileName + "\"");
            return stream(mediaType);
        });
    }
}
