package dev.tern.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/** Takes traces by OTLP over HTTP, and parses the fields of their protobuf that the tests check. */
final class Collector implements AutoCloseable {
    private final HttpServer server;
    private final List<Received> spans = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream raw = new ByteArrayOutputStream();

    /**
     * A span.
     *
     * @param parent the id of the span around it, or empty
     */
    record Received(String trace, String id, String parent, String name, long start, long end) {}

    Collector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", this::take);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<Received> spans() {
        return spans;
    }

    /** Returns the received values of the header X-Key. */
    List<String> keys() {
        return keys;
    }

    /** Returns all that was sent, to look for texts that must not be in it. */
    synchronized String raw() {
        return raw.toString(StandardCharsets.ISO_8859_1);
    }

    private synchronized void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
            body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
        }
        raw.write(body);
        keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Key")));
        for (Object resource : fields(ByteBuffer.wrap(body)).getOrDefault(1, List.of())) {
            for (Object scope : fields((ByteBuffer) resource).getOrDefault(2, List.of())) {
                for (Object span : fields((ByteBuffer) scope).getOrDefault(2, List.of())) {
                    Map<Integer, List<Object>> fields = fields((ByteBuffer) span);
                    spans.add(new Received(
                            hex(fields, 1),
                            hex(fields, 2),
                            hex(fields, 4),
                            StandardCharsets.UTF_8
                                    .decode((ByteBuffer) first(fields, 5))
                                    .toString(),
                            (long) first(fields, 7),
                            (long) first(fields, 8)));
                }
            }
        }
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    private static Object first(Map<Integer, List<Object>> fields, int number) {
        return fields.getOrDefault(number, List.of()).getFirst();
    }

    private static String hex(Map<Integer, List<Object>> fields, int number) {
        if (!fields.containsKey(number)) {
            return "";
        }
        ByteBuffer value = ((ByteBuffer) first(fields, number)).duplicate();
        byte[] bytes = new byte[value.remaining()];
        value.get(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns the fields of a message by their numbers: bytes, or numbers. */
    private static Map<Integer, List<Object>> fields(ByteBuffer given) {
        ByteBuffer message = given.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        Map<Integer, List<Object>> fields = new HashMap<>();
        while (message.hasRemaining()) {
            int tag = (int) number(message);
            Object value = switch (tag & 7) {
                case 0 -> number(message);
                case 1 -> message.getLong();
                case 2 -> {
                    int length = (int) number(message);
                    ByteBuffer part = message.slice(message.position(), length);
                    message.position(message.position() + length);
                    yield part;
                }
                case 5 -> (long) message.getInt();
                default -> throw new IllegalStateException("no such type in protobuf: " + (tag & 7));
            };
            fields.computeIfAbsent(tag >>> 3, key -> new ArrayList<>()).add(value);
        }
        return fields;
    }

    private static long number(ByteBuffer message) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = message.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
