package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.SourceDocument;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unusual folders and files: everything readable is read, and the rest is reported. */
@Tag("slow")
final class BadFilesTest {
    private static final int BEGINNING = TextEncoding.BEGINNING;

    @TempDir
    private Path folder;

    @Test
    void folderOfAHundredThousandFilesIsReadToItsEnd() throws IOException {
        byte[] text = "A ship.".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 100_000; i++) {
            Files.write(folder.resolve("f" + i + ".txt"), text);
        }
        SourceLoader loader = SourceLoader.builder().build();

        assertThat(loader.list(List.of("."), folder).files()).isEqualTo(100_000);
        long documents = 0;
        try (LoadedDocuments loaded =
                loader.load(List.of("."), folder, InputStream.nullInputStream(), LoadListener.NONE)) {
            for (SourceDocument document : loaded) {
                documents += document.text().equals("A ship.") ? 1 : 0;
            }
        }
        assertThat(documents).isEqualTo(100_000);
    }

    @Test
    void namesOf255BytesAreReadAndPathsThatAreTooLongForAnIdAreNamed() throws IOException {
        String name = "\u5b57".repeat(84) + ".md";
        assertThat(name.getBytes(StandardCharsets.UTF_8)).hasSize(255);
        Files.writeString(folder.resolve(name), "A ship.");
        Path deep = folder.resolve("d".repeat(255)).resolve("e".repeat(255));
        Files.createDirectories(deep);
        Files.writeString(deep.resolve("x.txt"), "Too deep.");

        Loading loading = Loading.of(folder, ".");

        assertThat(loading.idsIn(folder)).containsExactly(name);
        assertThat(loading.heard().skipped)
                .containsExactly("d".repeat(255) + "/" + "e".repeat(255) + " has a path of "
                        + (folder.getFileName().toString().length() + 512) + " characters; the limit is 512");
    }

    /** While the first is read, the others grow, shrink, vanish, or become a folder or a link. */
    @Test
    void filesThatChangeBeforeTheirTurnAreReadAsTheyAreThenOrNamed() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "Of nobody's business.");
        Path docs = Files.createDirectories(folder.resolve("docs"));
        for (String name : List.of("a", "b-grows", "c-shrinks", "d-goes", "e-folder", "f-link", "g")) {
            Files.writeString(docs.resolve(name + ".txt"), "A ship.");
        }
        List<String> read = new ArrayList<>();
        Heard heard = new Heard();
        try (LoadedDocuments loaded =
                SourceLoader.builder().build().load(List.of("docs"), folder, InputStream.nullInputStream(), heard)) {
            Iterator<SourceDocument> documents = loaded.iterator();
            read.add(said(documents.next()));
            Files.writeString(docs.resolve("b-grows.txt"), "A ship in Riga.");
            Files.writeString(docs.resolve("c-shrinks.txt"), "");
            Files.delete(docs.resolve("d-goes.txt"));
            Files.delete(docs.resolve("e-folder.txt"));
            Files.createDirectory(docs.resolve("e-folder.txt"));
            Files.delete(docs.resolve("f-link.txt"));
            Files.createSymbolicLink(docs.resolve("f-link.txt"), secret);
            documents.forEachRemaining(document -> read.add(said(document)));
        }

        assertThat(read)
                .containsExactly("docs/a.txt A ship.", "docs/b-grows.txt A ship in Riga.", "docs/g.txt A ship.");
        assertThat(heard.skipped)
                .containsExactly(
                        "docs/c-shrinks.txt is empty",
                        "docs/d-goes.txt is no longer there",
                        "docs/f-link.txt is a link that leads out of the folder: name its target");
    }

    private static String said(SourceDocument document) {
        return document.id() + " " + document.text();
    }

    /** A link may replace a file between the listing and the open. */
    @Test
    void linkThatTookTheNameOfAFileIsNotFollowed() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "Of nobody's business.");
        Path link = Files.createSymbolicLink(folder.resolve("a.txt"), secret);

        for (boolean named : List.of(true, false)) {
            DocumentReader reader = new DocumentReader(LoadLimits.DEFAULTS, noProcess(), LoadListener.NONE, folder, "");
            String came;
            try {
                came = said(reader.read(SourceFile.of("a.txt", "a.txt", link, named, null))
                        .next());
            } catch (UnreadableException e) {
                came = e.reason();
            }
            assertThat(came).isEqualTo(named ? "a.txt Of nobody's business." : "is a link, which is not followed");
        }
    }

    @Test
    void fileThatGrowsBeyondTheLimitWhileItIsReadIsNotTruncated() throws Exception {
        LoadLimits limits = LoadLimits.DEFAULTS.with(LoadLimit.FILE_BYTES, BEGINNING + 10);
        DocumentReader reader = new DocumentReader(limits, noProcess(), LoadListener.NONE, folder, "");
        byte[] beginning = new byte[BEGINNING];

        assertThat(reader.remaining(new ByteArrayInputStream(new byte[10]), beginning))
                .hasSize(BEGINNING + 10);
        assertThatThrownBy(() -> reader.remaining(new ByteArrayInputStream(new byte[11]), beginning))
                .isInstanceOfSatisfying(
                        UnreadableException.class,
                        refused -> assertThat(refused.reason())
                                .isEqualTo("has more than 65,546 bytes; the limit is 65,546 (load.maxFileBytes)"));
    }

    private ParserProcess noProcess() {
        return new ParserProcess(
                LoadLimits.DEFAULTS,
                new ParserPermits(LoadLimits.DEFAULTS),
                Path.of("no-such-java"),
                () -> "",
                OcrSettings.NONE,
                false,
                folder);
    }

    /** A four-byte character at every offset around a buffer's end, in every in-process format. */
    @Test
    void characterIsWholeWhereverABufferEnds() throws IOException {
        for (String ending : List.of("txt", "md", "csv", "json", "jsonl")) {
            String before = switch (ending) {
                case "json" -> "{\"a\": \"";
                case "jsonl" -> "{\"_id\": \"a\", \"text\": \"";
                default -> "";
            };
            String after = ending.startsWith("json") ? "\"}\n" : "\n";
            for (int shift = -5; shift <= 1; shift++) {
                String letters = "x".repeat(BEGINNING + shift - before.length());
                String text = before + letters + "\ud83d\udea2 in Riga" + after;
                Files.writeString(folder.resolve("a." + ending), text);

                SourceDocument document = Loading.of(folder, "a." + ending).only();

                assertThat(document.text().contains("x\ud83d\udea2 in Riga"))
                        .as(ending + " " + shift)
                        .isTrue();
            }
        }
    }
}
