package dev.tern.server.mcp;

import dev.tern.app.limits.ServerLimit;
import dev.tern.server.api.QuestionRunner;
import dev.tern.server.front.Caller;
import dev.tern.server.front.ProblemConverter;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.settings.ServerSettings;
import dev.tern.server.traces.Traces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the protocol over two streams, one message per line, to the client that started this
 * process. Nothing else may be written to the output. Thread-safe.
 */
public final class McpStreams {
    private static final Logger LOG = LoggerFactory.getLogger(McpStreams.class);
    private static final int MAX_CONCURRENT_REQUESTS = 64;
    private static final String CANCELLED = "notifications/cancelled";

    private final McpProtocol mcp;
    private final Caller caller;
    private final ServerSettings settings;
    private final OutputStream out;
    private final ReentrantLock writing = new ReentrantLock();
    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Object, Future<?>> underWay = new ConcurrentHashMap<>();

    /**
     * Creates a server with its own quotas and metrics; {@link #serve} reads its requests.
     *
     * @param caller the client's permissions
     * @param version the version that the server reports
     * @param out the stream for replies, which nothing else may use
     */
    public McpStreams(ServerSettings settings, Graphs graphs, Caller caller, String version, OutputStream out) {
        Quotas quotas = new Quotas(settings.limits(), InstantSource.system());
        Metrics metrics = new Metrics();
        QuestionRunner questions = new QuestionRunner(settings, graphs, quotas, metrics, Traces.NONE);
        McpTools tools = new McpTools(
                new ToolProvider.Parts(settings, graphs, questions, quotas, metrics, Optional.empty()),
                new DirectTextAdder(graphs, quotas, metrics));
        this.mcp = new McpProtocol(tools, metrics, version);
        this.caller = caller;
        this.settings = settings;
        this.out = out;
    }

    /**
     * Replies until the input ends or the thread is interrupted. Running calls then have the time
     * of {@link ServerLimit#SHUTDOWN_TIME} to complete; afterwards, or at a second interrupt, they
     * are interrupted.
     *
     * @param in the messages, one per line
     */
    public void serve(InputStream in) {
        CountDownLatch ended = new CountDownLatch(1);
        // Reading cannot be interrupted, so a daemon thread does it.
        Thread reader = Thread.ofPlatform().daemon().name("tern-mcp").start(() -> {
            try {
                read(in);
            } catch (IOException e) {
                LOG.debug("the client's stream broke", e);
            } finally {
                ended.countDown();
            }
        });
        try {
            ended.await();
        } catch (InterruptedException e) {
            LOG.debug("stopped while {} still reads", reader.getName(), e);
        }
        calls.shutdown();
        try {
            if (!calls.awaitTermination(
                    settings.limits().time(ServerLimit.SHUTDOWN_TIME).toMillis(), TimeUnit.MILLISECONDS)) {
                calls.shutdownNow();
            }
        } catch (InterruptedException e) {
            calls.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private void read(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] buffer = new byte[8_192];
        boolean tooLong = false;
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            for (int i = 0; i < count; i++) {
                if (buffer[i] != '\n') {
                    tooLong |= line.size() >= settings.limits().of(ServerLimit.BODY_BYTES);
                    if (!tooLong) {
                        line.write(buffer[i]);
                    }
                    continue;
                }
                take(line.toByteArray(), tooLong);
                line.reset();
                tooLong = false;
            }
        }
        take(line.toByteArray(), tooLong);
    }

    private void take(byte[] line, boolean tooLong) {
        if (tooLong) {
            write(McpProtocol.unreadable(
                    "the message is longer than " + settings.limits().of(ServerLimit.BODY_BYTES) + " bytes"));
            return;
        }
        if (new String(line, StandardCharsets.UTF_8).isBlank()) {
            return;
        }
        JsonRpcMessage message;
        try {
            message = McpProtocol.read(line);
        } catch (Throwable e) {
            // A failure must not end the reader, or all later requests would get no reply.
            String id = UUID.randomUUID().toString();
            write(McpProtocol.unreadable(ProblemConverter.problemOf(e, id).forAgents(id)));
            return;
        }
        take(message);
    }

    private void take(JsonRpcMessage message) {
        if (message.method().equals(CANCELLED)) {
            cancel(message.params().get("requestId"));
            return;
        }
        if (message.id() == null) {
            return;
        }
        Object id = message.replyId();
        if (underWay.size() >= MAX_CONCURRENT_REQUESTS) {
            write(McpProtocol.busy(id, MAX_CONCURRENT_REQUESTS));
            return;
        }
        CountDownLatch known = new CountDownLatch(1);
        Future<?> call = calls.submit(() -> {
            try {
                known.await();
                Optional<String> reply = mcp.answer(caller, UUID.randomUUID().toString(), message, bytes -> {});
                // A cancelled request gets no answer.
                if (underWay.remove(id) != null) {
                    reply.ifPresent(this::write);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                underWay.remove(id);
            }
        });
        underWay.put(id, call);
        known.countDown();
    }

    private void cancel(@Nullable Object id) {
        Future<?> call = id == null ? null : underWay.remove(id);
        if (call != null) {
            call.cancel(true);
        }
    }

    private void write(String message) {
        writing.lock();
        try {
            out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            LOG.debug("the client stopped listening", e);
        } finally {
            writing.unlock();
        }
    }
}
