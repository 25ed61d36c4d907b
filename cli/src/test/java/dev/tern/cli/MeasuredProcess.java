package dev.tern.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The output and resources of a process that ended with success.
 *
 * @param said its standard output
 * @param seconds its run time
 * @param processorSeconds its processor time, without child processes
 * @param peakKilobytes the peak memory of it and its child processes, sampled every
 *     {@value #LOOK_MILLIS} ms, without mapped files
 */
record MeasuredProcess(String said, double seconds, double processorSeconds, long peakKilobytes) {
    private static final long LOOK_MILLIS = 20;

    /** Returns the processor time of a process so far, in seconds. */
    static double processorSeconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    /** Returns the command of a Java process with this one's class path. */
    static List<String> java(List<String> options, Class<?> main, Object... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-modules=jdk.incubator.vector"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Stream.of(arguments).map(String::valueOf).forEach(command::add);
        return command;
    }

    /**
     * Runs a process to its end, with this one's standard error.
     *
     * @throws IOException if it ends with another status than 0
     */
    static MeasuredProcess run(List<String> command) throws IOException, InterruptedException {
        return run(new ProcessBuilder(command).redirectError(Redirect.INHERIT));
    }

    /** Runs a process to its end, with its standard output in a file. */
    static MeasuredProcess run(ProcessBuilder builder) throws IOException, InterruptedException {
        Path said = Files.createTempFile("tern-process", ".out");
        try {
            long start = System.nanoTime();
            Process process = builder.redirectOutput(said.toFile()).start();
            long peak = 0;
            Duration processor = Duration.ZERO;
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                peak = Math.max(
                        peak,
                        Stream.concat(Stream.of(process.toHandle()), process.descendants())
                                .mapToLong(one -> ProcessMemory.of(one.pid()).own())
                                .sum());
                processor = process.info().totalCpuDuration().orElse(processor);
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            if (process.exitValue() != 0) {
                throw new IOException(
                        "it ended with " + process.exitValue() + ": " + String.join(" ", builder.command()));
            }
            return new MeasuredProcess(Files.readString(said), seconds, processor.toMillis() / 1e3, peak);
        } finally {
            Files.delete(said);
        }
    }

    /** Returns the last line of its output. */
    String lastLine() {
        return said.strip().lines().reduce("", (before, line) -> line);
    }
}
