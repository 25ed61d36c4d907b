package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sixty-four clients that ask as fast as they are answered, while documents are added: a few seconds of it, or as many as
 * the property {@code tern.load.seconds} says.
 */
final class LoadTest {
    private static final int CLIENTS = 64;
    private static final int MODEL_MILLIS = 100;
    private static final int SECONDS = Integer.getInteger("tern.load.seconds", 3);
    private static final String ASK = "/api/v1/graphs/bridges/ask";
    private static final String QUESTION = "{\"question\": \"Which bridge did Emil build?\", \"mode\": \"local\"}";

    @TempDir
    private Path folder;

    /** Takes its time, and counts whom it has answered. */
    private static final class CountingModel implements ChatModel {
        private final AtomicInteger answered = new AtomicInteger();

        @Override
        public ChatResponse doChat(ChatRequest request) {
            try {
                Thread.sleep(MODEL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
            answered.incrementAndGet();
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("The Vale bridge [1]."))
                    .build();
        }
    }

    /** What the clients saw. */
    private static final class Seen {
        private final List<Double> millis = Collections.synchronizedList(new ArrayList<>());
        private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());
        private final AtomicBoolean ending = new AtomicBoolean();

        private double percentile95() {
            List<Double> sorted = new ArrayList<>(millis);
            Collections.sort(sorted);
            return sorted.get((int) (sorted.size() * 0.95));
        }
    }

    @Test
    void nobodyIsTurnedAwayUnderLoadAndNoAnswerIsCutAtTheEnd() throws InterruptedException {
        CountingModel model = new CountingModel();
        ServerLimits limits = ServerLimits.builder()
                .set(ServerLimit.REQUESTS_PER_MINUTE, 1_000_000)
                .set(ServerLimit.TOKENS_PER_DAY, 2_000_000_000)
                .build();
        ScriptedBackend backend = new ScriptedBackend(model);
        Running server = Running.over(backend, folder, usual -> usual.limits(limits));
        server.add("bridges", Running.EMIL);
        Seen alone = new Seen();
        for (int i = 0; i < 20; i++) {
            ask(server, alone);
        }
        int before = model.answered.get();
        Seen loaded = new Seen();
        AtomicInteger added = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                while (!loaded.ending.get()) {
                    ask(server, loaded);
                }
            }));
        }
        long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
        while (System.nanoTime() < end) {
            JsonNode job = server.add(
                    "bridges",
                    "{\"documents\": [{\"id\": \"d" + added.incrementAndGet() + "\", \"text\": \"Bridge " + added
                            + " stands in Halden.\"}]}");
            assertThat(job.path("state").asText()).isEqualTo("done");
        }
        double percentile = loaded.percentile95();
        loaded.ending.set(true);
        server.server().close();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.printf(
                Locale.ROOT,
                "load: p95 alone %.0f ms, with %d clients %.0f ms; %d answers in %d s, %d documents added%n",
                alone.percentile95(),
                CLIENTS,
                percentile,
                loaded.millis.size(),
                SECONDS,
                added.get());
        assertThat(loaded.wrong).isEmpty();
        // Whomever the model has answered has got the answer, those at the very end too.
        assertThat(loaded.millis).hasSize(model.answered.get() - before);
        server.close();
    }

    private static void ask(Running server, Seen seen) {
        long start = System.nanoTime();
        try {
            HttpResponse<String> response = server.post(ASK, QUESTION);
            if (response.statusCode() == 200) {
                seen.millis.add((System.nanoTime() - start) / 1e6);
            } else if (!seen.ending.get()) {
                seen.wrong.add(response.statusCode() + " " + response.body());
            }
        } catch (UncheckedIOException e) {
            // A connection that is closed before the request was taken is no answer cut.
            if (!seen.ending.get()) {
                seen.wrong.add(e.toString());
            }
        }
    }
}
