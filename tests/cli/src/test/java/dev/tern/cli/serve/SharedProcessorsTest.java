package dev.tern.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Light requests are answered while others compute, even in a process with a single processor. */
@Tag("slow")
final class SharedProcessorsTest {
    private static final int COMPUTING = 16;

    /** Threads that never wait, and then one that does nothing; ends when that has been let in. */
    static final class Crowd {
        private Crowd() {}

        public static void main(String[] arguments) throws InterruptedException {
            ServeCommand.shareProcessors();
            for (int i = 0; i < COMPUTING; i++) {
                Thread.startVirtualThread(() -> {
                    while (true) {
                        Thread.onSpinWait();
                    }
                });
            }
            CountDownLatch asked = new CountDownLatch(1);
            Thread.startVirtualThread(asked::countDown);
            System.exit(asked.await(2, TimeUnit.MINUTES) ? 0 : 1);
        }
    }

    @Test
    void whoeverAsksIsLetInWhileOthersCompute() throws Exception {
        Process crowd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:ActiveProcessorCount=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Crowd.class.getName())
                .inheritIO()
                .start();
        assertThat(crowd.waitFor()).isZero();
    }
}
