package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MachineTest {
    @TempDir
    Path folder;

    @Test
    void readsTheHighWaterMark() throws IOException {
        Path status = Files.writeString(folder.resolve("status"), "Name:\tjava\nVmHWM:\t  712704 kB\nVmRSS:\t 1 kB\n");
        assertThat(MeasuringMachine.peak(status)).hasValue(712_704L * 1024);
    }

    @Test
    void nothingIsSaidWhereNothingIsKnown() throws IOException {
        assertThat(MeasuringMachine.peak(folder.resolve("nowhere"))).isEmpty();
        assertThat(MeasuringMachine.peak(Files.writeString(folder.resolve("status"), "Name:\tjava\n")))
                .isEmpty();
    }
}
