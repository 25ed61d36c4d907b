package dev.tern.spark.bulk;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.tern.error.TernException;
import dev.tern.store.milvus.client.ConnectionSettings;
import dev.tern.store.milvus.client.InterruptibleWait;
import dev.tern.store.milvus.client.TrustedCertificates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The import jobs of Milvus since 2.4 and of Zilliz Cloud: JSON over HTTP under {@code
 * /v2/vectordb/jobs/import}.
 */
final class HttpImportJobs implements ImportJobs {
    private static final Logger LOG = LoggerFactory.getLogger(HttpImportJobs.class);
    private static final int MAX_SHOWN_LENGTH = 300;
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int JOBS_PER_PAGE = 100;
    private static final int MAX_PAGES = 10_000;

    private final ConnectionSettings settings;
    private final BulkOptions options;
    private final URI endpoint;
    private final HttpClient client;

    HttpImportJobs(ConnectionSettings settings, BulkOptions options) {
        this.settings = settings;
        this.options = options;
        this.endpoint =
                options.endpoint().orElseGet(() -> URI.create(settings.address().toString()));
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(settings.connectTimeout());
        try {
            this.client = builder.sslContext(TrustedCertificates.context(settings.caFile()))
                    .build();
        } catch (IOException | GeneralSecurityException e) {
            throw TernException.operator(
                    "the certificate file "
                            + settings.caFile().map(Path::toString).orElse("")
                            + " has no readable certificate",
                    e);
        }
    }

    @Override
    public int maxFiles() {
        return options.filesPerJob();
    }

    @Override
    public String begin(String collection, List<String> files) {
        JsonObject request = new JsonObject();
        request.addProperty("collectionName", collection);
        JsonArray all = new JsonArray();
        for (String file : files) {
            JsonArray one = new JsonArray();
            one.add(file);
            all.add(one);
        }
        request.add("files", all);
        // Sends the request only once: the job may have started although its id was lost.
        return text(send("create", request, 0), "jobId");
    }

    @Override
    public ImportJob job(String id) {
        JsonObject request = new JsonObject();
        request.addProperty("jobId", id);
        JsonObject found = send("describe", request, settings.maxRetries());
        String state = text(found, "state");
        return new ImportJob(
                switch (state) {
                    case "Completed" -> ImportState.DONE;
                    case "Failed" -> ImportState.FAILED;
                    case "Pending", "Importing", "InProgress", "PreImporting" -> ImportState.RUNNING;
                    default -> throw nonsense("describe", "state " + state);
                },
                found.has("importedRows") ? number(found, "importedRows") : -1,
                found.has("progress") ? number(found, "progress") : 0,
                found.has("reason") ? text(found, "reason") : "",
                found.toString());
    }

    /**
     * Reads pages until one has no new job: Zilliz Cloud returns pages, Milvus all jobs each time.
     */
    @Override
    public List<String> jobs(String collection) {
        List<String> ofCollection = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int page = 1; page <= MAX_PAGES; page++) {
            int before = seen.size();
            for (JsonObject job : jobs(collection, page)) {
                String id = text(job, "jobId");
                if (seen.add(id)
                        && (!job.has("collectionName")
                                || text(job, "collectionName").equals(collection))) {
                    ofCollection.add(id);
                }
            }
            if (seen.size() == before) {
                return ofCollection;
            }
        }
        throw TernException.store("the import jobs at " + endpoint + " have more than " + MAX_PAGES + " pages");
    }

    private List<JsonObject> jobs(String collection, int page) {
        JsonObject request = new JsonObject();
        request.addProperty("collectionName", collection);
        request.addProperty("pageSize", JOBS_PER_PAGE);
        request.addProperty("currentPage", page);
        List<JsonObject> jobs = new ArrayList<>();
        if (send("list", request, settings.maxRetries()).get("records") instanceof JsonArray records) {
            for (JsonElement job : records) {
                if (job instanceof JsonObject fields) {
                    jobs.add(fields);
                }
            }
        }
        return jobs;
    }

    /**
     * Sends a request and returns the data of its reply. Retries if there is no reply, or its
     * status is 429 or at least 500.
     */
    private JsonObject send(String call, JsonObject request, int retries) {
        settings.database().ifPresent(name -> request.addProperty("dbName", name));
        for (Map.Entry<String, String> field : options.fields().entrySet()) {
            request.addProperty(field.getKey(), field.getValue());
        }
        String problem = "";
        for (int attempt = 0; attempt <= retries; attempt++) {
            if (attempt > 0) {
                InterruptibleWait.pause(PAUSE.multipliedBy(attempt));
                LOG.debug("retrying {} for {}: {}", endpoint, call, problem);
            }
            HttpRequest.Builder sent = HttpRequest.newBuilder(endpoint.resolve("/v2/vectordb/jobs/import/" + call))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(request.toString(), StandardCharsets.UTF_8));
            settings.token().ifPresent(token -> sent.header("Authorization", "Bearer " + token));
            try {
                var reply = reply(sent.build());
                int status = reply.statusCode();
                if (status == 401 || status == 403) {
                    throw TernException.operator("the import jobs at " + endpoint
                            + " refuse the token, or it lacks the right (" + status + ")");
                }
                if (status < 500 && status != 429) {
                    return data(call, status, reply.body());
                }
                problem = "status " + status + ": " + cut(reply.body());
            } catch (IOException e) {
                problem = e.getClass().getSimpleName() + ": " + e.getMessage();
            } catch (InterruptedException e) {
                throw InterruptibleWait.interrupted();
            }
        }
        throw TernException.store("the import jobs at " + endpoint + " failed (" + call + ", " + (retries + 1)
                + " attempts): " + problem);
    }

    /** Reads the whole reply; {@link HttpRequest}'s own timeout ends at its first byte. */
    private HttpResponse<String> reply(HttpRequest request) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<String>> reply =
                client.sendAsync(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
        try {
            return reply.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new HttpTimeoutException(
                    "no complete reply within " + settings.timeout().toMillis() + " ms");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            reply.cancel(true);
        }
    }

    private JsonObject data(String call, int status, String body) {
        JsonElement reply;
        try {
            reply = JsonParser.parseString(body);
        } catch (JsonParseException e) {
            throw nonsense(call, "status " + status + ": " + cut(body));
        }
        if (!(reply instanceof JsonObject fields) || !fields.has("code")) {
            throw nonsense(call, "status " + status + ": " + cut(body));
        }
        long code = number(fields, "code");
        // The first versions report 200 for success, later ones 0.
        if (code != 0 && code != 200) {
            throw TernException.store("the import jobs at " + endpoint + " refuse (" + call + ", code " + code + "): "
                    + (fields.has("message") ? cut(text(fields, "message")) : cut(body)));
        }
        if (fields.get("data") instanceof JsonObject data) {
            return data;
        }
        throw nonsense(call, "status " + status + ": " + cut(body));
    }

    private String text(JsonObject fields, String name) {
        if (fields.get(name) != null && fields.get(name).isJsonPrimitive()) {
            return fields.get(name).getAsString();
        }
        throw nonsense("reading " + name, cut(fields.toString()));
    }

    private long number(JsonObject fields, String name) {
        try {
            return Long.parseLong(text(fields, name));
        } catch (NumberFormatException e) {
            throw nonsense("reading " + name, cut(fields.toString()));
        }
    }

    private TernException nonsense(String call, String detail) {
        return TernException.store("the import jobs at " + endpoint
                + " sent an unknown reply; is this the address of Milvus? (" + call + ", " + detail + ")");
    }

    private static String cut(String text) {
        return text.length() <= MAX_SHOWN_LENGTH
                ? text.strip()
                : text.substring(0, MAX_SHOWN_LENGTH).strip() + "...";
    }

    /** Aborts requests in flight, such as a stalled reply, and closes the connections. */
    @Override
    public void close() {
        client.shutdownNow();
    }
}
