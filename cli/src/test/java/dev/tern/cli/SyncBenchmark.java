package dev.tern.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Measures {@code tern sync} over a folder of small texts, {@code SyncBenchmark FOLDER FILES}, with
 * an embedding model that takes no time: a first run; runs without changes and with all file times
 * changed, each in a process; and a run with one file in a hundred changed. FOLDER is created and
 * kept.
 */
final class SyncBenchmark {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    private SyncBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(Path.of(arguments[0])).toAbsolutePath();
        int files = Integer.parseInt(arguments[1]);
        Path notes = directory.resolve("notes");
        for (int i = 0; i < files; i++) {
            write(notes, i, "first");
        }
        long start = System.nanoTime();
        Shell.Run first = new Shell(directory).run("sync", "notes");
        say("the first run", start, first.out() + first.err());
        process("nothing has changed", directory);
        process("nothing has changed", directory);
        for (int i = 0; i < files; i++) {
            Files.setLastModifiedTime(path(notes, i), FileTime.from(LONG_AGO.plusSeconds(60)));
        }
        process("every time has changed", directory);
        for (int i = 0; i < files; i += 100) {
            write(notes, i, "second");
        }
        start = System.nanoTime();
        Shell.Run last = new Shell(directory).run("sync", "notes");
        say("a hundredth has another content", start, last.out() + last.err());
    }

    private static Path path(Path notes, int number) {
        return notes.resolve(String.format(Locale.ROOT, "%03d/%d.txt", number / 200, number));
    }

    private static void write(Path notes, int number, String content) throws IOException {
        Path file = path(notes, number);
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                "The keeper of house " + number + " is called Code" + number + ", and this is his " + content
                        + " text. " + "He writes down every ship that he sees in a large grey book. ".repeat(20));
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    }

    private static void process(String what, Path directory) throws IOException, InterruptedException {
        long start = System.nanoTime();
        ProcessBuilder builder = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "sync",
                "notes"));
        builder.environment().put("HOME", directory.toString());
        Path said = directory.resolve("said");
        Process process = builder.directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        say(what, start, Files.readString(said));
    }

    private static void say(String what, long start, String said) {
        System.out.printf(Locale.ROOT, "%.1f s  %s: %s", (System.nanoTime() - start) / 1e9, what, said);
    }
}
