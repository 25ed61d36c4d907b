package dev.tern.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Measures whole processes, from the launcher to their end: {@code ask} on four passages,
 * {@code demo}, and {@code serve} on an empty store up to its first response, and its memory
 * {@value #REST_MILLIS} ms later; run by {@code bench/start.sh}.
 */
final class StartBenchmark {
    private static final Pattern ADDRESS = Pattern.compile("\"address\":\"([^\"]+)\"");
    private static final Pattern ARCHIVE = Pattern.compile("([^/]++)/bin/tern$");
    private static final int REST_MILLIS = 10_000;
    private static final List<String> TEXTS = List.of(
            "The Vale bridge was built by Ida Marr.",
            "Ida Marr is the daughter of Emil Marr.",
            "Emil Marr taught at the school of Halden.",
            "Halden is a town on the river Tista.");

    private final String launcher;
    private final Path home;
    private final Map<String, List<Double>> figures = new LinkedHashMap<>();

    private StartBenchmark(String launcher, Path home) {
        this.launcher = launcher;
        this.home = home;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("tern-start-benchmark");
        try {
            new StartBenchmark(arguments[1], home).run(Integer.parseInt(arguments[0]));
        } finally {
            try (Stream<Path> files = Files.walk(home)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private void run(int times) throws IOException, InterruptedException {
        Path texts = Files.createDirectories(home.resolve("texts"));
        for (int i = 0; i < TEXTS.size(); i++) {
            Files.writeString(texts.resolve(i + ".txt"), TEXTS.get(i));
        }
        // The launcher builds and prepares the class archive if necessary.
        MeasuredProcess.run(tern("add", "texts", "--store", "store"));
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        for (int i = 0; i <= times; i++) {
            if (i == 1) {
                // The first round has warmed up the system's file cache.
                figures.clear();
            }
            whole("ask", "ask", "Who built the Vale bridge?", "--store", "store");
            whole("demo", "demo");
            serve();
        }
        Map<String, List<Double>> spread = new LinkedHashMap<>();
        figures.forEach((what, values) -> {
            values.sort(Comparator.naturalOrder());
            spread.put(what, List.of(values.get(values.size() / 2), values.getFirst(), values.getLast()));
            System.out.printf(
                    Locale.ROOT,
                    "%-28s %6.2f (%.2f to %.2f)%n",
                    what,
                    values.get(values.size() / 2),
                    values.getFirst(),
                    values.getLast());
        });
        System.out.println(new JsonMapper()
                .writeValueAsString(Map.of(
                        "of",
                        of(),
                        "figures",
                        spread,
                        "loadBefore",
                        load,
                        "date",
                        LocalDate.now(ZoneId.systemDefault()).toString())));
    }

    /** Returns the name of the unpacked archive that the launcher belongs to. */
    private String of() {
        Matcher archive = ARCHIVE.matcher(launcher);
        return archive.find() ? archive.group(1) : "a checkout";
    }

    private void note(String what, double value) {
        figures.computeIfAbsent(what, absent -> new ArrayList<>()).add(value);
    }

    private void whole(String name, String... words) throws IOException, InterruptedException {
        MeasuredProcess process = MeasuredProcess.run(tern(words));
        note(name + ", s", process.seconds());
        note(name + ", processor, s", process.processorSeconds());
        note(name + ", own memory, MB", process.peakKilobytes() / 1024.0);
    }

    private ProcessBuilder tern(String... words) {
        List<String> command = new ArrayList<>(List.of(launcher));
        command.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(home.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().put("HOME", home.toString());
        return builder;
    }

    private void serve() throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            long start = System.nanoTime();
            Process process = tern("serve", "--json", "--quiet", "--port", "0", "--store", "empty")
                    .start();
            try {
                BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
                Matcher address = ADDRESS.matcher(String.valueOf(out.readLine()));
                if (!address.find()) {
                    throw new IOException("the server does not start");
                }
                client.send(
                        HttpRequest.newBuilder(URI.create(address.group(1) + "/api/v1/graphs"))
                                .build(),
                        BodyHandlers.ofString());
                note("serve, first answer, s", (System.nanoTime() - start) / 1e9);
                note(
                        "serve, processor, s",
                        process.info().totalCpuDuration().orElseThrow().toMillis() / 1e3);
                Thread.sleep(REST_MILLIS);
                ProcessMemory memory = ProcessMemory.of(process.pid());
                note("serve, own memory, MB", memory.own() / 1024.0);
                note("serve, with mapped files, MB", memory.resident() / 1024.0);
            } finally {
                process.destroy();
                process.waitFor();
            }
        }
    }
}
