package dev.tern.store.milvus.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The folders of servers' programs, data and logs.
 *
 * @param python the environment with their programs
 * @param sources the folder of our own Python programs
 * @param target the folder for data and logs
 */
record ServerFolders(PythonEnvironment python, Path sources, Path target) {
    /** Returns the folders of {@code tests/milvus}: all modules share one environment. */
    static ServerFolders ofMilvusTest() {
        Path module = root().resolve("tests/milvus");
        Path sources = module.resolve("src/test/python");
        Path target = module.resolve("target/milvus");
        return new ServerFolders(PythonEnvironment.in(target, "python3", sources), sources, target);
    }

    /** Returns the root of the checkout, above the module whose tests run. */
    static Path root() {
        Path folder =
                Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
        while (!Files.exists(folder.resolve("build/tools/python-packages.sh"))) {
            Path above = folder.getParent();
            if (above == null) {
                throw new IllegalStateException("No folder above the one that tests run in is a checkout of Tern.");
            }
            folder = above;
        }
        return folder;
    }

    /** Creates a folder for a server's data, and deletes the folders of killed JVMs. */
    Path data(String name) {
        Path parent = target.resolve("data");
        try {
            // Servers start concurrently; one of them cleans up.
            synchronized (ServerFolders.class) {
                for (Path old : Folders.in(parent, "")) {
                    if (!ownerRuns(old)) {
                        Folders.delete(old);
                    }
                }
            }
            return Files.createTempDirectory(
                    Files.createDirectories(parent), ProcessHandle.current().pid() + "-" + name + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean ownerRuns(Path data) {
        String owner = data.getFileName().toString().replaceFirst("-.*", "");
        return owner.matches("\\d{1,18}")
                && ProcessHandle.of(Long.parseLong(owner)).isPresent();
    }

    Path log(Path data) {
        try {
            return Files.createDirectories(target.resolve("logs")).resolve(data.getFileName() + ".log");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the program that starts a server and ends with it. */
    List<String> launcher() {
        return List.of(python.python().toString(), sources.resolve("serve.py").toString());
    }
}
