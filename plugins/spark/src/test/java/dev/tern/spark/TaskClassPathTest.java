package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TaskClassPathTest {
    @TempDir
    private Path directory;

    @Test
    void jarsAreNamedByTheirPathsAndNotAsUrlsWriteThem() throws IOException {
        Path jar = directory.resolve("my jars + more").resolve("tern.jar");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            assertThat(TaskClassPath.text(loader))
                    .isEqualTo(jar + File.pathSeparator + System.getProperty("java.class.path"));
        }
    }
}
