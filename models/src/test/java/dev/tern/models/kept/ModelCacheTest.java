package dev.tern.models.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.model.ReplyCache.CachedReply;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelCacheTest {
    private static final Duration LOCK_WAIT = Duration.ofMillis(100);
    private static final long POLL_NANOS = 1_000_000;

    @TempDir
    Path directory;

    private final ManualClock clock = new ManualClock();

    private ModelCache open() {
        return open(1L << 30);
    }

    private ModelCache open(long maxBytes) {
        return ModelCache.in(directory, maxBytes, clock, LOCK_WAIT);
    }

    private static CachedReply reply(String text) {
        return new CachedReply(text, 3, 4);
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(ModelCache.FILE));
    }

    @Test
    void whatIsKeptIsFoundAgainByTheNextProcess() {
        try (ModelCache cache = open()) {
            assertThat(cache.replies().find("key")).isEmpty();
            cache.replies().keep("key", reply("日本 \n\0 text"));
            cache.replies().keep("other", new CachedReply("", 0, 0));
            assertThat(cache.replies().find("key")).contains(reply("日本 \n\0 text"));
        }
        try (ModelCache cache = open()) {
            assertThat(cache.replies().find("key")).contains(reply("日本 \n\0 text"));
            assertThat(cache.replies().find("other")).contains(new CachedReply("", 0, 0));
            assertThat(cache.replies().find("key ")).isEmpty();
            cache.replies().keep("key", new CachedReply("newer", 1, 2));
            assertThat(cache.replies().find("key")).contains(new CachedReply("newer", 1, 2));
        }
    }

    @Test
    void vectorsComeBackAsTheyWere() {
        float[] vector = {1.5f, -0.0f, Float.MIN_VALUE, 3e38f};
        try (ModelCache cache = open()) {
            cache.vectors().keep("model", Map.of("a", vector, "b", new float[] {2}));
            assertThat(cache.vectors().find("model", List.of("a", "b", "c")))
                    .containsOnlyKeys("a", "b")
                    .satisfies(found -> assertThat(found.get("a")).containsExactly(vector));
            assertThat(cache.vectors().find("another model", List.of("a"))).isEmpty();
            assertThat(cache.replies().find("a")).isEmpty();
        }
    }

    @Test
    void nobodyElseMayReadTheFiles() throws IOException {
        directory = directory.resolve("new/deeper");
        try (ModelCache cache = open()) {
            cache.replies().keep("key", reply("text"));
            for (String file : List.of("cache.db", "cache.db-wal", "cache.db-shm", "cache.db.lock")) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(file))))
                        .as(file)
                        .isEqualTo("rw-------");
            }
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void nothingIsMadeBeforeTheFirstUse() {
        try (ModelCache cache = open()) {
            assertThat(cache.file().path()).doesNotExist();
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theLeastRecentlyUsedGoFirstAndTheFileStaysWithinItsBound() throws IOException {
        long bound = 1 << 20;
        String text = "x".repeat(2_000);
        try (ModelCache cache = open(bound)) {
            cache.replies().keep("favourite", reply("kept"));
            for (int i = 0; i < 3_000; i++) {
                cache.replies().keep("key " + i, reply(text + i));
                clock.advance(Duration.ofSeconds(30));
                if (i % 100 == 0) {
                    assertThat(cache.replies().find("favourite")).as("at %d", i).isPresent();
                    assertThat(Files.size(cache.file().path())).isLessThanOrEqualTo(bound + 64 * 1024);
                }
            }
            assertThat(cache.replies().find("key 0")).isEmpty();
            assertThat(cache.replies().find("key 2999")).contains(reply(text + 2999));
            List<Integer> left = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                if (cache.replies().find("key " + i).isPresent()) {
                    left.add(i);
                }
            }
            assertThat(left).hasSizeGreaterThan(200);
            assertThat(left.getLast() - left.getFirst())
                    .as("the latest, without a gap")
                    .isEqualTo(left.size() - 1);
        }
        assertThat(Files.size(directory.resolve(ModelCache.FILE))).isLessThanOrEqualTo(bound);
    }

    @Test
    void aSmallerBoundShrinksTheFileInSmallSteps() throws IOException {
        try (ModelCache cache = open(16 << 20)) {
            for (int i = 0; i < 1_000; i++) {
                cache.replies().keep("key " + i, reply("x".repeat(8_000)));
            }
        }
        assertThat(Files.size(directory.resolve(ModelCache.FILE))).isGreaterThan(7 << 20);
        try (ModelCache cache = open(1 << 20)) {
            for (int i = 0; i < 10; i++) {
                cache.replies().keep("more " + i, reply("y"));
            }
            assertThat(cache.replies().find("more 9")).isPresent();
        }
        assertThat(Files.size(directory.resolve(ModelCache.FILE))).isLessThanOrEqualTo(1 << 20);
    }

    @Test
    void aValueThatWouldPushOutEverythingIsNotKept() {
        try (ModelCache cache = open(1 << 20)) {
            cache.replies().keep("small", reply("text"));
            cache.replies().keep("large", reply("x".repeat(1 << 20)));
            assertThat(cache.replies().find("large")).isEmpty();
            assertThat(cache.replies().find("small")).isPresent();
        }
    }

    @Test
    void aFileThatIsNoDatabaseIsPutAside() throws IOException {
        Files.writeString(
                directory.resolve(ModelCache.FILE), "this is not a database, and long enough to tell".repeat(50));
        try (Warnings log = new Warnings();
                ModelCache cache = open()) {
            assertThat(cache.replies().find("key")).isEmpty();
            cache.replies().keep("key", reply("text"));
            assertThat(cache.replies().find("key")).isPresent();
            assertThat(directory.resolve("cache.db.damaged")).content().startsWith("this is not");
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .startsWith(directory.resolve("cache.db") + " was damaged (")
                    .endsWith("): it is now cache.db.damaged, and a new one is started");
        }
    }

    @Test
    void aFileWithDamagedPagesNeverFailsARunNorReturnsWhatWasNotKept() throws IOException {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            try (ModelCache cache = open()) {
                for (int i = 0; i < 50; i++) {
                    cache.replies().keep("key " + i, reply("text " + i + "-".repeat(1_000)));
                }
            }
            try (RandomAccessFile file =
                    new RandomAccessFile(directory.resolve(ModelCache.FILE).toFile(), "rw")) {
                byte[] noise = new byte[1 + random.nextInt(6_000)];
                random.nextBytes(noise);
                // The first 100 bytes hold the version; a file of a later version is left alone.
                file.seek(100 + random.nextLong(file.length() - 100));
                file.write(noise);
                if (random.nextInt(4) == 0) {
                    file.setLength(random.nextLong(file.length()));
                }
            }
            try (Warnings log = new Warnings();
                    ModelCache cache = open()) {
                for (int i = 0; i < 50; i++) {
                    int number = i;
                    cache.replies()
                            .find("key " + i)
                            .ifPresent(
                                    found -> assertThat(found).isEqualTo(reply("text " + number + "-".repeat(1_000))));
                }
                cache.replies().keep("new", reply("new"));
                assertThat(cache.replies().find("new"))
                        .as("round %d: %s", round, log.all())
                        .isPresent();
            }
        }
    }

    @Test
    void aReplyThatTheDiskChangedIsNotAReply() throws SQLException {
        try (ModelCache cache = open()) {
            cache.replies().keep("key", reply("text"));
        }
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE entries SET value = CAST('tent' AS BLOB)");
        }
        try (ModelCache cache = open()) {
            assertThat(cache.replies().find("key")).isEmpty();
            cache.replies().keep("key", reply("text"));
            assertThat(cache.replies().find("key")).contains(reply("text"));
        }
    }

    @Test
    void aFullDiskIsSaidOnceAndTheWorkGoesOn() throws SQLException {
        try (Warnings log = new Warnings();
                ModelCache cache = open()) {
            cache.replies().keep("before", reply("text"));
            // SQLite then fails as on a full disk.
            cache.file().read(statements -> statements.number("PRAGMA max_page_count=10"));
            cache.replies().keep("large", reply("x".repeat(100_000)));
            cache.replies().keep("large", reply("x".repeat(100_000)));
            assertThat(cache.replies().find("large")).isEmpty();
            assertThat(cache.replies().find("before")).isPresent();
            assertThat(log.warnings())
                    .containsExactly(
                            cache.file().path() + " cannot grow, the disk is full: replies are not cached for now");
            clock.advance(Duration.ofMinutes(1));
            cache.replies().keep("large", reply("x".repeat(100_000)));
            assertThat(cache.replies().find("large"))
                    .as("the disk has space again")
                    .isPresent();
        }
    }

    @Test
    void aLockedFileIsSaidOnceAndIsReadAllTheSame() throws SQLException {
        try (Warnings log = new Warnings();
                ModelCache cache = open()) {
            cache.replies().keep("before", reply("text"));
            try (Connection other = connection();
                    Statement statement = other.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");
                long start = System.nanoTime();
                for (int i = 0; i < 100; i++) {
                    cache.replies().keep("key " + i, reply("text"));
                }
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
                assertThat(cache.replies().find("before")).isPresent();
                assertThat(log.warnings())
                        .containsExactly(
                                cache.file().path() + " is locked by another process: replies are not cached for now");
                statement.execute("COMMIT");
            }
            clock.advance(Duration.ofMinutes(1));
            cache.replies().keep("after", reply("text"));
            assertThat(cache.replies().find("after")).isPresent();
        }
    }

    @Test
    void whatIsReadTogetherWithAWriteThatFailsIsFoundAllTheSame() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (Warnings log = new Warnings();
                ModelCache cache = open();
                Connection other = connection();
                Statement statement = other.createStatement()) {
            cache.replies().keep("before", reply("text"));
            statement.execute("BEGIN IMMEDIATE");
            FutureTask<Boolean> held = new FutureTask<>(() -> cache.file().read(statements -> {
                begun.countDown();
                return isZeroed(goOn);
            }));
            Thread.ofVirtual().start(held);
            begun.await();
            // Both queue behind the first, and are taken together.
            FutureTask<?> kept = new FutureTask<>(() -> cache.replies().keep("key", reply("text")), null);
            startAndAwaitItsWait(kept);
            FutureTask<Optional<CachedReply>> found =
                    new FutureTask<>(() -> cache.replies().find("before"));
            startAndAwaitItsWait(found);
            goOn.countDown();

            kept.get();
            assertThat(held.get()).isTrue();
            assertThat(found.get()).contains(reply("text"));
            assertThat(cache.replies().find("before")).contains(reply("text"));
            assertThat(log.warnings())
                    .containsExactly(
                            cache.file().path() + " is locked by another process: replies are not cached for now");
        }
    }

    private static void startAndAwaitItsWait(Runnable task) {
        Thread thread = Thread.ofVirtual().start(task);
        while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static boolean isZeroed(CountDownLatch latch) {
        try {
            return latch.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            return false;
        }
    }

    @Test
    void aDirectoryThatCannotBeMadeIsSaidOnce() throws IOException {
        directory = Files.writeString(directory.resolve("file"), "");
        try (Warnings log = new Warnings();
                ModelCache cache = open()) {
            for (int i = 0; i < 3; i++) {
                assertThat(cache.replies().find("key")).isEmpty();
                cache.replies().keep("key", reply("text"));
            }
            assertThat(log.warnings())
                    .hasSize(2)
                    .allSatisfy(warning -> assertThat(warning)
                            .contains("cache.db cannot be used (")
                            .containsAnyOf("cached replies are requested again", "replies are not cached for now"));
        }
    }

    @Test
    void aFileOfANewerTernIsLeftAlone() throws SQLException {
        try (ModelCache cache = open()) {
            cache.replies().keep("key", reply("text"));
        }
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version=2");
        }
        try (Warnings log = new Warnings();
                ModelCache cache = open()) {
            assertThat(cache.replies().find("key")).isEmpty();
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("was written by a newer Tern (format 2, this one knows 1)");
        }
    }

    @Test
    void afterClosingNothingIsFoundAndNothingFails() {
        ModelCache cache = open();
        cache.replies().keep("key", reply("text"));
        cache.close();
        cache.close();
        try (Warnings log = new Warnings()) {
            assertThat(cache.replies().find("key")).isEmpty();
            cache.replies().keep("key", reply("text"));
            assertThat(log.warnings()).hasSize(2);
        }
    }

    @Test
    void interruptedThreadsKeepWhatTheyPaidFor() {
        try (ModelCache cache = open()) {
            Thread.currentThread().interrupt();
            cache.replies().keep("key", reply("text"));
            assertThat(cache.replies().find("key")).isPresent();
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void manyThreadsOfTwoCachesOnOneFileLoseNothing() throws Exception {
        // On a busy disk one may lock the file for seconds.
        Duration lockWait = Duration.ofMinutes(1);
        try (ModelCache one = ModelCache.in(directory, 1 << 30, clock, lockWait);
                ModelCache two = ModelCache.in(directory, 1 << 30, clock, lockWait);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            for (int t = 0; t < 16; t++) {
                int thread = t;
                ModelCache mine = t % 2 == 0 ? one : two;
                ModelCache other = t % 2 == 0 ? two : one;
                writers.add(threads.submit(() -> {
                    for (int i = 0; i < 100; i++) {
                        String key = thread + "/" + i;
                        mine.replies().keep(key, reply(key));
                        assertThat(other.replies().find(key)).contains(reply(key));
                    }
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
    }

    @Test
    void theBoundHasARange() {
        assertThatThrownBy(() -> open(1000))
                .isInstanceOf(TernException.class)
                .hasMessage("the cache's maximum size is 1000 bytes and must be from 1048576 to 1099511627776");
    }
}
