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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sixty-four clients that ask as fast as they are answered, while documents are added: until each has had some answers, and for as many
 * seconds as the property {@code tern.load.seconds} says.
 */
@Timeout(600)
final class LoadTest {
    private static final int CLIENTS = 64;
    private static final int MODEL_MILLIS = 100;
    private static final int SECONDS = Integer.getInteger("tern.load.seconds", 1);
    private static final int ANSWERS_EACH = 3;
    private static final String ASK = "/api/v1/graphs/bridges/ask";
    private static final String QUESTION = "{\"question\": \"Which bridge did Emil build?\", \"mode\": \"local\"}";

    @TempDir
    private Path folder;

    /** A slow model that counts its replies. */
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

    /** The counts of the clients. */
    private static final class Seen {
        private final AtomicIntegerArray answers = new AtomicIntegerArray(CLIENTS);
        private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());
        private final AtomicBoolean ending = new AtomicBoolean();

        private boolean everyone() {
            return counts().allMatch(count -> count >= ANSWERS_EACH);
        }

        private IntStream counts() {
            return IntStream.range(0, CLIENTS).map(answers::get);
        }
    }

    @Test
    void nobodyIsTurnedAwayOrStarvesUnderLoadAndNoAnswerIsCutAtTheEnd() throws InterruptedException {
        CountingModel model = new CountingModel();
        ServerLimits limits = ServerLimits.builder()
                .set(ServerLimit.REQUESTS_PER_MINUTE, 1_000_000)
                .set(ServerLimit.TOKENS_PER_DAY, 2_000_000_000)
                .build();
        ScriptedBackend backend = new ScriptedBackend(model);
        Running server = Running.over(backend, folder, usual -> usual.limits(limits));
        server.add("bridges", Running.EMIL);
        int before = model.answered.get();
        Seen loaded = new Seen();
        AtomicInteger added = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int client = i;
            threads.add(Thread.ofVirtual().start(() -> {
                while (!loaded.ending.get()) {
                    ask(server, loaded, client);
                }
            }));
        }
        long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
        while (loaded.wrong.isEmpty() && (System.nanoTime() < end || !loaded.everyone())) {
            JsonNode job = server.add(
                    "bridges",
                    "{\"documents\": [{\"id\": \"d" + added.incrementAndGet() + "\", \"text\": \"Bridge " + added
                            + " stands in Halden.\"}]}");
            assertThat(job.path("state").asText()).isEqualTo("done");
        }
        loaded.ending.set(true);
        server.server().close();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(loaded.wrong).isEmpty();
        // Every reply of the model reached its client, even at the very end.
        assertThat(loaded.counts().sum()).isEqualTo(model.answered.get() - before);
        server.close();
    }

    private static void ask(Running server, Seen seen, int client) {
        try {
            HttpResponse<String> response = server.post(ASK, QUESTION);
            if (response.statusCode() == 200) {
                seen.answers.incrementAndGet(client);
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
