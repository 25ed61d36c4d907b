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
import org.apache.spark.sql.SparkSession;

/** A Spark of two executors, each a process with Spark's own jars first and Tern's behind them, as on a cluster. */
final class Cluster {
    private Cluster() {}

    /** Starts it; Tern's folders of classes become jars in a folder. */
    static SparkSession start(Path folder) {
        return start(folder, "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC", "1024m");
    }

    /** Starts it, with options for Java in executors, and the most heap of each. */
    static SparkSession start(Path folder, String options, String heap) {
        return SparkSession.builder()
                .master("local-cluster[2,1,1024]")
                .config("spark.ui.enabled", "false")
                .config("spark.eventLog.enabled", "true")
                .config("spark.eventLog.compress", "false")
                .config("spark.eventLog.dir", events(folder).toUri().toString())
                .config("spark.plugins", TernPlugin.class.getName())
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.executor.memory", heap)
                .config("spark.jars", String.join(",", jars(folder)))
                .config(
                        "spark.executor.extraJavaOptions",
                        options + " -Dlog4j2.configurationFile="
                                + Path.of("src/test/resources/log4j2.properties")
                                        .toUri())
                .getOrCreate();
    }

    /** Where Spark writes down what happens. */
    static Path events(Path folder) {
        try {
            return Files.createDirectories(folder.resolve("events"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The processes of executors that run now. */
    static List<ProcessHandle> executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
                .toList();
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
