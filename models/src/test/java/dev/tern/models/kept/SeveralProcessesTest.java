package dev.tern.models.kept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.model.Ledger;
import dev.tern.model.Ledger.Expense;
import dev.tern.model.ReplyCache.CachedReply;
import dev.tern.models.money.PriceTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Concurrent processes write to the same files, and are killed meanwhile. */
@Tag("slow")
class SeveralProcessesTest {
    private static final int KILLS = Integer.getInteger("tern.kills", 10);

    @TempDir
    Path directory;

    /** On a busy disk locks may take long; waiting writes must not be lost. */
    private static final Duration LOCK_WAIT = Duration.ofMinutes(1);

    /** The number of lines a thread prints before it waits, if asked. */
    private static final int LINES_BEFORE = 10;

    private static ModelCache cache(Path directory) {
        return ModelCache.in(directory, 1 << 30, InstantSource.system(), LOCK_WAIT);
    }

    private static AccountBook book(Path directory) {
        return AccountBook.in(directory, InstantSource.system(), LOCK_WAIT);
    }

    /**
     * Stores replies and expenses from several threads, and prints a line for each. With a fourth
     * argument each thread waits after some lines for input.
     */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            String name = arguments[1];
            int replies = Integer.parseInt(arguments[2]);
            boolean waits = arguments.length > 3;
            CountDownLatch goOn = new CountDownLatch(waits ? 1 : 0);
            try (ModelCache cache = cache(directory);
                    AccountBook book = book(directory)) {
                Ledger ledger = book.begin(new RunStart(name, "add", "s", "g")).ledger(PriceTable.EMPTY);
                List<Thread> threads = new ArrayList<>();
                for (int t = 0; t < 4; t++) {
                    String prefix = name + "/" + t + "/";
                    threads.add(Thread.ofVirtual().start(() -> {
                        for (int i = 0; i < replies; i++) {
                            if (i == LINES_BEFORE) {
                                awaitIt(goOn);
                            }
                            cache.replies().keep(prefix + i, new CachedReply(text(prefix + i), 1, 1));
                            ledger.record(new Expense("extract", prefix + i, "m", 1, 1));
                            System.out.println(prefix + i);
                        }
                    }));
                }
                if (waits && System.in.read() >= 0) {
                    goOn.countDown();
                }
                for (Thread thread : threads) {
                    thread.join();
                }
            }
        }

        private static void awaitIt(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Stores replies and expenses in several folders, on a disk that grows a little each time. */
    static final class FullerDisk {
        private static final int STEP_BYTES = 3_000;

        private FullerDisk() {}

        public static void main(String[] arguments) throws Exception {
            // Each warns that it cannot write.
            Logger.getLogger("").setLevel(Level.OFF);
            boolean fits = false;
            for (long limit = 0; !fits; limit += STEP_BYTES) {
                Path folder = Path.of(arguments[0], "full" + limit);
                try (ModelCache cache = cache(folder);
                        AccountBook book = book(folder)) {
                    keep(cache, book, "before");
                    limit(Long.toString(limit));
                    keep(cache, book, "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth");
                    fits = cache.replies().find("first").isPresent()
                            && cache.replies().find("eighth").isPresent();
                }
                limit("unlimited");
                try (ModelCache cache = cache(folder);
                        AccountBook book = book(folder)) {
                    keep(cache, book, "after");
                }
                System.out.println(folder);
            }
        }

        private static void keep(ModelCache cache, AccountBook book, String... keys) {
            Ledger ledger = book.begin(new RunStart(keys[0], "add", "s", "g")).ledger(PriceTable.EMPTY);
            for (String key : keys) {
                cache.replies().keep(key, new CachedReply(text(key), 1, 1));
                ledger.record(new Expense("extract", key, "m", 1, 1));
            }
        }

        /** Limits the size of files; the system reports a longer one as a full disk. */
        private static void limit(String bytes) throws IOException, InterruptedException {
            long self = ProcessHandle.current().pid();
            assertThat(new ProcessBuilder("prlimit", "--fsize=" + bytes + ":", "--pid=" + self)
                            .inheritIO()
                            .start()
                            .waitFor())
                    .isZero();
        }
    }

    private static String text(String key) {
        return key + " " + "x".repeat(Math.floorMod(key.hashCode(), 4_000));
    }

    private Process writer(String name, int replies) throws IOException {
        return process(Writer.class, name, Integer.toString(replies));
    }

    private Process process(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                directory.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private void assertAllAreThere(List<String> acknowledged) throws SQLException {
        assertAreThere(directory, acknowledged);
    }

    private static void assertAreThere(Path directory, List<String> acknowledged) throws SQLException {
        try (ModelCache cache = cache(directory)) {
            for (String key : acknowledged) {
                assertThat(cache.replies().find(key)).as(key).contains(new CachedReply(text(key), 1, 1));
            }
        }
        for (String file : List.of(ModelCache.FILE, AccountBook.FILE)) {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(file));
                    Statement statement = connection.createStatement()) {
                try (ResultSet check = statement.executeQuery("PRAGMA integrity_check")) {
                    assertThat(check.getString(1)).as(file).isEqualTo("ok");
                }
                if (file.equals(AccountBook.FILE)) {
                    List<String> documents = new ArrayList<>();
                    try (ResultSet row = statement.executeQuery("SELECT document FROM expenses")) {
                        while (row.next()) {
                            documents.add(row.getString(1));
                        }
                    }
                    assertThat(documents).doesNotHaveDuplicates().containsAll(acknowledged);
                }
            }
        }
        assertThat(directory).isDirectoryNotContaining("glob:**damaged*");
    }

    @Test
    void threeProcessesWriteAtTheSameTime() throws Exception {
        List<Process> writers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            writers.add(writer("writer" + i, 100));
        }
        List<String> acknowledged = new ArrayList<>();
        for (Process writer : writers) {
            acknowledged.addAll(linesOf(writer));
            assertThat(writer.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(writer.exitValue()).isZero();
        }
        assertThat(acknowledged).hasSize(1200);
        assertAllAreThere(acknowledged);
        try (AccountBook book = book(directory)) {
            assertThat(book.runs(null, null, Set.of(), 10))
                    .extracting(RunRecord::state)
                    .as("their processes ended without saying so")
                    .containsOnly(RunState.INTERRUPTED)
                    .hasSize(3);
            assertThat(book.costs().total(CostFilter.ALL).calls()).isEqualTo(1200);
        }
    }

    /** More kills with {@code -Dtern.kills=100}. */
    @Test
    void whatWasAcknowledgedSurvivesAKillAtAnyMoment() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed + ", " + KILLS + " kills");
        Random random = new Random(seed);
        List<String> acknowledged = new ArrayList<>();
        for (int kill = 0; kill < KILLS; kill++) {
            Process writer = writer("kill" + kill, 1_000_000);
            int lines = random.nextInt(400);
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
                // The first kills hit the start of the process and the creation of the files.
                if (kill % 4 == 0) {
                    Thread.sleep(random.nextInt(600));
                } else {
                    for (int i = 0; i < lines; i++) {
                        acknowledged.add(out.readLine());
                    }
                }
                // By id: the process object would close the pipe with its content.
                assertThat(ProcessHandle.of(writer.pid()).orElseThrow().destroyForcibly())
                        .isTrue();
                out.lines().forEach(acknowledged::add);
                assertThat(writer.waitFor(120, TimeUnit.SECONDS)).isTrue();
                // A line truncated by the kill is ignored.
                dropIfCut(acknowledged);
            }
        }
        assertThat(acknowledged).hasSizeGreaterThan(KILLS);
        assertAllAreThere(acknowledged);
    }

    /** From some point on the system limits the size of files, as on a full disk. */
    @Test
    void aDiskThatTakesNothingMoreNeverEndsTheWorkNorSpoilsWhatIsThere() throws Exception {
        for (long bytes : List.of(0L, 5_000L, 60_000L, 250_000L)) {
            Process writer = process(Writer.class, "full" + bytes, "150", "waits");
            List<String> before = new ArrayList<>();
            List<String> after;
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
                for (int i = 0; i < 4 * LINES_BEFORE; i++) {
                    before.add(out.readLine());
                }
                assertThat(new ProcessBuilder("prlimit", "--fsize=" + bytes, "--pid=" + writer.pid())
                                .start()
                                .waitFor())
                        .isZero();
                writer.getOutputStream().write('\n');
                writer.getOutputStream().flush();
                after = out.lines().toList();
            }
            assertThat(writer.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(writer.exitValue()).as("limit %d", bytes).isZero();
            assertThat(before.size() + after.size()).as("the work went on").isEqualTo(4 * 150);
            assertAllAreThere(before);
            try (ModelCache cache = cache(directory)) {
                for (String key : after) {
                    cache.replies()
                            .find(key)
                            .ifPresent(found -> assertThat(found).isEqualTo(new CachedReply(text(key), 1, 1)));
                }
            }
        }
    }

    @Test
    void aDiskThatIsFullAtAnyPointSpoilsNothing() throws Exception {
        Process keeper = process(FullerDisk.class);
        List<String> folders = linesOf(keeper);
        assertThat(keeper.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(keeper.exitValue()).isZero();
        assertThat(folders).as("points").hasSizeGreaterThan(10);
        for (String folder : folders) {
            assertAreThere(Path.of(folder), List.of("before", "after"));
        }
        assertAreThere(Path.of(folders.getLast()), List.of("first", "eighth"));
    }

    private static void dropIfCut(List<String> lines) {
        if (!lines.isEmpty()) {
            lines.removeLast();
        }
    }

    private static List<String> linesOf(Process process) throws IOException {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            return out.lines().toList();
        }
    }
}
