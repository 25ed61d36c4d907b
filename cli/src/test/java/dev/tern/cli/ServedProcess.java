package dev.tern.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code tern serve} in a process of its own, on a free port. */
record ServedProcess(Process process, int port) {
    private static final Pattern PORT = Pattern.compile("\"port\":(\\d+)");

    private static final Pattern USED = Pattern.compile("(?:DefNew|Tenured) .*?used (\\d+)K");

    static ServedProcess start(Path home, String heap, Map<String, String> environment) throws IOException {
        List<String> java = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        String options = System.getProperty("options", "");
        if (!options.isEmpty()) {
            java.addAll(List.of(options.split(" ", -1)));
        }
        java.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path")));
        return start(java, home, heap, environment);
    }

    /** Starts the server by a command of Java with the class path, but without a heap size. */
    static ServedProcess start(List<String> java, Path home, String heap, Map<String, String> environment)
            throws IOException {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(
                "--add-modules=jdk.incubator.vector",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xms32m",
                "-Xmx" + heap,
                "dev.tern.cli.Main",
                "serve",
                "--json",
                "--quiet",
                "--port",
                "0"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        home.resolve("serve.log").toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().put("HOME", home.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        Matcher port = PORT.matcher(String.valueOf(out.readLine()));
        if (!port.find()) {
            process.destroyForcibly();
            throw new IOException("the server does not start: " + Files.readString(home.resolve("serve.log")));
        }
        return new ServedProcess(process, Integer.parseInt(port.group(1)));
    }

    String address(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    /**
     * The memory of the process.
     *
     * @param heap the heap after a full collection, in megabytes
     * @param own the memory without mapped files, in megabytes; 0 if unknown
     */
    record Memory(double heap, double own) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "heap %.1f MB, own %.0f MB", heap, own);
        }
    }

    /** Returns its memory after a full collection. */
    Memory memory() throws IOException, InterruptedException {
        tell("GC.run");
        String info = tell("GC.heap_info");
        double heap = USED.matcher(info)
                .results()
                .mapToDouble(found -> Long.parseLong(found.group(1)) / 1024.0)
                .sum();
        return new Memory(heap, ownMegabytes());
    }

    private String tell(String command) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(process.pid()),
                        command)
                .redirectErrorStream(true)
                .start();
        String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (jcmd.waitFor() != 0) {
            throw new IOException("jcmd " + command + ": " + said);
        }
        return said;
    }

    /** Returns its processor time, in seconds. */
    double processorSeconds() {
        return MeasuredProcess.processorSeconds(process.toHandle());
    }

    /** Returns its memory without mapped files, in megabytes; 0 if unknown. */
    long ownMegabytes() {
        return ProcessMemory.of(process.pid()).own() >> 10;
    }
}
