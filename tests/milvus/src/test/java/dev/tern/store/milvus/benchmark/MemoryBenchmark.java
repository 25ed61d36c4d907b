package dev.tern.store.milvus.benchmark;

import dev.tern.GraphRag;
import dev.tern.ingest.IngestListener;
import dev.tern.store.GraphStore;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import dev.tern.transfer.ExportFormat;
import dev.tern.transfer.ExportSettings;
import dev.tern.transfer.GraphCopy;
import dev.tern.transfer.GraphExport;
import dev.tern.transfer.TransferListener;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationListener;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Measures the memory of a process that copies a graph, counts, checks or exports it, as the system reports it while it
 * runs: a small graph beside a large one, from an embedded store to another and to servers, and each read back from
 * there.
 */
final class MemoryBenchmark {
    private static final int ROWS_PER_DOCUMENT = 11;
    private static final int SMALL = 20;

    private MemoryBenchmark() {}

    static void run(int rows) throws IOException {
        Path folder = Files.createTempDirectory("tern-memory-benchmark");
        try {
            for (int size : List.of(rows / SMALL, rows)) {
                Path source = folder.resolve("source" + size);
                try (GraphRag rag = GraphRag.builder()
                        .ownedStore(LuceneGraphStore.open(source, "copied"))
                        .embeddingModel(new WordEmbeddingModel())
                        .build()) {
                    rag.add(new MadeUpCorpus(size / ROWS_PER_DOCUMENT).documents(), IngestListener.NONE);
                }
                String target = folder.resolve("target" + size).toString();
                eachWork(size, "an embedded store", source, target);
                Servers.each((name, uri) -> eachWork(size, name, source, uri));
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** An operation on a graph; the first makes the graph for the others. */
    private enum Work {
        COPY,
        STATISTICS,
        VERIFY,
        EXPORT
    }

    private static void eachWork(int rows, String name, Path source, String target) {
        for (Work work : Work.values()) {
            measure(work, rows, name, source, target);
        }
    }

    private static void measure(Work work, int rows, String name, Path source, String target) {
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
                            MemoryBenchmark.class.getName(),
                            work.name(),
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
                    "%s, %,d rows, %s: %.0f s, exit %d; peak memory %,d MB, without mapped files %,d MB%n",
                    work.name().toLowerCase(Locale.ROOT),
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

    /** The process that is measured. */
    public static void main(String[] arguments) {
        Work work = Work.valueOf(arguments[0]);
        Path source = Path.of(arguments[1]);
        if (arguments[2].startsWith("http")) {
            try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
                            MilvusSettings.at(arguments[2]).build());
                    GraphStore graph = catalog.open("copied")) {
                run(work, source, graph);
            }
        } else {
            try (GraphStore graph = LuceneGraphStore.open(Path.of(arguments[2]), "copied")) {
                run(work, source, graph);
            }
        }
        // The client's threads outlive it for a minute.
        System.exit(0);
    }

    private static void run(Work work, Path source, GraphStore graph) {
        switch (work) {
            case COPY -> {
                try (GraphStore from = LuceneGraphStore.open(source, "copied")) {
                    GraphCopy.copy(from, graph, TransferListener.NONE).requireSame();
                }
            }
            case STATISTICS -> System.out.println(graph.latest().statistics());
            case VERIFY -> System.out.println(Verification.check(graph, VerificationListener.NONE));
            case EXPORT ->
                GraphExport.write(
                        graph,
                        new ExportSettings(ExportFormat.JSONL, true),
                        OutputStream.nullOutputStream(),
                        TransferListener.NONE);
        }
    }
}
