package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class NativeFilesTest {
    @TempDir
    Path directory;

    /** Main class of the other process: embeds one text and prints the loaded libraries. */
    static final class OneVector {
        private OneVector() {}

        public static void main(String[] arguments) {
            try (CloseableEmbeddingModel model = Models.embeddingModel(EmbeddingModelSettings.builder()
                    .provider(KnownProvider.IN_PROCESS)
                    .build())) {
                boolean works = model.embed("text").content().dimension() == model.dimension();
                boolean prepared = arguments[0].equals(System.getProperty("onnxruntime.native.path"));
                System.exit(works && prepared ? 0 : 3);
            }
        }
    }

    @Test
    void anotherProcessStartsFromThePreparedDirectory() throws Exception {
        Models.prepareNatives(directory);
        Models.prepareNatives(directory);
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dtern.natives=" + directory,
                        "-cp",
                        System.getProperty("java.class.path"),
                        OneVector.class.getName(),
                        directory.toString()))
                .inheritIO()
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(directory.resolve("all-minilm-l6-v2-q.onnx")).exists();
        try (var tokenizers = Files.walk(directory.resolve("tokenizers"))) {
            assertThat(tokenizers.filter(Files::isRegularFile))
                    .as("nothing was unpacked anew")
                    .hasSize(1);
        }
    }

    @Test
    void aPathThatIsAFileIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> Models.prepareNatives(file))
                .isInstanceOf(TernException.class)
                .hasMessage("cannot write the model's files into " + file);
    }
}
