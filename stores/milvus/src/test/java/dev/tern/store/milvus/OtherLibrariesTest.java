package dev.tern.store.milvus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that an application's incompatible version of Guava is named. */
@Tag("slow")
class OtherLibrariesTest {
    @Test
    void libraryThatTheClientCannotUseIsTheOperatorsFaultAndIsNamed() throws IOException, InterruptedException {
        String withoutGuava = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("guava-"))
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        withoutGuava,
                        ConnectingProcess.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(out)
                .startsWith(
                        "OPERATOR: the client of Milvus conflicts with a library of this application: it needs Guava"
                                + " 20 or newer, and the protobuf-java of tern-store-milvus"
                                + " (java.lang.NoClassDefFoundError: com/google/common/");
    }
}
