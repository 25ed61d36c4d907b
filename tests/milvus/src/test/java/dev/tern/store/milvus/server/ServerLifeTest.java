package dev.tern.store.milvus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the start and end of servers, by programs that start faster than Milvus. */
@Tag("milvus")
final class ServerLifeTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void takenPortIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() ->
                            server(port, () -> false, PATIENCE, "sleep", "60").started())
                    .hasMessageStartingWith("A server ended with 1. The end of its log ")
                    .hasMessageEndingWith(":\nserve.py: port " + port + " is taken by another program\n");
        }
    }

    @Test
    void serverThatEndsAtOnceIsAFailureWithItsLog() {
        assertThatThrownBy(() -> server(() -> false, PATIENCE, "sh", "-c", "echo no disk; exit 7")
                        .started())
                .hasMessageStartingWith("A server ended with 7. The end of its log ")
                .hasMessageEndingWith(":\nno disk\n");
    }

    @Test
    void serverThatGivesNoAnswerIsEndedInTime() {
        AtomicReference<MilvusServer> starting = new AtomicReference<>();
        // However slow the machine is, the time is over after the server has said something.
        BooleanSupplier silent = () -> {
            while (!LogTail.of(starting.get().log()).contains("warming up")) {
                LockSupport.parkNanos(10_000_000);
            }
            return false;
        };
        MilvusServer server = server(silent, Duration.ofSeconds(1), "sh", "-c", "echo warming up; sleep 60");
        starting.set(server);
        assertThatThrownBy(server::started)
                .hasMessageStartingWith("A server gave no answer within 1 s. The end of its log ")
                .hasMessageEndingWith(":\nwarming up\n");
        assertThat(server.processes()).isEmpty();
    }

    @Test
    void serverDoesNotOutliveAKilledJvm() throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dbasedir=" + System.getProperty("basedir", ""),
                        ServerLifeTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<ProcessHandle> processes = pids(jvm).stream()
                .map(pid -> ProcessHandle.of(pid).orElseThrow())
                .toList();
        assertThat(processes).hasSizeGreaterThan(1).allMatch(ProcessHandle::isAlive);

        jvm.destroyForcibly();

        for (ProcessHandle process : processes) {
            process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static List<Long> pids(Process jvm) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = jvm.getInputStream().read();
                next != '\n';
                next = jvm.getInputStream().read()) {
            assertThat(next).as("what the JVM says").isNotNegative();
            line.append((char) next);
        }
        return List.of(line.toString().split(" ")).stream().map(Long::valueOf).toList();
    }

    /** Starts a server, says the ids of its processes and waits to be killed. */
    public static void main(String[] arguments) throws Exception {
        MilvusServer server = server(() -> true, PATIENCE, "sleep", "60").started();
        List<ProcessHandle> processes = server.processes();
        while (processes.size() < 2) {
            TimeUnit.MILLISECONDS.sleep(10);
            processes = server.processes();
        }
        String pids = String.join(
                " ", processes.stream().map(p -> String.valueOf(p.pid())).toList());
        System.out.write((pids + "\n").getBytes(StandardCharsets.UTF_8));
        System.out.flush();
        TimeUnit.MINUTES.sleep(1);
    }

    private static MilvusServer server(BooleanSupplier answers, Duration patience, String... command) {
        return server(FreePorts.choose(1).getFirst(), answers, patience, command);
    }

    private static MilvusServer server(int port, BooleanSupplier answers, Duration patience, String... command) {
        ServerFolders folders = ServerFolders.ofMilvusTest();
        Path data = folders.data("other");
        ServerRecipe recipe = new ServerRecipe(
                "A server",
                URI.create("http://127.0.0.1:" + port),
                List.of(port),
                List.of(),
                List.of(command),
                Map.of(),
                answers,
                patience);
        return new MilvusServer(recipe, folders.launcher(), data, folders.log(data));
    }
}
