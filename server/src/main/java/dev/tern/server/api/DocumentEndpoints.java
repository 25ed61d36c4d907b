package dev.tern.server.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tern.ingest.IngestReport;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.HttpEndpoint.BodyKind;
import dev.tern.server.front.JsonBody;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.IntakeSource;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.job.DocumentsBody;
import dev.tern.server.job.Job;
import dev.tern.server.job.Jobs;
import dev.tern.server.job.MultiFileUploads;
import dev.tern.server.json.Json;
import dev.tern.server.settings.Role;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Adds and removes documents, estimates costs; lists, cancels and retries jobs. Thread-safe. */
public final class DocumentEndpoints {
    private static final int MAX_NAME_LENGTH = 255;
    private static final int MAX_ADDRESS_LENGTH = 2_000;
    private static final int MAX_REMOVED_DOCUMENTS = 500;
    private static final Pattern BUNDLE = Pattern.compile("[A-Za-z0-9-]{1,64}");

    private final Graphs graphs;
    private final Jobs jobs;
    private final MultiFileUploads bundles;
    private final Quotas quotas;
    private final BoundedWork estimates;

    public DocumentEndpoints(Graphs graphs, Jobs jobs, MultiFileUploads bundles, Quotas quotas, BoundedWork estimates) {
        this.graphs = graphs;
        this.jobs = jobs;
        this.bundles = bundles;
        this.quotas = quotas;
        this.estimates = estimates;
    }

    public List<HttpEndpoint> endpoints() {
        String graph = "/api/v1/graphs/{graph}";
        return List.of(
                write("POST", graph + "/documents", BodyKind.DOCUMENTS, this::documents),
                write("DELETE", graph + "/documents", BodyKind.NOTHING, this::remove)
                        .withParameters("id"),
                write("POST", graph + "/uploads", BodyKind.FORM, this::upload).withParameters("name"),
                write("POST", graph + "/uploads/estimate", BodyKind.FILE, this::estimateUpload)
                        .withParameters("name"),
                write("POST", graph + "/bundles/{bundle}/files", BodyKind.FILE, this::file)
                        .withParameters("name"),
                write("POST", graph + "/bundles/{bundle}", BodyKind.JSON, this::begin),
                write("DELETE", graph + "/bundles/{bundle}", BodyKind.NOTHING, this::drop),
                write("POST", graph + "/pages", BodyKind.JSON, this::page),
                write("POST", graph + "/pages/estimate", BodyKind.JSON, this::estimatePage),
                write("POST", graph + "/retry-failed", BodyKind.JSON, this::retryFailed),
                write("POST", graph + "/estimate", BodyKind.DOCUMENTS, this::estimate),
                HttpEndpoint.get("/api/v1/jobs", this::all),
                HttpEndpoint.get(graph + "/jobs", this::list),
                HttpEndpoint.get(graph + "/jobs/{job}", this::sendJob),
                write("DELETE", graph + "/jobs/{job}", BodyKind.NOTHING, this::cancel),
                write("POST", graph + "/jobs/{job}/retry", BodyKind.JSON, this::retry));
    }

    private static HttpEndpoint write(String method, String path, BodyKind bodyKind, HttpEndpoint.Action action) {
        return HttpEndpoint.change(method, path, Role.WRITE, bodyKind, action);
    }

    /** A web page to add, by http or https. */
    record PageBody(String url) {}

    /** An empty JSON body; pages of other origins cannot send JSON without a preflight. */
    public record EmptyBody() {}

    /** The jobs of a graph, or of all visible graphs, newest first. */
    record JobList(List<Job> jobs) {}

    private void documents(Exchange exchange) throws IOException {
        byte[] body = exchange.body();
        // Parses the body so that the response reports its errors; the job parses it again.
        int count = JsonBody.documents(body, DocumentsBody.class).sources().size();
        String subject = count == 1 ? "1 document" : count + " documents";
        acceptUpload(exchange, Job.Kind.DOCUMENTS, subject, new ByteArrayInputStream(body));
    }

    private void remove(Exchange exchange) throws IOException {
        List<String> ids = exchange.queries("id");
        if (ids.isEmpty() || ids.size() > MAX_REMOVED_DOCUMENTS) {
            throw Problem.badRequest("the parameter id must be given 1 to " + MAX_REMOVED_DOCUMENTS + " times");
        }
        ids.forEach(DocumentListEndpoints::documentId);
        LookupEndpoints.graph(graphs, exchange).close();
        byte[] body = Json.line(ids).getBytes(StandardCharsets.UTF_8);
        String subject = ids.size() == 1 ? "1 document" : ids.size() + " documents";
        acceptUpload(exchange, Job.Kind.REMOVE, subject, new ByteArrayInputStream(body));
    }

    private static String fileName(Exchange exchange) {
        return fileName(exchange.query("name").orElse(""));
    }

    private static String fileName(String text) {
        String name = text.strip();
        if (name.isEmpty() || name.length() > MAX_NAME_LENGTH || text.chars().anyMatch(Character::isISOControl)) {
            throw Problem.badRequest("the parameter name must have 1 to " + MAX_NAME_LENGTH
                    + " characters and no control characters: it becomes the document's id");
        }
        return name;
    }

    private void upload(Exchange exchange) throws IOException {
        if (FormFiles.isIn(exchange)) {
            form(exchange);
            return;
        }
        acceptUpload(exchange, Job.Kind.UPLOAD, fileName(exchange), exchange.bodyStream());
    }

    /** Makes one job of all files of a form. */
    private void form(Exchange exchange) throws IOException {
        String graph = exchange.path("graph");
        String caller = exchange.caller().name();
        String bundle = UUID.randomUUID().toString();
        quotas.requireTokens(exchange.caller());
        AtomicInteger files = new AtomicInteger();
        try {
            FormFiles.read(
                    exchange,
                    (name, content) -> files.set(bundles.add(graph, bundle, caller, fileName(name), content)));
            if (files.get() == 0) {
                throw Problem.badRequest("the form has no file; send one as in: curl -F file=@notes.pdf");
            }
            accepted(exchange, bundles.begin(graph, bundle, caller));
        } finally {
            // This does nothing if the bundle became a job.
            bundles.drop(graph, bundle, caller);
        }
    }

    record OpenUpload(int files) {}

    private void file(Exchange exchange) throws IOException {
        String name = fileName(exchange);
        String bundle = bundle(exchange);
        quotas.requireTokens(exchange.caller());
        int files =
                bundles.add(exchange.path("graph"), bundle, exchange.caller().name(), name, exchange.bodyStream());
        exchange.send(200, new OpenUpload(files));
    }

    private void begin(Exchange exchange) throws IOException {
        exchange.json(EmptyBody.class);
        quotas.requireTokens(exchange.caller());
        accepted(
                exchange,
                bundles.begin(
                        exchange.path("graph"),
                        bundle(exchange),
                        exchange.caller().name()));
    }

    private void drop(Exchange exchange) {
        bundles.drop(exchange.path("graph"), bundle(exchange), exchange.caller().name());
        exchange.sendNoContent();
    }

    private static String bundle(Exchange exchange) {
        String id = exchange.path("bundle");
        if (!BUNDLE.matcher(id).matches()) {
            throw Problem.badRequest("the name of a bundle must be 1 to 64 letters, digits and hyphens");
        }
        return id;
    }

    private void page(Exchange exchange) throws IOException {
        String address = exchange.json(PageBody.class).url();
        URI uri = uri(address);
        String shown = uri.getScheme() + "://" + uri.getHost() + (uri.getRawPath() == null ? "" : uri.getRawPath());
        byte[] body = uri.toString().getBytes(StandardCharsets.UTF_8);
        acceptUpload(exchange, Job.Kind.PAGE, shown, new ByteArrayInputStream(body));
    }

    /** Returns an http or https address; throws for others, such as a path of this machine. */
    private static URI uri(String address) {
        try {
            URI uri = new URI(address);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if ((scheme.equals("http") || scheme.equals("https"))
                    && uri.getHost() != null
                    && address.length() <= MAX_ADDRESS_LENGTH) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // The problem below reports this.
        }
        throw Problem.badRequest(
                "\"url\" must be an http or https address with at most " + MAX_ADDRESS_LENGTH + " characters");
    }

    private void retryFailed(Exchange exchange) throws IOException {
        exchange.json(EmptyBody.class);
        LookupEndpoints.graph(graphs, exchange).close();
        acceptUpload(exchange, Job.Kind.RETRY, "failed or waiting passages", InputStream.nullInputStream());
    }

    private void acceptUpload(Exchange exchange, Job.Kind kind, String subject, InputStream content) {
        quotas.requireTokens(exchange.caller());
        accepted(
                exchange,
                jobs.accept(
                        exchange.path("graph"), kind, subject, exchange.caller().name(), content));
    }

    private static void accepted(Exchange exchange, Job job) {
        exchange.header("Location", "/api/v1/graphs/" + job.graph() + "/jobs/" + job.id());
        exchange.send(202, job);
    }

    /**
     * The estimated cost of adding.
     *
     * @param forecast the calls of models and their cost
     * @param skipped the first {@value Job#MAX_SKIPPED} sources that gave no document
     */
    record Estimate(@JsonUnwrapped Intake.IntakeEstimate forecast, List<Job.SkippedSource> skipped) {}

    private void estimate(Exchange exchange) throws IOException {
        exchange.send(200, estimate(exchange, exchange.json(DocumentsBody.class).sources()));
    }

    private void estimateUpload(Exchange exchange) throws IOException {
        String name = fileName(exchange);
        quotas.requireTokens(exchange.caller());
        Estimate made = jobs.keeping(
                exchange.bodyStream(), file -> estimate(exchange, List.of(new IntakeSource.UploadedFile(name, file))));
        exchange.send(200, made);
    }

    private void estimatePage(Exchange exchange) throws IOException {
        URI address = uri(exchange.json(PageBody.class).url());
        exchange.send(200, estimate(exchange, List.of(new IntakeSource.WebPage(address))));
    }

    private Estimate estimate(Exchange exchange, List<IntakeSource> sources) {
        quotas.requireTokens(exchange.caller());
        return estimates.run(exchange.caller(), () -> {
            SkippedSourceCollector skips = new SkippedSourceCollector();
            try (ServedGraph graph = graphs.create(exchange.path("graph"))) {
                return new Estimate(graph.intake().estimate(sources, skips), skips.skipped);
            }
        });
    }

    private static final class SkippedSourceCollector implements Intake.IntakeListener {
        private final List<Job.SkippedSource> skipped = new ArrayList<>();

        @Override
        public void progress(IngestReport soFar) {}

        @Override
        public void skipped(String source, String reason) {
            if (skipped.size() < Job.MAX_SKIPPED) {
                skipped.add(new Job.SkippedSource(source, reason));
            }
        }
    }

    private void all(Exchange exchange) {
        exchange.caller().requireWhole();
        exchange.send(200, visibleTo(exchange.caller(), jobs.of(exchange.caller()::sees)));
    }

    private void list(Exchange exchange) {
        exchange.send(200, visibleTo(exchange.caller(), jobs.of(exchange.path("graph"))));
    }

    private JobList visibleTo(Caller caller, List<Job> found) {
        return new JobList(found.stream().map(job -> visibleTo(caller, job)).toList());
    }

    private Job visibleTo(Caller caller, Job job) {
        return caller.isOperator() ? jobs.toOperator(job) : job;
    }

    private Job job(Exchange exchange) {
        return jobs.find(exchange.path("graph"), exchange.path("job"))
                .orElseThrow(() -> Problem.notFound("the graph has no job with this id"));
    }

    private void sendJob(Exchange exchange) {
        exchange.send(200, visibleTo(exchange.caller(), job(exchange)));
    }

    private void cancel(Exchange exchange) {
        exchange.send(200, jobs.cancel(job(exchange), exchange.caller().name()));
    }

    private void retry(Exchange exchange) throws IOException {
        exchange.json(EmptyBody.class);
        quotas.requireTokens(exchange.caller());
        exchange.send(202, jobs.retry(job(exchange)));
    }
}
