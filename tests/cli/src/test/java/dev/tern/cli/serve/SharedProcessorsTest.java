package dev.tern.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Light requests are answered while others compute, on one processor as on many. */
@Tag("slow")
final class SharedProcessorsTest {
    /** Threads that never wait, and then one that does nothing; ends when that has been let in. */
    static final class Crowd {
        private Crowd() {}

        public static void main(String[] arguments) throws InterruptedException {
            ServeCommand.shareProcessors();
            for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
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

    @ParameterizedTest
    @CsvSource({"1, 16", "40, 39"})
    void whoeverAsksIsLetInWhileOthersCompute(int processors, int computing) throws Exception {
        Process crowd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:ActiveProcessorCount=" + processors,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Crowd.class.getName(),
                        String.valueOf(computing))
                .inheritIO()
                .start();
        assertThat(crowd.waitFor()).isZero();
    }
}
