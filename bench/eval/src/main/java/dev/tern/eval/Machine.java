package dev.tern.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Where the figures were measured.
 *
 * @param cores processors that the process may use
 * @param system the operating system and the processor's architecture
 * @param jvm name and version of the Java virtual machine
 * @param maxHeapBytes the most memory that the Java heap may take
 * @param peakMemoryBytes the most memory that the process has had resident so far, where the system tells
 */
public record Machine(int cores, String system, String jvm, long maxHeapBytes, OptionalLong peakMemoryBytes) {
    /** The machine that this process runs on. */
    public static Machine current() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                Runtime.getRuntime().maxMemory(),
                peak(Path.of("/proc/self/status")));
    }

    /** The high-water mark of resident memory in Linux's account of a process; empty where there is none. */
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
