package dev.tern.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Measures {@code tern serve} under load in its own process; run by {@code bench/serve.sh}. */
final class ServeBenchmark {
    private static final int MODEL_MILLIS = 100;
    private static final int AWAY_MILLIS = 5_000;
    private static final int ORDINARY = 4;
    private static final int ORDINARY_THINK = 250;
    /** The number of rounds of {@link #demo}; the code is warm from the second one on. */
    private static final int DEMO_ROUNDS = 3;

    private static final List<String> DEMO_QUESTIONS = List.of(
            "What contribution did the son of Euler's teacher make?",
            "Who taught Leonhard Euler?",
            "Which chair did Jakob Bernoulli hold?",
            "What did Daniel Bernoulli explain in his Hydrodynamica?",
            "Where was the teacher of Euler a professor?");

    private static final Pattern COLLECTED = Pattern.compile("Pause Full .*->(\\d+)M");

    private final Path home;
    private final String heap = System.getProperty("heap", "448m");
    private final int clients = Integer.getInteger("clients", 64);
    private final int think = Integer.getInteger("think", 0);
    private final int seconds;
    private final Map<String, String> environment = new HashMap<>();

    private ServeBenchmark(Path home, int seconds) {
        this.home = home;
        this.seconds = seconds;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("tern-serve-benchmark");
        try (SlowProvider provider = new SlowProvider(MODEL_MILLIS)) {
            ServeBenchmark benchmark = new ServeBenchmark(home, Integer.parseInt(arguments[1]));
            if (!arguments[0].equals("demo")) {
                benchmark.configure(provider);
            }
            if (arguments[0].equals("demo")) {
                benchmark.demo();
            } else if (arguments[0].equals("embedded")) {
                benchmark.environment.put("TERN_STORE", home.resolve("store").toString());
                benchmark.load();
                benchmark.end();
            } else if (arguments[0].equals("worst")) {
                benchmark.environment.put("TERN_STORE", home.resolve("store").toString());
                benchmark.worst();
            } else {
                benchmark.onMilvus(arguments[0]);
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

    /**
     * Asks the graph of {@code tern demo}, or a given one, by one client and by all, with the models
     * in process.
     */
    private void demo() throws IOException, InterruptedException {
        String store = System.getProperty("store", "");
        if (store.isEmpty()) {
            store = home.resolve("store").toString();
            make(store);
        }
        environment.put("TERN_STORE", store);
        environment.put("TERN_CHAT_PROVIDER", "none");
        environment.put("TERN_EMBEDDING_PROVIDER", "in-process");
        environment.put("TERN_EMBEDDING_MODEL", System.getProperty("embedding"));
        environment.put("TERN_SERVER_REQUESTS_PER_MINUTE", "1000000");
        environment.put("TERN_CACHE_DIRECTORY", home.resolve("cache").toString());
        ServedProcess server = ServedProcess.start(home, heap, environment);
        try {
            for (int round = 0; round < DEMO_ROUNDS; round++) {
                demo(server, 1, false);
                demo(server, clients, false);
                demo(server, clients, true);
            }
            say("memory without garbage: %s", server.memory());
        } finally {
            stop(server);
        }
    }

    private void make(String store) throws IOException, InterruptedException {
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.tern.cli.Main",
                        "demo",
                        "--quiet",
                        "--store",
                        store)
                .directory(home.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (made.waitFor() != 0) {
            throw new IOException("tern demo ended with " + made.exitValue());
        }
    }

    private void demo(ServedProcess server, int asking, boolean unseen) throws IOException, InterruptedException {
        String file = System.getProperty("questions", "");
        List<String> questions = file.isEmpty() ? DEMO_QUESTIONS : Files.readAllLines(Path.of(file));
        ServeLoad load = new ServeLoad("default", questions, unseen);
        double its = server.processorSeconds();
        load.beginAsking(server, asking, think);
        Thread.sleep(seconds * 1_000L);
        int answers = load.answers();
        load.end();
        its = server.processorSeconds() - its;
        say(
                "%d clients, %s questions: %.0f answers a second, p50 %.1f ms, p95 %.1f ms, %.1f ms of a processor"
                        + " each; wrong: %s",
                asking,
                unseen ? "new" : "repeated",
                answers / (double) seconds,
                load.percentile(0.5),
                load.percentile(0.95),
                1e3 * its / load.answers(),
                load.wrong());
    }

    /** Measures times, processor time and memory, alone and under load during additions. */
    private void load() throws IOException, InterruptedException {
        ServedProcess server = ServedProcess.start(home, heap, environment);
        try {
            ServeLoad alone = fill(server, 500);
            ServedProcess.Memory first = server.memory();
            ServeLoad loaded = new ServeLoad();
            double its = server.processorSeconds();
            double ours = MeasuredProcess.processorSeconds(ProcessHandle.current());
            loaded.begin(server, clients, think);
            Thread.sleep(seconds * 500L);
            ServedProcess.Memory middle = server.memory();
            Thread.sleep(seconds * 500L);
            int answers = loaded.answers();
            its = server.processorSeconds() - its;
            ours = MeasuredProcess.processorSeconds(ProcessHandle.current()) - ours;
            loaded.end();
            tell(loaded, alone);
            say(
                    "processors: server %.1f s (%.1f ms an answer), clients and models %.1f s, of %d x %d s",
                    its, 1e3 * its / answers, ours, Runtime.getRuntime().availableProcessors(), seconds);
            loaded.added().addAll(alone.added());
            requireAll(server, loaded);
            say("memory without garbage, before: %s", first);
            say("                   in the middle: %s", middle);
            say("                   after %d answers: %s", answers, server.memory());
        } finally {
            stop(server);
        }
    }

    private void tell(ServeLoad loaded, ServeLoad alone) {
        say(
                "%d clients, %d s: %,d answers (%.0f a second), p50 %.0f ms, p95 %.0f ms; %d documents added; wrong:"
                        + " %s",
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
    }

    /** Asks usual questions beside clients with the worst requests. */
    private void worst() throws IOException, InterruptedException {
        System.setProperty(
                "options",
                (System.getProperty("options", "")
                                + " -XX:+ExitOnOutOfMemoryError -XX:MaxDirectMemorySize=128m -Xlog:gc:file=gc.log")
                        .strip());
        ServedProcess server = ServedProcess.start(home, heap, environment);
        try {
            WorstRequests worst = new WorstRequests(server);
            worst.fill(Integer.getInteger("documents", 10_000));
            awaitJobs(server);
            ServeLoad alone = fill(server, 50);
            ServedProcess.Memory first = server.memory();
            ServeLoad ordinary = new ServeLoad();
            ordinary.begin(server, ORDINARY, ORDINARY_THINK);
            double its = server.processorSeconds();
            double ours = MeasuredProcess.processorSeconds(ProcessHandle.current());
            worst.begin(clients);
            long most = 0;
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            while (System.nanoTime() < end && server.process().isAlive()) {
                Thread.sleep(100);
                most = Math.max(most, server.ownMegabytes());
            }
            its = server.processorSeconds() - its;
            ours = MeasuredProcess.processorSeconds(ProcessHandle.current()) - ours;
            ordinary.end();
            worst.end();
            worst.told().forEach((what, times) -> say("  %6d %s", times.get(), what));
            say(
                    "beside %d clients of those, %d s: %,d ordinary questions answered, p50 %.0f ms, p95 %.0f ms, p99"
                            + " %.0f ms (alone p95 %.0f ms); wrong: %s",
                    clients,
                    seconds,
                    ordinary.answers(),
                    ordinary.percentile(0.5),
                    ordinary.percentile(0.95),
                    ordinary.percentile(0.99),
                    alone.percentile(0.95),
                    ordinary.wrong());
            say("processors: server %.1f s, clients and models %.1f s", its, ours);
            say(
                    "the server lives: %s; heap after a collection at most %d of %s, own memory at most %d MB",
                    server.process().isAlive(), collected(), heap, most);
            say("memory without garbage: %s before, %s after", first, server.memory());
        } finally {
            stop(server);
        }
    }

    private static void awaitJobs(ServedProcess server) throws IOException {
        Set<String> states;
        do {
            ServeLoad.pause(500);
            JsonNode jobs = new ServeLoad().get(server, "/api/v1/graphs/bridges/jobs");
            states = Set.copyOf(jobs.findValuesAsText("state"));
        } while (states.contains("waiting") || states.contains("running"));
    }

    /** Returns the maximum heap after a full collection, in megabytes. */
    private long collected() throws IOException {
        try (Stream<String> lines = Files.lines(home.resolve("gc.log"))) {
            return lines.map(COLLECTED::matcher)
                    .filter(Matcher::find)
                    .mapToLong(found -> Long.parseLong(found.group(1)))
                    .max()
                    .orElse(0);
        }
    }

    /** Stops the server under load: no accepted request is lost, the next process has all jobs. */
    private void end() throws IOException, InterruptedException {
        ServedProcess first = ServedProcess.start(home, heap, environment);
        ServeLoad load = new ServeLoad();
        load.begin(first, clients, think);
        Thread.sleep(Math.min(seconds, 10) * 1_000L);
        int before = load.answers();
        long start = System.nanoTime();
        load.told();
        first.process().destroy();
        boolean ended = first.process().waitFor(60, TimeUnit.SECONDS);
        double took = (System.nanoTime() - start) / 1e9;
        load.end();
        say(
                "SIGTERM under load: ended %s after %.1f s, %d answers before and %d after; of those who asked later,"
                        + " %d found nobody listening and %d a connection that was closed; cut off or wrong: %s",
                ended, took, before, load.answers() - before, load.refused(), load.late(), load.wrong());
        ServedProcess second = ServedProcess.start(home, heap, environment);
        try {
            requireAll(second, load);
        } finally {
            stop(second);
        }
    }

    /** Kills and restarts the store's server under load. */
    private void onMilvus(String kind) throws IOException, InterruptedException {
        StoreProcess store = StoreProcess.start(kind);
        environment.put("TERN_STORE", store.address());
        environment.put("TERN_MILVUS_TIMEOUT_SECONDS", "5");
        ServedProcess server = ServedProcess.start(home, heap, environment);
        try {
            ServeLoad alone = fill(server, 100);
            ServedProcess.Memory first = server.memory();
            ServeLoad load = new ServeLoad();
            load.begin(server, clients, Math.max(think, 1_000));
            Thread.sleep(seconds * 1_000L / 3);
            say("before: %d answers, p95 %.0f ms; wrong: %s", load.answers(), load.percentile(0.95), load.wrong());
            store.tell("kill");
            Thread.sleep(AWAY_MILLIS);
            store.tell("start");
            long back = System.nanoTime();
            int answers = load.answers();
            while (load.answers() == answers && System.nanoTime() - back < TimeUnit.SECONDS.toNanos(60)) {
                Thread.sleep(50);
            }
            say(
                    "killed, and started again %d ms later; the next answer came %.1f s after it was back; wrong"
                            + " meanwhile: %s",
                    AWAY_MILLIS, (System.nanoTime() - back) / 1e9, load.wrong());
            Thread.sleep(seconds * 1_000L / 3);
            int wrong = sum(load);
            Thread.sleep(seconds * 1_000L / 3);
            load.end();
            say("after: %d answers more, %d wrong in the last third", load.answers() - answers, sum(load) - wrong);
            load.added().addAll(alone.added());
            requireAll(server, load);
            say("memory without garbage: %s before, %s after", first, server.memory());
        } finally {
            stop(server);
            store.close();
        }
    }

    private static int sum(ServeLoad load) {
        return load.wrong().values().stream().mapToInt(Number::intValue).sum();
    }

    private static void stop(ServedProcess server) throws InterruptedException {
        server.process().destroy();
        if (!server.process().waitFor(60, TimeUnit.SECONDS)) {
            server.process().destroyForcibly();
        }
    }

    /** Adds documents to ask about, and warms the code up by one client. */
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

    /** Waits for the jobs, and checks that every promised document is there. */
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
