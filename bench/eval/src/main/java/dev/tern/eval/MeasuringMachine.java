package dev.tern.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The machine of a measurement.
 *
 * @param cores processors available to the process
 * @param system the operating system and the architecture
 * @param jvm name and version of the Java virtual machine
 * @param maxHeapBytes the maximum size of the heap
 * @param peakMemoryBytes the peak of resident memory so far; empty if unknown
 */
public record MeasuringMachine(int cores, String system, String jvm, long maxHeapBytes, OptionalLong peakMemoryBytes) {
    /** Returns the machine of this process. */
    public static MeasuringMachine current() {
        return new MeasuringMachine(
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                Runtime.getRuntime().maxMemory(),
                peak(Path.of("/proc/self/status")));
    }

    /** Parses the peak of resident memory, in bytes, from Linux's process status, if present. */
    static OptionalLong peak(Path status) {
        if (!Files.isReadable(status)) {
            return OptionalLong.empty();
        }
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
