package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the requests at the sockets while the server shuts down. */
final class EndingTest {
    private static final int KEPT = 48;
    private static final int FRESH = 16;
    private static final int ROUNDS = 3;
    private static final int MODEL_MILLIS = 50;
    private static final int ANSWER_MILLIS = 120_000;
    private static final String QUESTION = "{\"question\": \"Which bridge did Emil build?\", \"mode\": \"local\"}";

    @TempDir
    private Path folder;

    /** A model that answers after a moment, or when released. */
    private static final class PatientModel implements ChatModel {
        private final AtomicReference<CountDownLatch> held = new AtomicReference<>(new CountDownLatch(0));

        void hold() {
            held.set(new CountDownLatch(1));
        }

        void letGo() {
            held.get().countDown();
        }

        @Override
        public ChatResponse doChat(ChatRequest request) {
            try {
                Thread.sleep(MODEL_MILLIS);
                held.get().await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("The Vale bridge [1]."))
                    .build();
        }
    }

    /** A connection and the received bytes. */
    private record Wire(Socket socket) implements AutoCloseable {
        static Wire to(int port) throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(ANSWER_MILLIS);
            return new Wire(socket);
        }

        void ask() throws IOException {
            String request = "POST /api/v1/graphs/bridges/ask HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/json\r\nContent-Length: " + QUESTION.length() + "\r\n\r\n" + QUESTION;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        }

        /** Returns the head of a response if its body is complete; otherwise all received text. */
        String answer() throws IOException {
            InputStream in = socket.getInputStream();
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                int next = in.read();
                if (next < 0) {
                    return "cut off after " + head.size() + " bytes";
                }
                head.write(next);
            }
            String text = head.toString(StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
            int length = Integer.parseInt(text.substring(text.indexOf("content-length:") + 15)
                    .split("\r\n", 2)[0]
                    .strip());
            int read = in.readNBytes(length).length;
            return read == length ? text : "cut off after " + read + " bytes of " + length;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void whoeverHasAskedBeforeTheEndIsAnsweredWhole() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            assertThat(answersAtTheEnd())
                    .hasSize(KEPT + FRESH)
                    .allSatisfy(answer ->
                            assertThat(answer).startsWith("http/1.1 200").contains("connection: close"));
        }
    }

    /** Sends questions on used and new connections, and stops the server after all are sent and before any is read. */
    private List<String> answersAtTheEnd() throws Exception {
        PatientModel model = new PatientModel();
        Running server = Running.over(new ScriptedBackend(model), folder);
        server.add("bridges", Running.EMIL);
        int port = server.server().port();
        CountDownLatch ready = new CountDownLatch(KEPT);
        CountDownLatch now = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(KEPT + FRESH);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < KEPT + FRESH; i++) {
                boolean isFresh = i >= KEPT;
                answers.add(clients.submit(() -> {
                    if (isFresh) {
                        now.await();
                    }
                    try (Wire wire = Wire.to(port)) {
                        if (!isFresh) {
                            wire.ask();
                            assertThat(wire.answer()).startsWith("http/1.1 200");
                            ready.countDown();
                            now.await();
                        }
                        wire.ask();
                        sent.countDown();
                        return wire.answer();
                    }
                }));
            }
            ready.await();
            model.hold();
            now.countDown();
            sent.await();
            // An answer that was ready before the end says nothing about it.
            Future<?> letGo = clients.submit(() -> {
                while (isReady(server)) {
                    Thread.sleep(1);
                }
                model.letGo();
                return null;
            });
            server.server().close();
            letGo.get();
            List<String> seen = new ArrayList<>();
            for (Future<String> answer : answers) {
                seen.add(answer.get());
            }
            server.close();
            return seen;
        }
    }

    /** Returns true if the server has not begun to end. */
    private static boolean isReady(Running server) {
        try {
            return server.get("/health/ready").statusCode() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    @Test
    void connectionsOnWhichNobodyAsksDoNotHoldUpTheEnd() throws Exception {
        Duration grace = Duration.ofMinutes(10);
        ServerLimits limits = ServerLimits.builder()
                .set(ServerLimit.SHUTDOWN_TIME, grace.toMillis())
                .build();
        Running server = Running.over(new ScriptedBackend(new PatientModel()), folder, usual -> usual.limits(limits));
        server.add("bridges", Running.EMIL);
        try (Wire used = Wire.to(server.server().port());
                Wire silent = Wire.to(server.server().port())) {
            used.ask();
            assertThat(used.answer()).contains("http/1.1 200").doesNotContain("connection: close");
            long start = System.nanoTime();
            server.close();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(grace.dividedBy(5));
            assertThat(used.answer()).isEqualTo("cut off after 0 bytes");
            assertThat(silent.answer()).isEqualTo("cut off after 0 bytes");
        }
    }
}
