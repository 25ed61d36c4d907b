package dev.tern.spark;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;

/**
 * The way from a task to its driver: within the process where there is only one, else through Tern's plugin. Spark makes plugins and tasks
 * apart from each other, so that only the process itself can bring them together.
 */
final class Driver {
    private static final Map<String, DriverLimits> RUNS = new ConcurrentHashMap<>();
    private static final AtomicReference<@Nullable PluginContext> PLUGIN = new AtomicReference<>();

    private Driver() {}

    /** This process is one that Spark gave the plugin. */
    static void reachedBy(PluginContext plugin) {
        PLUGIN.set(plugin);
    }

    /** A run begins whose driver this process is. */
    static void begin(String run, DriverLimits money) {
        RUNS.put(run, money);
    }

    static void end(String run) {
        RUNS.remove(run);
    }

    /** Whether a task in this process can ask. */
    static boolean canBeAsked(String run) {
        return RUNS.containsKey(run) || PLUGIN.get() != null;
    }

    /** The answer of this process, if it is the driver of that run. */
    static Optional<long[]> answer(Ask ask) {
        return Optional.ofNullable(RUNS.get(ask.run())).map(run -> run.answer(ask));
    }

    /**
     * Asks the driver, and waits for its answer.
     *
     * @throws IllegalStateException if it does not answer
     */
    static long[] ask(Ask ask) {
        Optional<long[]> here = answer(ask);
        if (here.isPresent()) {
            return here.get();
        }
        try {
            if (plugin().ask(ask) instanceof long[] numbers) {
                return numbers;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for the driver");
        } catch (Exception e) {
            throw new IllegalStateException("the driver does not answer this executor", e);
        }
        throw new IllegalStateException("the driver knows nothing of the run " + ask.run());
    }

    /** Tells the driver something, and waits for nothing. */
    static void tell(Ask ask) {
        if (answer(ask).isEmpty()) {
            try {
                plugin().send(ask);
            } catch (Exception e) {
                throw new IllegalStateException("this executor's calls cannot be reported to the driver", e);
            }
        }
    }

    private static PluginContext plugin() {
        PluginContext plugin = PLUGIN.get();
        if (plugin == null) {
            throw new IllegalStateException("this executor was started without Tern's plugin");
        }
        return plugin;
    }
}
