package dev.tern.server.api;

import dev.tern.server.front.ClientGoneException;
import dev.tern.server.front.Exchange;
import dev.tern.server.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A response of server-sent events, each flushed at once. Not thread-safe. */
public final class EventStream implements AutoCloseable {
    private final OutputStream out;

    /**
     * Responds with a stream of events; the last one reports an exception, if there is one.
     *
     * @param work sends the events
     * @param failed sends the event of an exception other than {@link ClientGoneException}
     */
    public static void answer(
            Exchange exchange, Consumer<EventStream> work, BiConsumer<EventStream, Throwable> failed) {
        try (EventStream events = new EventStream(exchange)) {
            try {
                work.accept(events);
            } catch (ClientGoneException e) {
                throw e;
            } catch (Throwable e) {
                failed.accept(events, e);
            }
        }
    }

    /** Starts a response; its status 200 is sent with the first event. */
    private EventStream(Exchange exchange) {
        // Turns buffering in proxies off, which would delay the events.
        exchange.header("X-Accel-Buffering", "no");
        this.out = exchange.stream("text/event-stream");
    }

    /**
     * Sends an event with a name and a record.
     *
     * @param record the data, sent as JSON in one line
     * @throws ClientGoneException if the client has closed the stream
     */
    public void send(String event, Object record) {
        write("event: " + event + "\ndata: " + Json.line(record) + "\n\n");
    }

    /**
     * Sends an event without a name.
     *
     * @param line the data of the event, in one line
     * @throws ClientGoneException if the client has closed the stream
     */
    public void send(String line) {
        write("data: " + line + "\n\n");
    }

    private void write(String text) {
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException | UncheckedIOException e) {
            throw new ClientGoneException("the stream is closed: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException | UncheckedIOException e) {
            throw new ClientGoneException("the stream is closed: " + e.getMessage());
        }
    }
}
