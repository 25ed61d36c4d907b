package dev.tern.spark;

import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * Lets executors share a budget, rate limits and an account book, if {@code spark.plugins} names
 * this class.
 */
public final class TernPlugin implements SparkPlugin {
    /** Creates the plugin; called by Spark by reflection. */
    public TernPlugin() {}

    @Override
    public DriverPlugin driverPlugin() {
        return new DriverPlugin() {
            @Override
            public Map<String, String> init(SparkContext context, PluginContext plugin) {
                return Map.of();
            }

            @Override
            public @Nullable Object receive(Object message) {
                if (message instanceof DriverMessage ask) {
                    return DriverConnection.answer(ask).orElse(null);
                }
                throw new IllegalArgumentException("unknown message of an executor");
            }
        };
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new ExecutorPlugin() {
            @Override
            public void init(PluginContext plugin, Map<String, String> configuration) {
                DriverConnection.reachedBy(plugin);
            }
        };
    }

    /** Returns the advice to set the plugin if executors need it and it is missing, else empty. */
    static Optional<String> lacking(String master, String plugins) {
        boolean oneProcess = master.equals("local") || master.startsWith("local[");
        return oneProcess || plugins.contains(TernPlugin.class.getName())
                ? Optional.empty()
                : Optional.of("start Spark with spark.plugins=" + TernPlugin.class.getName()
                        + ", as in spark-submit --conf spark.plugins=" + TernPlugin.class.getName());
    }
}
