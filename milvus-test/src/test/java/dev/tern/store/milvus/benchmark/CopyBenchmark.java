package dev.tern.store.milvus.benchmark;

import dev.tern.GraphRag;
import dev.tern.ingest.IngestListener;
import dev.tern.store.GraphStore;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import dev.tern.transfer.GraphCopy;
import dev.tern.transfer.TransferListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What memory a process takes that copies a graph, read from the system while it runs: a small graph beside a large one,
 * from an embedded store to another and to servers.
 */
final class CopyBenchmark {
    private static final int ROWS_A_DOCUMENT = 11;
    private static final int SMALL = 20;

    private CopyBenchmark() {}

    static void run(int rows) throws IOException {
        Path folder = Files.createTempDirectory("tern-copy-benchmark");
        try {
            for (int size : List.of(rows / SMALL, rows)) {
                Path source = folder.resolve("source" + size);
                try (GraphRag rag = GraphRag.builder()
                        .store(LuceneGraphStore.open(source, "copied"))
                        .embeddingModel(new WordEmbeddingModel())
                        .build()) {
                    rag.add(new MadeUpCorpus(size / ROWS_A_DOCUMENT).documents(), IngestListener.NONE);
                }
                measure(
                        size,
                        "an embedded store",
                        source,
                        folder.resolve("target" + size).toString());
                Servers.each((name, uri) -> measure(size, name, source, uri));
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void measure(int rows, String name, Path source, String target) {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "--add-modules=jdk.incubator.vector",
                            "-XX:+UseSerialGC",
                            "-Xmx" + System.getProperty("heap", "448m"),
                            "-cp",
                            System.getProperty("java.class.path"),
                            CopyBenchmark.class.getName(),
                            source.toString(),
                            target)
                    .inheritIO()
                    .start();
            long start = System.nanoTime();
            long own = 0;
            long resident = 0;
            while (process.isAlive()) {
                own = Math.max(own, kilobytes(process, "RssAnon:"));
                resident = Math.max(resident, kilobytes(process, "VmHWM:"));
                Thread.sleep(100);
            }
            System.out.printf(
                    Locale.ROOT,
                    "%,d rows to %s: %.0f s, exit %d; peak memory %,d MB, without mapped files of the index %,d MB%n",
                    rows,
                    name,
                    (System.nanoTime() - start) / 1e9,
                    process.exitValue(),
                    resident >> 10,
                    own >> 10);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static long kilobytes(Process process, String field) {
        try {
            return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                    .filter(line -> line.startsWith(field))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException ended) {
            return 0;
        }
    }

    /** The process that copies. */
    public static void main(String[] arguments) {
        Path source = Path.of(arguments[0]);
        if (arguments[1].startsWith("http")) {
            try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
                            MilvusSettings.at(arguments[1]).build());
                    GraphStore from = LuceneGraphStore.open(source, "copied");
                    GraphStore to = catalog.open("copied")) {
                end(from, to);
            }
        } else {
            try (GraphStore from = LuceneGraphStore.open(source, "copied");
                    GraphStore to = LuceneGraphStore.open(Path.of(arguments[1]), "copied")) {
                end(from, to);
            }
        }
        // The client's threads outlive it for a minute.
        System.exit(0);
    }

    private static void end(GraphStore from, GraphStore to) {
        GraphCopy.copy(from, to, TransferListener.NONE).requireSame();
    }
}
