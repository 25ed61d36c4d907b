package dev.tern.server;

import dev.tern.error.TernException;
import dev.tern.files.OwnerFiles;
import dev.tern.files.ProcessLock;
import dev.tern.server.api.BrowsingEndpoints;
import dev.tern.server.api.DocumentEndpoints;
import dev.tern.server.api.DocumentListEndpoints;
import dev.tern.server.api.EndpointProvider;
import dev.tern.server.api.GraphEndpoints;
import dev.tern.server.api.LookupEndpoints;
import dev.tern.server.api.PageFileEndpoints;
import dev.tern.server.api.QuestionEndpoints;
import dev.tern.server.api.QuestionRunner;
import dev.tern.server.api.ServerEndpoints;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.ErrorForm;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.Quotas;
import dev.tern.server.front.RequestGuards;
import dev.tern.server.front.Shutdown;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.job.Jobs;
import dev.tern.server.job.MultiFileUploads;
import dev.tern.server.mcp.McpEndpoint;
import dev.tern.server.mcp.McpProtocol;
import dev.tern.server.mcp.McpTools;
import dev.tern.server.mcp.QueuedTextAdder;
import dev.tern.server.mcp.ToolProvider;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.settings.ServerSettings;
import dev.tern.server.traces.Traces;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A running server over some graphs. Closing the server completes running requests, within a
 * limited time, and keeps unfinished jobs for the next start. Thread-safe.
 */
public final class TernServer implements AutoCloseable {
    private final JobsLock folder;
    private final WebServer web;
    private final List<Runnable> ends;
    private final Jobs jobs;
    private final Traces traces;
    private final List<HttpEndpoint> endpoints;
    private final Shutdown shutdown;
    private final Connections connections;
    private final ReentrantLock closing = new ReentrantLock();

    private TernServer(
            JobsLock folder,
            WebServer web,
            List<Runnable> ends,
            Jobs jobs,
            Traces traces,
            List<HttpEndpoint> endpoints,
            Shutdown ending,
            Connections connections) {
        this.folder = folder;
        this.web = web;
        this.ends = List.copyOf(ends);
        this.jobs = jobs;
        this.traces = traces;
        this.endpoints = List.copyOf(endpoints);
        this.shutdown = ending;
        this.connections = connections;
    }

    /**
     * Starts a server and resumes unfinished jobs and edits.
     *
     * @param graphs the graphs to serve; closed by the caller, after the server
     * @param version the version that the server reports
     * @throws TernException if the server cannot listen on the address, another server uses the
     *     folder, the folder cannot be locked, the stored jobs cannot be read, or the certificate
     *     cannot be read
     */
    public static TernServer start(ServerSettings settings, Graphs graphs, String version) {
        return start(settings, graphs, version, InstantSource.system());
    }

    static TernServer start(ServerSettings settings, Graphs graphs, String version, InstantSource clock) {
        JobsLock folder = JobsLock.take(settings.folder());
        try {
            return start(settings, graphs, version, clock, folder);
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    private static TernServer start(
            ServerSettings settings, Graphs graphs, String version, InstantSource clock, JobsLock folder) {
        Metrics metrics = new Metrics();
        Traces traces = Traces.of(settings.traces(), version);
        Quotas quotas = new Quotas(settings.limits(), clock);
        Jobs jobs = new Jobs(
                graphs,
                settings.folder().resolve("jobs"),
                settings.syncRoots(),
                settings.limits(),
                quotas,
                metrics,
                traces,
                clock);
        metrics.register(graphs::cacheHits, graphs::costs, jobs::unfinished);
        Shutdown ending = new Shutdown();
        List<HttpEndpoint> endpoints = new ArrayList<>();
        QuestionRunner questions = new QuestionRunner(settings, graphs, quotas, metrics, traces);
        BoundedWork scans = questions.scans();
        endpoints.addAll(new QuestionEndpoints(graphs, questions).endpoints());
        BoundedWork profiles = BoundedWork.profiles(settings);
        MultiFileUploads uploads =
                new MultiFileUploads(jobs, clock, settings.keys().size());
        BoundedWork counts = BoundedWork.counts(settings);
        endpoints.addAll(new GraphEndpoints(graphs, jobs, counts, BoundedWork.exports(settings)).endpoints());
        endpoints.addAll(new LookupEndpoints(graphs, questions).endpoints());
        endpoints.addAll(new BrowsingEndpoints(graphs, scans).endpoints());
        endpoints.addAll(new DocumentListEndpoints(graphs, scans).endpoints());
        endpoints.addAll(
                new DocumentEndpoints(graphs, jobs, uploads, quotas, BoundedWork.estimates(settings)).endpoints());
        endpoints.addAll(
                new ServerEndpoints(graphs, settings.limits(), metrics, version, ending, endpoints).endpoints());
        List<Runnable> ends = new ArrayList<>();
        EndpointProvider.Parts parts = new EndpointProvider.Parts(
                settings, graphs, jobs, quotas, metrics, questions, profiles, clock, ends::add);
        List<ErrorForm> errors = new ArrayList<>();
        ServiceLoader.load(EndpointProvider.class, EndpointProvider.class.getClassLoader())
                .forEach(plugin -> {
                    endpoints.addAll(plugin.endpoints(parts));
                    plugin.errors().ifPresent(errors::add);
                });
        McpTools tools = new McpTools(
                new ToolProvider.Parts(settings, graphs, questions, quotas, metrics, Optional.of(jobs)),
                new QueuedTextAdder(jobs, quotas));
        endpoints.add(new McpEndpoint(new McpProtocol(tools, metrics, version)).endpoint(settings.mcpWrites()));
        try {
            List<HttpEndpoint> routed = new ArrayList<>(endpoints);
            routed.addAll(new PageFileEndpoints(settings.pageFrom()).endpoints());
            Connections connections = new Connections(HttpListener.http(), ending);
            RequestGuards front = new RequestGuards(settings, quotas, metrics, traces, ending, errors);
            WebServer web = HttpListener.start(settings, connections, routed, front);
            return new TernServer(folder, web, ends, jobs, traces, endpoints, ending, connections);
        } catch (RuntimeException e) {
            ends.forEach(Runnable::run);
            jobs.close();
            traces.close();
            throw e;
        }
    }

    /** Returns the endpoints for programs, without the page. */
    List<HttpEndpoint> endpoints() {
        return endpoints;
    }

    public int port() {
        return web.port();
    }

    /** Returns the address to open in a browser, as in {@code http://127.0.0.1:8376}. */
    public String address() {
        return (web.hasTls() ? "https" : "http") + "://"
                + (web.prototype().host().contains(":")
                        ? "[" + web.prototype().host() + "]"
                        : web.prototype().host())
                + ":" + port();
    }

    /**
     * Stops accepting requests, completes running ones within a limited time, and suspends jobs
     * until the next start. A second call waits for the first, so that its caller does not close
     * the graphs before the last responses.
     */
    @Override
    public void close() {
        shutdown.begin();
        closing.lock();
        try (folder) {
            stopListening();
            ends.forEach(Runnable::run);
            jobs.close();
            traces.close();
        } finally {
            closing.unlock();
        }
    }

    private void stopListening() {
        if (!web.isRunning()) {
            return;
        }
        Connections.letIn(new InetSocketAddress(web.prototype().host(), port()));
        Thread idle = Thread.ofVirtual().start(connections::closeIdle);
        try {
            web.stop();
        } finally {
            idle.interrupt();
        }
    }

    /** Locks the folder of jobs for one server: a second would run its jobs twice. */
    private static final class JobsLock implements AutoCloseable {
        private final ProcessLock lock;

        private JobsLock(ProcessLock lock) {
            this.lock = lock;
        }

        /**
         * Locks a folder, and creates it if it is missing.
         *
         * @throws TernException if another server has locked the folder (fault {@code USER}), or
         *     the lock file cannot be written (fault {@code OPERATOR})
         */
        static JobsLock take(Path folder) {
            Path file = folder.resolve("server.lock");
            try {
                OwnerFiles.folders(folder);
                return new JobsLock(ProcessLock.tryTake(file)
                        .orElseThrow(() ->
                                TernException.user("another server on this machine uses " + folder.toAbsolutePath()
                                        + " for its jobs: stop it, or choose another folder (cache.directory)")));
            } catch (IOException e) {
                throw TernException.operator(
                        "the lock " + file + " cannot be taken: " + e.getMessage()
                                + "; cache.directory chooses another place for the server's jobs",
                        e);
            }
        }

        @Override
        public void close() {
            try {
                lock.close();
            } catch (IOException e) {
                throw TernException.operator(
                        "the lock of the server's folder cannot be released: " + e.getMessage(), e);
            }
        }
    }
}
