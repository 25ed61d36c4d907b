package dev.tern.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Measures how long it takes from {@code ./tern serve} on a store with nothing in it to the first answer, and its memory. */
final class StartBenchmark {
    private static final Pattern ADDRESS = Pattern.compile("\"address\":\"([^\"]+)\"");
    private static final int REST_MILLIS = 3_000;

    private StartBenchmark() {}

    static void run(int times) throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("tern-start-benchmark");
        try {
            // The launcher builds and prepares quicker starts where that is still to be done.
            once(home, false);
            for (int i = 0; i < times; i++) {
                once(home, true);
            }
        } finally {
            try (Stream<Path> files = Files.walk(home)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static void once(Path home, boolean isTold) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of("..", "tern").toAbsolutePath().normalize().toString(),
                        "serve",
                        "--json",
                        "--quiet",
                        "--port",
                        "0",
                        "--store",
                        home.resolve("store").toString())
                .directory(home.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().put("HOME", home.toString());
        try (HttpClient client = HttpClient.newHttpClient()) {
            long start = System.nanoTime();
            Process process = builder.start();
            try {
                BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
                Matcher address = ADDRESS.matcher(String.valueOf(out.readLine()));
                if (!address.find()) {
                    throw new IOException("the server does not start");
                }
                double listens = (System.nanoTime() - start) / 1e9;
                int status = client.send(
                                HttpRequest.newBuilder(URI.create(address.group(1) + "/api/v1/graphs"))
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode();
                double answers = (System.nanoTime() - start) / 1e9;
                long atOnce = residentMegabytes(process);
                Thread.sleep(REST_MILLIS);
                if (isTold) {
                    System.out.printf(
                            Locale.ROOT,
                            "listens after %.2f s, first answer (%d) after %.2f s, resident %d MB, %d MB after %d s%n",
                            listens,
                            status,
                            answers,
                            atOnce,
                            residentMegabytes(process),
                            REST_MILLIS / 1_000);
                }
            } finally {
                process.destroy();
                process.waitFor();
            }
        }
    }

    /** Memory of its own and files that are mapped; 0 where the system does not tell. */
    private static long residentMegabytes(Process process) throws IOException {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        List<String> lines = Files.exists(status) ? Files.readAllLines(status) : List.of();
        return lines.stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                .findFirst()
                .orElse(0);
    }
}
