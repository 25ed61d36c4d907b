package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.model.Ledger;
import dev.tern.model.Ledger.Expense;
import dev.tern.model.ReplyCache;
import dev.tern.models.StubServer.Reply;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.CostFilter;
import dev.tern.models.kept.GroupCost;
import dev.tern.models.kept.ModelCache;
import dev.tern.models.kept.RunCounts;
import dev.tern.models.kept.RunStart;
import dev.tern.models.kept.RunState;
import dev.tern.models.kept.Warnings;
import dev.tern.models.money.Price;
import dev.tern.models.money.PriceTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that fails every tenth request, with the whole client stack. */
class FailingServerTest {
    private static final String KEY = "sk-secret0123456789";
    private static final int QUESTIONS = 400;
    private static final String OK = "{\"choices\":[{\"index\":0,\"finish_reason\":\"stop\",\"message\":{\"role\":"
            + "\"assistant\",\"content\":\"fine\"}}],"
            + "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":2,\"total_tokens\":12}}";

    @TempDir
    Path directory;

    private static CloseableChatModel model(StubServer server) {
        return Models.chatModel(ChatModelSettings.builder()
                .modelName("small")
                .endpoint(ModelEndpoint.builder()
                        .baseUrl(server.url())
                        .apiKey(ProviderKey.of(KEY))
                        .maxRetries(10)
                        .backOffBase(Duration.ofMillis(1))
                        .maxBackOff(Duration.ofSeconds(2))
                        .parallelRequests(16)
                        .requestsPerMinute(1_000_000)
                        .tokensPerMinute(1_000_000_000)
                        .build())
                .build());
    }

    private static Reply failure(int kind) {
        return switch (kind) {
            case 0 ->
                Reply.of(429, "{\"error\":{\"message\":\"slow down, " + KEY + "\"}}")
                        .retryAfter("0");
            case 1 -> Reply.of(500, "{\"error\":{\"message\":\"key " + KEY + " broke it\"}}");
            case 2 -> Reply.hangUp();
            default -> Reply.ok("<html>key " + KEY + "</html>");
        };
    }

    private static void ask(CloseableChatModel model, ReplyCache cache, Ledger ledger, String question) {
        if (cache.find(question).isPresent()) {
            return;
        }
        ChatResponse response = model.chat(
                ChatRequest.builder().messages(UserMessage.from(question)).build());
        TokenUsage usage = response.tokenUsage();
        if (usage == null) {
            throw new IllegalStateException("no usage");
        }
        ledger.record(new Expense("extract", question, "small", usage.inputTokenCount(), usage.outputTokenCount()));
        cache.keep(question, new ReplyCache.CachedReply(response.aiMessage().text(), 10, 2));
    }

    private void askAll(StubServer server) throws Exception {
        try (CloseableChatModel model = model(server);
                ModelCache cache = ModelCache.in(directory, 1 << 30);
                AccountBook book = AccountBook.in(directory);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var run = book.begin(new RunStart("run " + System.nanoTime(), "add x", "s", "g"));
            Ledger ledger = run.ledger(PriceTable.EMPTY.with("small", Price.of("1", "10")));
            List<Future<?>> asking = new ArrayList<>();
            for (int i = 0; i < QUESTIONS; i++) {
                String question = "question " + i;
                asking.add(threads.submit(() -> ask(model, cache.replies(), ledger, question)));
            }
            for (Future<?> asked : asking) {
                asked.get();
            }
            assertThat(run.end(RunState.DONE, "", RunCounts.NONE)).isZero();
        }
    }

    @Test
    void everyQuestionIsAnsweredAndPaidOnceThoughEveryTenthCallFails() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        // Three unreadable answers end the retries, so each question gets one at most.
        Set<String> misled = ConcurrentHashMap.newKeySet();
        try (Warnings log = new Warnings();
                StubServer server = new StubServer()) {
            server.otherwise(asked -> {
                int draw;
                synchronized (random) {
                    draw = random.nextInt(40);
                }
                if (draw < 3 || (draw == 3 && misled.add(asked.body().toString()))) {
                    failed.incrementAndGet();
                    return failure(draw);
                }
                answered.incrementAndGet();
                return Reply.ok(OK);
            });
            askAll(server);
            assertThat(answered).hasValue(QUESTIONS);
            assertThat(failed.get()).isGreaterThan(10);
            assertThat(server.maxInFlight()).isLessThanOrEqualTo(16);
            askAll(server);
            assertThat(answered).as("what was kept is not asked for again").hasValue(QUESTIONS);
            try (AccountBook book = AccountBook.in(directory)) {
                assertThat(book.costs().total(CostFilter.ALL))
                        .isEqualTo(new GroupCost(
                                "",
                                QUESTIONS,
                                10L * QUESTIONS,
                                2L * QUESTIONS,
                                Price.of("1", "10").cost(10L * QUESTIONS, 2L * QUESTIONS),
                                0));
                assertThat(book.costs().byDocument(CostFilter.ALL, 0, 1_000)).hasSize(QUESTIONS);
            }
            assertThat(log.all()).doesNotContain(KEY).doesNotContain("secret0123456789");
        }
        assertNoFileHolds(KEY);
    }

    private void assertNoFileHolds(String secret) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                            .doesNotContain(secret));
        }
    }

    /** One of a full set of requests is rejected; all others must then find the pause. */
    @Test
    void oneCallerThatIsToldToWaitMakesAllOfThemWait() throws Exception {
        int places = 4;
        Queue<Long> arrivals = new ConcurrentLinkedQueue<>();
        AtomicLong refusedAt = new AtomicLong();
        AtomicInteger count = new AtomicInteger();
        CountDownLatch told = new CountDownLatch(1);
        try (StubServer server = new StubServer();
                ModelHttpClient modelHttpClient = wire(server, places, told);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.otherwise(any -> {
                arrivals.add(System.nanoTime());
                if (count.incrementAndGet() == places) {
                    refusedAt.set(System.nanoTime());
                    return Reply.of(429, "slow down").retryAfter("1");
                }
                awaitIt(told);
                return Reply.ok(OK);
            });
            List<Future<?>> asking = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                asking.add(threads.submit(() -> modelHttpClient.execute(HttpRequest.builder()
                        .method(HttpMethod.POST)
                        .url(server.url() + "/chat/completions")
                        .body("{}")
                        .build())));
            }
            for (Future<?> asked : asking) {
                asked.get();
            }
        }
        assertThat(arrivals).hasSize(21);
        long end = refusedAt.get() + Duration.ofSeconds(1).toNanos();
        assertThat(arrivals.stream().skip(places)).hasSize(17).allMatch(at -> at >= end);
    }

    /** Returns a wire without limits, so that its clock is read for the pause alone. */
    private static ModelHttpClient wire(StubServer server, int places, CountDownLatch told) {
        ModelEndpoint endpoint = ModelEndpoint.builder()
                .baseUrl(server.url())
                .parallelRequests(places)
                .maxBackOff(Duration.ofSeconds(2))
                .build();
        RateLimit.Timer timer = new RateLimit.Timer() {
            @Override
            public long nanos() {
                told.countDown();
                return System.nanoTime();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                Thread.sleep(Duration.ofNanos(nanos));
            }
        };
        RetryPolicy backOff =
                new RetryPolicy(endpoint.backOffBase(), endpoint.maxBackOff(), Clock.systemUTC(), new Random());
        return new ModelHttpClient(endpoint, backOff, new RateLimit(endpoint, 1, timer, null));
    }

    private static void awaitIt(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
