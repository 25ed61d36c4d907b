package dev.tern.store.lucene;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Samples;
import dev.tern.transfer.ExportSettings;
import dev.tern.transfer.GraphCopy;
import dev.tern.transfer.GraphExport;
import dev.tern.transfer.GraphImport;
import dev.tern.transfer.TransferListener;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process that indexes the same batches in each run, to be killed meanwhile.
 *
 * <p>It prints {@code up}, waits for a byte on its standard input, and writes: with {@code once}
 * every batch, and then it ends; with a number every batch from that one on and some removals,
 * repeatedly, with {@code wrote} after each; with {@code hold} one batch, prints {@code holding}
 * and waits. Or it repeats an action on the graph {@link #SOURCE}, with {@code wrote} after each:
 * {@code copy} copies it, {@code backup} writes a backup, and {@code restore} restores the backup;
 * the previous result is dropped before.
 *
 * <p>The first one that ends by itself leaves a class archive, for faster starts.
 */
final class IndexingProcess {
    static final String GRAPH = "killed";
    static final String SOURCE = "source";
    static final String COPY = "copied";
    static final String RESTORED = "restored";

    /** The modes that make something of the graph {@link #SOURCE}. */
    static final List<String> MAKING = List.of("copy", "backup", "restore");

    private static final int DOCUMENTS = 24;

    private IndexingProcess() {}

    static Process start(Path store, String mode) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx96m",
                "-Xlog:disable"));
        String classPath = System.getProperty("java.class.path");
        if (isInAJar()) {
            // An archive needs jars only: folders are left out if jars have everything.
            classPath = Stream.of(classPath.split(File.pathSeparator))
                    .filter(entry -> entry.endsWith(".jar"))
                    .collect(Collectors.joining(File.pathSeparator));
            command.add("-XX:+AutoCreateSharedArchive");
            command.add("-XX:SharedArchiveFile=" + store.resolveSibling("classes.jsa"));
        }
        command.addAll(List.of("-cp", classPath, IndexingProcess.class.getName(), store.toString(), mode));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Returns true in a build with jars, such as {@code mvn verify} but not {@code mvn test}. */
    private static boolean isInAJar() {
        return IndexingProcess.class
                .getResource("IndexingProcess.class")
                .getProtocol()
                .equals("jar");
    }

    /** Waits until the process prints a word. */
    static void await(Process process, String word) throws IOException {
        StringBuilder said = new StringBuilder();
        while (!said.toString().endsWith(word + "\n")) {
            int next = process.getInputStream().read();
            if (next < 0) {
                throw new IOException("the process ended without saying \"" + word + "\", after \"" + said + "\"");
            }
            said.append((char) next);
        }
    }

    static void go(Process process) throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        List<GraphBatch> batches = batches();
        say("up");
        if (System.in.read() < 0) {
            return;
        }
        if (MAKING.contains(arguments[1])) {
            makeForever(directory, arguments[1]);
        }
        try (GraphStore store = LuceneGraphStore.open(directory, GRAPH)) {
            switch (arguments[1]) {
                case "once" -> batches.forEach(store::write);
                case "hold" -> {
                    store.write(batches.getFirst());
                    say("holding");
                    int ignored = System.in.read();
                    say("released " + ignored);
                }
                default -> indexForever(store, batches, Integer.parseInt(arguments[1]));
            }
        }
    }

    private static void makeForever(Path directory, String mode) throws IOException {
        GraphCatalog catalog = LuceneGraphCatalog.open(directory);
        while (true) {
            make(directory, mode);
            say("wrote");
            if (mode.equals("copy")) {
                catalog.drop(COPY);
            } else if (mode.equals("restore")) {
                catalog.drop(RESTORED);
            }
        }
    }

    /** Runs the action of a mode once; an unfinished result is resumed. */
    static void make(Path directory, String mode) {
        switch (mode) {
            case "copy" -> {
                try (GraphStore source = LuceneGraphStore.open(directory, SOURCE);
                        GraphStore target = LuceneGraphStore.open(directory, COPY)) {
                    GraphCopy.copy(source, target, TransferListener.NONE);
                }
            }
            case "backup" -> {
                try (GraphStore source = LuceneGraphStore.open(directory, SOURCE)) {
                    GraphExport.write(
                            source, ExportSettings.WHOLE_GRAPH, backup(directory), true, TransferListener.NONE);
                }
            }
            case "restore" -> {
                try (GraphStore target = LuceneGraphStore.open(directory, RESTORED)) {
                    GraphImport.read(
                            backup(directory),
                            target,
                            () -> {
                                throw new AssertionError("no model is needed");
                            },
                            TransferListener.NONE);
                }
            }
            default -> throw new IllegalArgumentException(mode);
        }
    }

    static Path backup(Path directory) {
        return directory.resolveSibling("backup.jsonl.gz");
    }

    /** Writes the source graph: a copy of it takes several batches. */
    static void writeSource(Path directory) {
        List<Passage> passages = new ArrayList<>();
        for (int d = 0; d < 100; d++) {
            passages.addAll(document(d, "source", 4));
        }
        try (GraphStore source = LuceneGraphStore.open(directory, SOURCE)) {
            source.write(Samples.batch(passages));
        }
    }

    private static void indexForever(GraphStore store, List<GraphBatch> batches, int first) throws IOException {
        for (int i = first; ; i++) {
            store.write(batches.get(i % batches.size()));
            say("wrote");
            if (i % 5 == 0) {
                store.removeDocuments(List.of("d" + i % DOCUMENTS, "d" + (i + 7) % DOCUMENTS));
            }
        }
    }

    private static void say(String word) throws IOException {
        System.out.write((word + "\n").getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    /** Returns new documents, and after every fourth one a replaced older one. */
    static List<GraphBatch> batches() {
        List<GraphBatch> batches = new ArrayList<>();
        for (int d = 0; d < DOCUMENTS; d++) {
            batches.add(Samples.batch(document(d, "first", 4), ids(document(d, "second", 3))));
            if (d % 4 == 3) {
                batches.add(Samples.batch(document(d - 2, "second", 3), ids(document(d - 2, "first", 4))));
            }
        }
        return batches;
    }

    private static Set<String> ids(List<Passage> passages) {
        return passages.stream().map(Passage::id).collect(Collectors.toSet());
    }

    private static List<Passage> document(int d, String version, int parts) {
        List<Passage> passages = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            passages.add(Samples.passage(
                    "d" + d,
                    part,
                    version + " text " + part + " of " + d,
                    Statement.of("thing " + d, "has", version + " part " + part),
                    Statement.of("thing " + d, "follows", "thing " + (d + DOCUMENTS - 1) % DOCUMENTS),
                    Statement.of("everything", "has", "parts")));
        }
        return passages;
    }
}
