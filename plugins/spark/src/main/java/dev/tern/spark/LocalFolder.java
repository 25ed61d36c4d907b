package dev.tern.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.spark.SparkEnv;

/** Creates files in Spark's local folders ({@code spark.local.dir}), deleted with the executor. */
final class LocalFolder {
    private LocalFolder() {}

    /** Creates an empty file in one of the folders, chosen at random. */
    static Path file(String prefix, String suffix) throws IOException {
        File[] folders = SparkEnv.get().blockManager().diskBlockManager().localDirs();
        Path folder = folders[ThreadLocalRandom.current().nextInt(folders.length)].toPath();
        return Files.createTempFile(folder, prefix, suffix);
    }
}
