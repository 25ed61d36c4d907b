package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.crypt.Encryptor;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Malicious and unreadable files. */
@Tag("slow")
final class HostileFilesTest {
    @TempDir
    private Path folder;

    @Test
    void encryptedAndScannedAndBrokenFilesAreNamed() throws Exception {
        OfficeFiles.encryptedPdf(folder.resolve("a-encrypted.pdf"));
        encryptedDocx(folder.resolve("b-encrypted.docx"));
        OfficeFiles.pdf(folder.resolve("c-scanned.pdf"), "", "");
        cut(OfficeFiles.pdf(folder.resolve("d-cut.pdf"), "Euler lived in Basel."), 300);
        cut(OfficeFiles.docx(folder.resolve("e-cut.docx")), 900);
        Files.writeString(folder.resolve("f-cut.json"), "{\"a\": [1, 2");
        OfficeFiles.zip(folder.resolve("g.epub"), Map.of("x", "no book"));
        zip(folder.resolve("h.zip"), Map.of("x.txt", "unpacked"));

        Loading loading = Loading.of(folder, ".");

        assertThat(loading.ids()).isEmpty();
        assertThat(loading.heard().skipped)
                .hasSize(8)
                .contains(
                        "a-encrypted.pdf is encrypted: it cannot be read without its password",
                        "b-encrypted.docx is encrypted: it cannot be read without its password",
                        "c-scanned.pdf has no text on 2 pages, which are empty or scanned: "
                                + ScanReader.missing(OcrSettings.NONE, false),
                        "h.zip is a zip archive that is no docx, pptx, xlsx, odt, ods, odp or epub: unpack it first")
                .anySatisfy(reason -> assertThat(reason).startsWith("d-cut.pdf is broken, or no PDF: "))
                .anySatisfy(reason -> assertThat(reason).startsWith("e-cut.docx is broken, or no zip archive: "))
                .anySatisfy(reason -> assertThat(reason).startsWith("f-cut.json is broken, or no JSON (line 1: "));
    }

    private static void encryptedDocx(Path file) throws Exception {
        Path plain = OfficeFiles.docx(file.resolveSibling("plain"));
        Encryptor encryptor = new EncryptionInfo(EncryptionMode.standard).getEncryptor();
        encryptor.confirmPassword("secret");
        try (POIFSFileSystem container = new POIFSFileSystem();
                OutputStream out = Files.newOutputStream(file)) {
            try (OutputStream packed = encryptor.getDataStream(container)) {
                packed.write(Files.readAllBytes(plain));
            }
            container.writeFilesystem(out);
        }
        Files.delete(plain);
    }

    private static void cut(Path file, int length) throws IOException {
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), length));
    }

    static Path zip(Path file, Map<String, String> parts) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, String> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    @Test
    void bombsStopAtALimit() throws IOException {
        withPart(folder.resolve("a.docx"), "word/document.xml", document("<w:p/>".repeat(1 << 20)));
        withPart(
                folder.resolve("b.docx"),
                "word/document.xml",
                laughs(
                        "w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'",
                        "w:document"));
        Files.writeString(folder.resolve("c.xml"), laughs("a", "a"));
        Files.writeString(folder.resolve("d.html"), "<!DOCTYPE html>" + "<div>".repeat(100_000) + "deep");
        Files.writeString(folder.resolve("e.json"), "[".repeat(100_000));
        Files.writeString(
                folder.resolve("f.md"), ">".repeat(70_000) + " deep\n" + "[".repeat(5_000) + "*a ".repeat(2_000));

        Loading loading = Loading.of(folder, ".");

        assertThat(loading.heard().skipped)
                .hasSize(5)
                .contains(
                        "a.docx is a zip bomb: a part unpacks to more than 100 times its size",
                        "c.xml exceeds the limit of XML entity expansions: it is not read",
                        "d.html has more than 500 elements in one another; the limit is 500",
                        "e.json has more than 500 values in one another; the limit is 500")
                .anySatisfy(reason -> assertThat(reason).startsWith("b.docx is broken, or no docx: DOCTYPE"));
        assertThat(loading.ids()).containsExactly("f.md");
        assertThat(loading.documents().getFirst().text()).hasSizeLessThan(200_000);
    }

    private static String document(String content) {
        return "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body>" + content
                + "</w:body></w:document>";
    }

    private static String laughs(String start, String end) {
        StringBuilder entities = new StringBuilder("<?xml version='1.0'?><!DOCTYPE x [<!ENTITY l0 'ha'>");
        for (int i = 1; i < 12; i++) {
            entities.append("<!ENTITY l" + i + " '" + ("&l" + (i - 1) + ";").repeat(10) + "'>");
        }
        return entities + "]><" + start + ">&l11;</" + end + ">";
    }

    /** Writes a docx with one part replaced. */
    static void withPart(Path file, String name, String content) throws IOException {
        OfficeFiles.docx(file);
        Map<String, String> parts = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                parts.put(
                        entry.getName(), new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        parts.put(name, content);
        zip(file, parts);
    }

    @Test
    void pagesAndTimeAndMemoryAreBounded() throws IOException {
        OfficeFiles.pdf(folder.resolve("long.pdf"), "one", "two", "three");
        LoadLimits pages = LoadLimits.DEFAULTS.with(LoadLimit.PAGES, 2);

        assertThat(Loading.of(DocumentLoader.builder().limits(pages).build(), folder, "long.pdf")
                        .refusal())
                .isEqualTo("long.pdf has more than 2 pages; the limit is 2");
    }
}
