package dev.tern.spark;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;
import org.apache.spark.sql.SparkSession;
import scala.Option;

/**
 * A Spark cluster of two executors, each a process with Spark's own jars before Tern's. Each has
 * its own address, because Spark never runs the copy of a slow task at the same address.
 */
final class Cluster implements AutoCloseable {
    private static final int MEGABYTES = 1024;
    private static final List<String> ADDRESSES = List.of("127.0.0.1", "127.0.0.2");

    private final List<RpcEnv> parts = new ArrayList<>();
    private final Path folder;
    private final SparkSession spark;

    /** Starts a cluster; Tern's class folders become jars in a folder. */
    Cluster(Path folder) {
        this(folder, "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC", MEGABYTES + "m");
    }

    /** Starts a cluster, with Java options and the maximum heap of executors. */
    Cluster(Path folder, String options, String heap) {
        this.folder = folder;
        SparkConf standalone = new SparkConf().set("spark.master.rest.enabled", "false");
        RpcEnv master = Master.startRpcEnvAndEndpoint(ADDRESSES.getFirst(), 0, 0, standalone)
                ._1();
        String url = master.address().toSparkURL();
        for (String address : ADDRESSES) {
            parts.add(Worker.startRpcEnvAndEndpoint(
                    address,
                    0,
                    0,
                    1,
                    MEGABYTES,
                    new String[] {url},
                    folder.resolve("work").toString(),
                    Option.apply(ADDRESSES.indexOf(address)),
                    standalone,
                    Option.empty()));
        }
        parts.add(master);
        spark = SparkSession.builder()
                .master(url)
                .config("spark.ui.enabled", "false")
                .config("spark.eventLog.enabled", "true")
                .config("spark.eventLog.compress", "false")
                .config("spark.eventLog.dir", events().toUri().toString())
                .config("spark.plugins", TernPlugin.class.getName())
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.default.parallelism", "2")
                .config("spark.executor.memory", heap)
                // Enabled, but for no task until a test lowers the quantile.
                .config("spark.speculation", "true")
                .config("spark.speculation.quantile", "1.0")
                // Does not wait for blocks of a lost executor.
                .config("spark.shuffle.io.maxRetries", "1")
                .config("spark.shuffle.io.retryWait", "100ms")
                .config("spark.jars", String.join(",", jars(folder)))
                .config(
                        "spark.executor.extraJavaOptions",
                        options + " -Dlog4j2.configurationFile="
                                + Path.of("src/test/resources/log4j2.properties")
                                        .toUri())
                .getOrCreate();
    }

    SparkSession spark() {
        return spark;
    }

    /** Sets the share of finished tasks after which slow ones run twice; 1.0 for never. */
    void speculateAfter(double part) {
        // Stages read this configuration; sessions have a copy.
        spark.sparkContext().conf().set("spark.speculation.quantile", String.valueOf(part));
    }

    /** Returns the folder of Spark's event log. */
    Path events() {
        try {
            return Files.createDirectories(folder.resolve("events"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the processes of running executors. */
    static List<ProcessHandle> executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
                .toList();
    }

    static ProcessHandle executorAt(String address) {
        return executors().stream()
                .filter(process -> process.info().commandLine().orElse("").contains("--hostname " + address + " "))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        spark.stop();
        parts.forEach(RpcEnv::shutdown);
    }

    private static List<String> jars(Path folder) {
        Path sparks = Path.of("cluster/target/home/jars").toAbsolutePath();
        List<String> jars = new ArrayList<>();
        for (String place : List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))) {
            Path path = Path.of(place);
            if (Files.isDirectory(path)) {
                jars.add(jar(path, folder.resolve(jars.size() + ".jar")).toString());
            } else if (!Files.exists(sparks.resolve(path.getFileName()))) {
                jars.add(place);
            }
        }
        return jars;
    }

    private static Path jar(Path classes, Path jar) {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, entries);
                entries.closeEntry();
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
