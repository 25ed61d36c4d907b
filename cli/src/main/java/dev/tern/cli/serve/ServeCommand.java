package dev.tern.cli.serve;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.Setting;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.ExtractionFlags;
import dev.tern.cli.command.FileArgument;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.StoreAddressFlag;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.cli.command.process.Version;
import dev.tern.server.TernServer;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.json.Json;
import dev.tern.server.settings.ServerSettings;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "serve",
        description = {
            "Serves a page and the graphs of a store over HTTP, for people, programs and agents, until it is"
                    + " stopped.",
            "It listens on this machine only; to reach it from other machines, set API keys. "
                    + "/api/v1/openapi.yaml describes its API."
        })
final class ServeCommand extends ConfiguredCommand {
    /** The default minimum number of carrier threads; usually, fewer long requests run at once. */
    private static final int CARRIERS = 32;

    @Option(
            names = "--allow-private",
            description = "Also fetch pages of private, loopback and other addresses outside the open internet.")
    private boolean allowPrivate;

    @Option(
            names = "--page-from",
            paramLabel = "DIR",
            description = "Serve the page from a folder of its sources, read at each request, to develop the "
                    + "page (default: the built-in page).")
    private @Nullable String pageFrom;

    @Mixin
    private final ServerFlags server = new ServerFlags();

    @Mixin
    private final StoreAddressFlag store = new StoreAddressFlag();

    @Mixin
    private final McpFlags agents = new McpFlags();

    @Mixin
    private final ModelFlags models = new ModelFlags();

    @Mixin
    private final ExtractionFlags extraction = new ExtractionFlags();

    /** The address of the server as JSON, printed in one line as soon as it listens. */
    record ListeningJson(String address, int port) {}

    ServeCommand(CommandContext context) {
        super(context);
    }

    @Override
    public boolean makesUseOf(Setting setting) {
        return true;
    }

    @Override
    public Integer call() {
        shareProcessors();
        Configuration configuration = configuration(server, store, agents, models, extraction);
        ServerConfiguration choice =
                new ServerConfiguration(configuration, environment().directory(), redaction());
        choice.warnings().forEach(this::warn);
        ServerSettings.Builder chosen = choice.builder();
        if (pageFrom != null) {
            chosen.pageFrom(FileArgument.path(pageFrom, environment()));
        }
        ServerSettings settings = chosen.build();
        if (!output().debug) {
            ServerLogs.to(environment().err(), redaction(), output().quiet);
        }
        try (Graphs graphs = choice.graphs(backend(), allowPrivate);
                TernServer running = TernServer.start(settings, graphs, Version.text())) {
            printAddress(running, configuration);
            waitForTheEnd(running);
        }
        return ExitCode.OK;
    }

    /**
     * Raises the default number of carrier threads to {@value #CARRIERS}, so that the operating
     * system divides the processors among them. Java does not preempt virtual threads. With its one
     * carrier per processor, a few requests that count, export or index would occupy all carriers,
     * and a question would wait for seconds. Must be called before the first virtual thread starts.
     */
    static void shareProcessors() {
        int carriers = Math.max(CARRIERS, Runtime.getRuntime().availableProcessors());
        System.getProperties().putIfAbsent("jdk.virtualThreadScheduler.parallelism", String.valueOf(carriers));
    }

    private void printAddress(TernServer running, Configuration configuration) {
        if (json()) {
            environment().out().println(Json.line(new ListeningJson(running.address(), running.port())));
            environment().out().flush();
        } else {
            printRemark("serving " + configuration.storeShown() + " at " + running.address() + "; Ctrl-C ends it");
        }
    }

    /** Waits for an interrupt; if the process ends, a hook closes the server. */
    private static void waitForTheEnd(TernServer running) {
        Thread ending = new Thread(running::close, "tern-server-end");
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            // The command is ending. The interrupt stays cleared, so that closing can finish.
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(ending);
            } catch (IllegalStateException e) {
                // the process is ending, and the hook with it
            }
        }
    }
}
