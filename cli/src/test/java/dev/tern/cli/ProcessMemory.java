package dev.tern.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Memory of a process in kilobytes; zeros if unknown, or the process has ended.
 *
 * @param own its memory without mapped files
 * @param mapped mapped files in memory, which the system can reclaim
 * @param most the peak of both together
 */
record ProcessMemory(long own, long mapped, long most) {
    /** Returns the present memory of a process. */
    static ProcessMemory of(long pid) {
        Map<String, Long> sizes = new HashMap<>();
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            lines.filter(line -> line.matches("(VmHWM|RssAnon|RssFile):.*"))
                    .forEach(line -> sizes.put(
                            line.substring(0, line.indexOf(':')), Long.parseLong(line.replaceAll("\\D", ""))));
        } catch (IOException | UncheckedIOException e) {
            // It has ended, or this is no Linux.
        }
        return new ProcessMemory(
                sizes.getOrDefault("RssAnon", 0L), sizes.getOrDefault("RssFile", 0L), sizes.getOrDefault("VmHWM", 0L));
    }

    /** Returns its memory including mapped files. */
    long resident() {
        return own + mapped;
    }
}
