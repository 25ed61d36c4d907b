package dev.tern.spark.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.tern.error.TernException;
import dev.tern.settings.Consistency;
import dev.tern.store.milvus.client.ConnectionSettings;
import dev.tern.store.milvus.client.MilvusAddress;
import dev.tern.store.milvus.server.TestCertificates;
import io.milvus.v2.common.IndexParam;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs over HTTP, with a stub that follows Milvus's public reference. */
@Timeout(60)
class HttpImportJobsTest {
    private static final int MAX_JOBS_PER_PAGE = 50;

    private record Reply(int status, String body) {}

    private final Deque<Reply> replies = new ArrayDeque<>();
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private final List<String> records = new ArrayList<>();
    private HttpServer server;
    private HttpImportJobs jobs;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " " + body);
            Reply reply = records.isEmpty()
                    ? replies.size() > 1 ? replies.pop() : replies.getFirst()
                    : new Reply(200, page(JsonParser.parseString(body).getAsJsonObject()));
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        jobs = jobs(address, Optional.empty(), Duration.ofSeconds(30));
    }

    private static HttpImportJobs jobs(URI address, Optional<Path> caFile, Duration timeout) {
        return new HttpImportJobs(
                settings(caFile, timeout), BulkOptions.DEFAULT.withHttp(address, Map.of("clusterId", "c1")));
    }

    private static ConnectionSettings settings(Optional<Path> caFile, Duration timeout) {
        return new ConnectionSettings(
                MilvusAddress.of("http://127.0.0.1:1"),
                Optional.of("secret"),
                Optional.of("papers"),
                caFile,
                timeout,
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                1,
                512,
                1 << 20,
                1,
                IndexParam.IndexType.FLAT,
                1,
                Consistency.STRONG);
    }

    /** Replies like Zilliz Cloud, with pages of its own size. */
    private String page(JsonObject request) {
        int size = Math.min(MAX_JOBS_PER_PAGE, request.get("pageSize").getAsInt());
        int from = Math.min(records.size(), (request.get("currentPage").getAsInt() - 1) * size);
        List<String> page = records.subList(from, Math.min(records.size(), from + size));
        return "{\"code\":0,\"data\":{\"count\":" + page.size() + ",\"records\":[" + String.join(",", page) + "]}}";
    }

    @AfterEach
    void stop() {
        jobs.close();
        server.stop(0);
    }

    private void answer(int status, String body) {
        replies.add(new Reply(status, body));
    }

    @Test
    void a_job_is_asked_for_with_each_file_in_a_list_of_its_own() {
        answer(200, "{\"code\":0,\"data\":{\"jobId\":\"448\"}}");
        assertThat(jobs.begin("g_entities", List.of("a/1.parquet", "a/2.parquet")))
                .isEqualTo("448");
        assertThat(requests)
                .containsExactly(
                        "/v2/vectordb/jobs/import/create Bearer secret {\"collectionName\":\"g_entities\",\"files\":"
                                + "[[\"a/1.parquet\"],[\"a/2.parquet\"]],\"dbName\":\"papers\",\"clusterId\":\"c1\"}");
    }

    @Test
    void states_are_those_of_the_reference() {
        for (String state : List.of("Pending", "Importing")) {
            answer(200, "{\"code\":200,\"data\":{\"jobId\":448,\"state\":\"" + state + "\",\"progress\":50}}");
            assertThat(jobs.job("448").state()).isEqualTo(ImportJobs.ImportState.RUNNING);
            replies.clear();
        }
        answer(
                200,
                "{\"code\":0,\"data\":{\"state\":\"Completed\",\"progress\":100,\"importedRows\":7,"
                        + "\"details\":[{\"fileName\":\"paths:\\\"a/1.parquet\\\" \"}]}}");
        ImportJobs.ImportJob done = jobs.job("448");
        assertThat(done.state()).isEqualTo(ImportJobs.ImportState.DONE);
        assertThat(done.rows()).isEqualTo(7);
        assertThat(done.report()).contains("a/1.parquet");
        replies.clear();
        answer(200, "{\"code\":0,\"data\":{\"state\":\"Failed\",\"progress\":0,\"reason\":\"no such key\"}}");
        assertThat(jobs.job("448").state()).isEqualTo(ImportJobs.ImportState.FAILED);
        assertThat(jobs.job("448").reason()).isEqualTo("no such key");
    }

    @Test
    void jobs_of_a_collection_are_listed() {
        answer(200, "{\"code\":0,\"data\":{\"records\":[{\"jobId\":\"1\"},{\"jobId\":\"2\"}]}}");
        assertThat(jobs.jobs("g_entities")).containsExactly("1", "2");
    }

    @Test
    void jobs_are_read_from_all_pages_and_those_of_other_collections_left_out() {
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < 3 * MAX_JOBS_PER_PAGE; i++) {
            boolean ours = i % 2 == 0;
            records.add("{\"collectionName\":\"" + (ours ? "g_entities" : "other") + "\",\"jobId\":\"" + i
                    + "\",\"state\":\"Importing\"}");
            if (ours) {
                wanted.add(String.valueOf(i));
            }
        }
        assertThat(jobs.jobs("g_entities")).isEqualTo(wanted);
        assertThat(requests).hasSize(4);
        assertThat(requests.getLast())
                .contains("{\"collectionName\":\"g_entities\",\"pageSize\":100,\"currentPage\":4,");
    }

    @Test
    void a_busy_server_is_asked_again_but_never_for_a_second_job() {
        answer(503, "busy");
        answer(200, "{\"code\":0,\"data\":{\"state\":\"Pending\"}}");
        assertThat(jobs.job("448").state()).isEqualTo(ImportJobs.ImportState.RUNNING);
        assertThat(requests).hasSize(2);
        replies.clear();
        answer(503, "busy");
        assertThatThrownBy(() -> jobs.begin("g_entities", List.of("a")))
                .isInstanceOf(TernException.class)
                .hasMessageEndingWith("failed (create, 1 attempts): status 503: busy");
        assertThat(requests).hasSize(3);
    }

    @Test
    void refusals_and_nonsense_are_told() {
        answer(401, "{}");
        assertThatThrownBy(() -> jobs.job("448"))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("refuse the token")
                .hasMessageNotContaining("secret");
        replies.clear();
        answer(200, "{\"code\":1100,\"message\":\"collection not found\"}");
        assertThatThrownBy(() -> jobs.job("448"))
                .isInstanceOf(TernException.class)
                .hasMessageEndingWith("refuse (describe, code 1100): collection not found");
        for (String nonsense : List.of("<html>", "[]", "{\"code\":0}", "{\"code\":0,\"data\":{\"state\":\"Odd\"}}")) {
            replies.clear();
            answer(200, nonsense);
            assertThatThrownBy(() -> jobs.job("448"))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("sent an unknown reply; is this the address of Milvus?");
        }
    }

    @Test
    void a_reply_that_stalls_is_given_up_in_time() {
        CountDownLatch tested = new CountDownLatch(1);
        server.createContext("/v2/vectordb/jobs/import/describe", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write("{\"code\":0,".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            try {
                tested.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        try (HttpImportJobs impatient = jobs(address, Optional.empty(), Duration.ofMillis(500))) {
            assertThatThrownBy(() -> impatient.job("448"))
                    .isInstanceOf(TernException.class)
                    .hasMessageEndingWith(
                            "failed (describe, 2 attempts): HttpTimeoutException: no complete reply within"
                                    + " 500 ms");
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> impatient.job("448")).isInstanceOf(CancellationException.class);
            assertThat(Thread.interrupted()).isTrue();
        } finally {
            tested.countDown();
        }
    }

    @Test
    void a_server_whose_certificate_the_file_signed_is_trusted(@TempDir Path folder) throws Exception {
        TestCertificates certificates = TestCertificates.in(folder);
        HttpsServer secured = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secured.setHttpsConfigurator(new HttpsConfigurator(certificates.ofServer()));
        secured.createContext("/", exchange -> {
            byte[] bytes = "{\"code\":0,\"data\":{\"jobId\":\"448\"}}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        secured.start();
        URI address = URI.create("https://localhost:" + secured.getAddress().getPort());
        Duration timeout = Duration.ofSeconds(30);
        try (HttpImportJobs trusting = jobs(address, Optional.of(certificates.authority()), timeout);
                HttpImportJobs strange = jobs(address, Optional.empty(), timeout)) {
            assertThat(trusting.begin("g_entities", List.of("a"))).isEqualTo("448");
            assertThatThrownBy(() -> strange.begin("g_entities", List.of("a")))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("failed (create, 1 attempts): SSLHandshakeException");
        } finally {
            secured.stop(0);
        }
        Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing");
        assertThatThrownBy(() -> jobs(address, Optional.of(empty), timeout))
                .isInstanceOf(TernException.class)
                .hasMessage("the certificate file " + empty + " has no readable certificate");
    }
}
