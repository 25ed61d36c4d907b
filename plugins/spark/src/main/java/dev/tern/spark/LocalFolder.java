package dev.tern.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.spark.SparkEnv;

/** Files of a task on the disks that Spark was given for such ({@code spark.local.dir}); what is left of them goes with the executor. */
final class LocalFolder {
    private LocalFolder() {}

    /** Makes a new file, which is empty. */
    static Path file(String prefix, String suffix) throws IOException {
        File[] folders = SparkEnv.get().blockManager().diskBlockManager().localDirs();
        Path folder = folders[ThreadLocalRandom.current().nextInt(folders.length)].toPath();
        return Files.createTempFile(folder, prefix, suffix);
    }
}
