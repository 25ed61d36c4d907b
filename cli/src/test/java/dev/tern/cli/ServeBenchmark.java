package dev.tern.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Measures {@code tern serve} under load as a process of its own; run by {@code bin/serve-benchmark.sh}. */
final class ServeBenchmark {
    private static final int MODEL_MILLIS = 100;
    private static final int AWAY_MILLIS = 5_000;

    private final Path home;
    private final String heap = System.getProperty("heap", "448m");
    private final int clients = Integer.getInteger("clients", 64);
    private final int think = Integer.getInteger("think", 0);
    private final int seconds;
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> milvus = new ArrayList<>();
    private int milvusPort;

    private ServeBenchmark(Path home, int seconds) {
        this.home = home;
        this.seconds = seconds;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("tern-serve-benchmark");
        try (SlowProvider provider = new SlowProvider(MODEL_MILLIS)) {
            ServeBenchmark benchmark = new ServeBenchmark(home, Integer.parseInt(arguments[1]));
            benchmark.configure(provider);
            if (arguments[0].equals("milvus")) {
                benchmark.onMilvus(arguments[2]);
            } else {
                benchmark.environment.put("TERN_STORE", home.resolve("store").toString());
                benchmark.load();
                benchmark.end();
            }
        } finally {
            try (Stream<Path> files = Files.walk(home)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private void configure(SlowProvider provider) {
        environment.put("TERN_CHAT_PROVIDER", "openai");
        environment.put("TERN_CHAT_MODEL", "m");
        environment.put("TERN_EMBEDDING_PROVIDER", "openai");
        environment.put("TERN_EMBEDDING_MODEL", "e");
        environment.put("OPENAI_BASE_URL", provider.url());
        environment.put("OPENAI_API_KEY", "sk-none");
        environment.put("TERN_EXTRACTOR", "none");
        environment.put("TERN_PARALLEL_REQUESTS", "256");
        environment.put("TERN_SERVER_REQUESTS_PER_MINUTE", "1000000");
        environment.put("TERN_SERVER_TOKENS_PER_DAY", "2000000000");
        environment.put("TERN_CACHE_DIRECTORY", home.resolve("cache").toString());
    }

    private static void say(String text, Object... values) {
        System.out.printf(Locale.ROOT, text + "%n", values);
    }

    /** Alone, then under load while documents are added: times and memory. */
    private void load() throws IOException, InterruptedException {
        ServedProcess server = ServedProcess.start(home, heap, environment);
        try {
            ServeLoad alone = fill(server, 500);
            ServeLoad loaded = new ServeLoad();
            loaded.begin(server, clients, think);
            List<Long> memory = new ArrayList<>();
            for (int i = 0; i < seconds; i++) {
                Thread.sleep(1_000);
                memory.add(server.ownMegabytes());
            }
            loaded.end();
            int third = Math.max(1, memory.size() / 3);
            say(
                    "%d clients, %d s: %,d answers (%.0f a second), p50 %.0f ms, p95 %.0f ms; %d documents added;"
                            + " wrong: %s",
                    clients,
                    seconds,
                    loaded.answers(),
                    loaded.answers() / (double) seconds,
                    loaded.percentile(0.5),
                    loaded.percentile(0.95),
                    loaded.added().size(),
                    loaded.wrong());
            say(
                    "p95 allowed: 1.5 x %.0f ms alone + %d ms of the model = %.0f ms",
                    alone.percentile(0.95), MODEL_MILLIS, 1.5 * alone.percentile(0.95) + MODEL_MILLIS);
            say(
                    "memory of its own: mean %.0f MB in the second third, %.0f MB in the last, at most %d MB",
                    mean(memory, third, 2 * third),
                    mean(memory, 2 * third, memory.size()),
                    memory.stream().mapToLong(Long::longValue).max().orElse(0));
            loaded.added().addAll(alone.added());
            requireAll(server, loaded);
        } finally {
            stop(server);
        }
    }

    private static double mean(List<Long> values, int from, int to) {
        return values.subList(Math.min(from, values.size() - 1), to).stream()
                .mapToLong(Long::longValue)
                .average()
                .orElse(0);
    }

    /** Told to end under load: nobody who was let in is cut off, and the next process has all that was promised. */
    private void end() throws IOException, InterruptedException {
        ServedProcess first = ServedProcess.start(home, heap, environment);
        ServeLoad load = new ServeLoad();
        load.begin(first, clients, think);
        Thread.sleep(Math.min(seconds, 10) * 1_000L);
        int before = load.answers();
        long start = System.nanoTime();
        first.process().destroy();
        boolean ended = first.process().waitFor(60, TimeUnit.SECONDS);
        double took = (System.nanoTime() - start) / 1e9;
        load.end();
        say(
                "SIGTERM under load: ended %s after %.1f s, %d answers before and %d after; %d came when nobody"
                        + " listened; wrong: %s",
                ended, took, before, load.answers() - before, load.refused(), load.wrong());
        ServedProcess second = ServedProcess.start(home, heap, environment);
        try {
            requireAll(second, load);
        } finally {
            stop(second);
        }
    }

    /** The store's server is killed under load, and comes back. */
    private void onMilvus(String program) throws IOException, InterruptedException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            milvusPort = free.getLocalPort();
        }
        milvus.addAll(
                List.of(program, "server", "--data-dir", home.resolve("milvus").toString(), "--port", "" + milvusPort));
        environment.put("TERN_STORE", "http://127.0.0.1:" + milvusPort);
        environment.put("TERN_MILVUS_TIMEOUT_SECONDS", "5");
        Process store = startMilvus();
        ServedProcess server = ServedProcess.start(home, heap, environment);
        try {
            ServeLoad alone = fill(server, 100);
            ServeLoad load = new ServeLoad();
            load.begin(server, clients, Math.max(think, 1_000));
            Thread.sleep(seconds * 1_000L / 3);
            say("before: %d answers, p95 %.0f ms; wrong: %s", load.answers(), load.percentile(0.95), load.wrong());
            kill(store);
            Thread.sleep(AWAY_MILLIS);
            store = startMilvus();
            long back = System.nanoTime();
            int answers = load.answers();
            while (load.answers() == answers && System.nanoTime() - back < TimeUnit.SECONDS.toNanos(60)) {
                Thread.sleep(50);
            }
            say(
                    "killed for %d ms; the next answer came %.1f s after it was back; wrong meanwhile: %s",
                    AWAY_MILLIS, (System.nanoTime() - back) / 1e9, load.wrong());
            Thread.sleep(seconds * 1_000L / 3);
            int wrong =
                    load.wrong().values().stream().mapToInt(Number::intValue).sum();
            Thread.sleep(seconds * 1_000L / 3);
            load.end();
            say(
                    "after: %d answers more, %d wrong in the last third",
                    load.answers() - answers,
                    load.wrong().values().stream().mapToInt(Number::intValue).sum() - wrong);
            load.added().addAll(alone.added());
            requireAll(server, load);
        } finally {
            stop(server);
            kill(store);
        }
    }

    private Process startMilvus() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(milvus)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        home.resolve("milvus.log").toFile()))
                .start();
        for (int i = 0; i < 600; i++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), milvusPort)) {
                if (socket.isConnected()) {
                    return process;
                }
            } catch (IOException e) {
                Thread.sleep(100);
            }
        }
        throw new IOException("Milvus does not start: " + Files.readString(home.resolve("milvus.log")));
    }

    private static void kill(Process process) throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }

    private static void stop(ServedProcess server) throws InterruptedException {
        server.process().destroy();
        if (!server.process().waitFor(60, TimeUnit.SECONDS)) {
            server.process().destroyForcibly();
        }
    }

    /** Documents to ask about, and one client that asks until the code is warm. */
    private ServeLoad fill(ServedProcess server, int questions) throws IOException {
        ServeLoad alone = new ServeLoad();
        alone.add(server, "first");
        for (int i = 0;
                i < 600
                        && alone.get(server, "/api/v1/graphs/bridges")
                                        .path("documents")
                                        .asInt()
                                == 0;
                i++) {
            ServeLoad.pause(50);
        }
        for (int i = 0; i < questions; i++) {
            alone.ask(server);
        }
        ServeLoad warm = new ServeLoad();
        for (int i = 0; i < 50; i++) {
            warm.ask(server);
        }
        warm.added().addAll(alone.added());
        say(
                "one client: p50 %.0f ms, p95 %.0f ms; wrong: %s",
                warm.percentile(0.5), warm.percentile(0.95), warm.wrong());
        return warm;
    }

    /** Waits for the jobs, and looks for every document that was promised. */
    private static void requireAll(ServedProcess server, ServeLoad load) throws IOException {
        Set<String> missing = new TreeSet<>(load.added());
        for (int i = 0; i < 600 && !missing.isEmpty(); i++) {
            missing = new TreeSet<>(load.added());
            String after = "";
            while (after != null) {
                JsonNode page = load.get(server, "/api/v1/graphs/bridges/documents?limit=500&after=" + after);
                for (JsonNode document : page.path("documents")) {
                    missing.remove(document.path("id").asText());
                }
                after = page.path("next").asText(null);
            }
            ServeLoad.pause(100);
        }
        say("documents promised: %d, missing: %s", load.added().size(), missing);
    }
}
