package dev.tern.spark;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;

/**
 * Connects tasks to their driver: directly if it is the same process, else by Tern's plugin. Spark
 * creates plugins and tasks separately, so that only static fields can connect them.
 */
final class DriverConnection {
    private static final Map<String, DriverLimits> RUNS = new ConcurrentHashMap<>();
    private static final AtomicReference<@Nullable PluginContext> PLUGIN = new AtomicReference<>();

    private DriverConnection() {}

    /** Registers the plugin that Spark created in this process. */
    static void reachedBy(PluginContext plugin) {
        PLUGIN.set(plugin);
    }

    /** Registers a run whose driver is this process. */
    static void begin(String run, DriverLimits money) {
        RUNS.put(run, money);
    }

    static void end(String run) {
        RUNS.remove(run);
    }

    /** Returns true if a task in this process can reach the driver. */
    static boolean canBeAsked(String run) {
        return RUNS.containsKey(run) || PLUGIN.get() != null;
    }

    /** Returns the reply of this process; empty if it is not the driver of the run. */
    static Optional<long[]> answer(DriverMessage ask) {
        return Optional.ofNullable(RUNS.get(ask.run())).map(run -> run.answer(ask));
    }

    /**
     * Sends a request to the driver and waits for its reply.
     *
     * @throws IllegalStateException if there is no plugin, the driver does not reply, or it does
     *     not know the run
     * @throws CancellationException if the thread is interrupted
     */
    static long[] ask(DriverMessage ask) {
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
        throw new IllegalStateException("the driver does not know the run " + ask.run());
    }

    /** Sends a message to the driver without waiting. */
    static void send(DriverMessage ask) {
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
