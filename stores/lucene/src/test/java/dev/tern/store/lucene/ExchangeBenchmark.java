package dev.tern.store.lucene;

import com.sun.management.OperatingSystemMXBean;
import dev.tern.files.WholeFile;
import dev.tern.store.GraphStore;
import dev.tern.transfer.ExportFormat;
import dev.tern.transfer.ExportSettings;
import dev.tern.transfer.GraphExport;
import dev.tern.transfer.GraphImport;
import dev.tern.transfer.TransferListener;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationListener;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Measures exports, backups, restores and verifications of a {@link CopyBenchmark} graph.
 *
 * <p>Arguments: a directory and the number of relations. Run by hand; the build only compiles it.
 */
final class ExchangeBenchmark {
    private ExchangeBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        int passages = Integer.parseInt(arguments[1]) / 2;
        Files.createDirectories(directory);
        try (GraphStore source = CopyBenchmark.open(directory, "source")) {
            if (source.description().isEmpty()) {
                CopyBenchmark.fill(source, passages);
            }
            System.out.println(source.statistics());
            for (ExportFormat format : ExportFormat.values()) {
                export(directory, source, new ExportSettings(format, false));
            }
            export(directory, source, new ExportSettings(ExportFormat.JSONL, true));
            Path backup = directory.resolve("backup");
            measure(
                    "backup",
                    backup,
                    () -> GraphExport.write(source, ExportSettings.WHOLE, backup, true, TransferListener.NONE));
            measure("verify", null, () -> Verification.check(source, VerificationListener.NONE));
            try (GraphStore target = CopyBenchmark.open(directory, "target" + System.nanoTime())) {
                measure(
                        "restore",
                        null,
                        () -> GraphImport.read(
                                backup,
                                target,
                                () -> {
                                    throw new AssertionError("no model is needed");
                                },
                                TransferListener.NONE));
            }
        }
    }

    private static void export(Path directory, GraphStore source, ExportSettings settings) throws IOException {
        Path file = directory.resolve("export." + settings.format().ending());
        String name = settings.format().name().toLowerCase(Locale.ROOT) + (settings.vectors() ? " with vectors" : "");
        measure(
                name,
                file,
                () -> WholeFile.write(
                        file, true, to -> GraphExport.write(source, settings, to, TransferListener.NONE)));
    }

    private static void measure(String name, @Nullable Path file, Runnable action) throws IOException {
        System.gc();
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            pool.resetPeakUsage();
        }
        long start = System.nanoTime();
        long cpuStart = cpuNanos();
        action.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpuSeconds = (cpuNanos() - cpuStart) / 1e9;
        long peak = 0;
        long after = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                peak += pool.getPeakUsage().getUsed();
                after += pool.getCollectionUsage() == null
                        ? 0
                        : pool.getCollectionUsage().getUsed();
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%-20s %6.1f s, %6.1f s of a core  %6d MB file  heap peak %4d MB, after the last collection %4d MB%n",
                name,
                seconds,
                cpuSeconds,
                file == null ? 0 : Files.size(file) >> 20,
                peak >> 20,
                after >> 20);
    }

    /** Returns the CPU time of all threads; on a shared machine more telling than the clock. */
    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
