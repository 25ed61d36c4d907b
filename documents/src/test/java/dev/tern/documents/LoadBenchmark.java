package dev.tern.documents;

import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Measures loading: the texts of a JSON lines corpus as small files, half of them Markdown; PDF and
 * docx in a new and in a running parser process; a text of 100 MB. Arguments: the corpus, and a
 * folder that does not exist yet.
 */
final class LoadBenchmark {
    private LoadBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectory(Path.of(arguments[1]));
        Path texts = Files.createDirectory(folder.resolve("texts"));
        int count = 0;
        try (JsonlCorpus.CorpusDocuments documents =
                JsonlCorpus.of(List.of(Path.of(arguments[0]))).documents()) {
            for (SourceDocument document : documents) {
                boolean markdown = count % 2 == 1;
                Path file = texts.resolve(count + (markdown ? ".md" : ".txt"));
                Files.writeString(file, (markdown ? "# " : "") + document.title() + "\n\n" + document.text() + "\n");
                count++;
            }
        }
        for (int round = 1; round <= 3; round++) {
            long start = System.nanoTime();
            Listing listing = SourceLoader.builder().build().list(List.of("texts"), folder);
            print("list", start, listing.files());
            time(folder, "texts");
        }
        for (int i = 0; i < 20; i++) {
            OfficeFiles.pdf(
                    folder.resolve("a" + i + ".pdf"),
                    Stream.generate(() -> "Leonhard Euler lived in Basel, and then in Saint Petersburg.")
                            .limit(20)
                            .toArray(String[]::new));
            OfficeFiles.docx(folder.resolve("b" + i + ".docx"));
        }
        time(folder, "a0.pdf");
        time(folder, "b0.docx");
        time(folder, "a*.pdf");
        time(folder, "b*.docx");
        Files.writeString(folder.resolve("large.txt"), "A ship of Riga. ".repeat(100_000_000 / 16));
        time(folder, "large.txt");
        Files.writeString(folder.resolve("fitting.txt"), "A ship of Riga. ".repeat(20_000_000 / 16));
        time(folder, "fitting.txt");
    }

    private static void time(Path folder, String place) {
        System.gc();
        double processor = processorSeconds();
        long start = System.nanoTime();
        long documents = 0;
        Heard heard = new Heard();
        try (LoadedDocuments loaded =
                SourceLoader.builder().build().load(List.of(place), folder, InputStream.nullInputStream(), heard)) {
            for (SourceDocument document : loaded) {
                documents += document.text().isEmpty() ? 0 : 1;
            }
        }
        print(place + " " + heard.skipped, start, documents);
        Runtime runtime = Runtime.getRuntime();
        System.out.printf(
                Locale.ROOT,
                "  processor of this thread %.2f s, heap in use %d MB%n",
                processorSeconds() - processor,
                (runtime.totalMemory() - runtime.freeMemory()) >> 20);
    }

    private static double processorSeconds() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }

    private static void print(String what, long start, long documents) {
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                Locale.ROOT, "%s: %d in %.2f s, %.0f a second%n", what, documents, seconds, documents / seconds);
    }
}
