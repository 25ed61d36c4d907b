package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.crypt.Encryptor;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
                                + ScanReader.unavailableReason(OcrSettings.NONE, false),
                        "h.zip is a zip archive but not a docx, pptx, xlsx, odt, ods, odp or epub: unpack it first")
                .anySatisfy(reason -> assertThat(reason).startsWith("d-cut.pdf is broken, or not a PDF: "))
                .anySatisfy(reason -> assertThat(reason).startsWith("e-cut.docx is not a valid zip archive: "))
                .anySatisfy(reason -> assertThat(reason).startsWith("f-cut.json is malformed JSON (line 1: "));
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

        Files.writeString(
                folder.resolve("g.fodt"),
                "<office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'>"
                        + "<text:list>".repeat(100_000));

        Loading loading = Loading.of(folder, ".");

        assertThat(loading.heard().skipped)
                .hasSize(6)
                .contains(
                        "a.docx is a zip bomb: a part unpacks to more than 100 times its size",
                        "c.xml exceeds the limit of XML entity expansions: it is not read",
                        "d.html has more than 500 nested elements; the limit is 500",
                        "e.json has more than 500 nested values; the limit is 500",
                        "g.fodt has more than 100 nested elements")
                .anySatisfy(reason -> assertThat(reason).startsWith("b.docx is broken, or not a docx: DOCTYPE"));
        assertThat(loading.idsIn(folder)).containsExactly("f.md");
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
    @Timeout(60)
    void costOfAFileGrowsWithItsSizeOnly() throws IOException {
        Files.writeString(
                folder.resolve("a.html"),
                "<!DOCTYPE html><style>" + "a ".repeat(500_000) + "</style><style>" + "@media ".repeat(150_000)
                        + "</style><p>Riga <math>" + "<mrow>".repeat(60) + "<mi>x</mi>" + "</mrow>".repeat(60)
                        + "</math>.");
        Files.writeString(folder.resolve("b.txt"), "Riga\n\n".repeat(250_000));
        try (PDDocument pdf = new PDDocument()) {
            PDPage page = new PDPage();
            pdf.addPage(page);
            PDResources shared = new PDResources();
            shared.add(new PDType1Font(Standard14Fonts.FontName.HELVETICA));
            for (int i = 0; i < 100; i++) {
                PDFormXObject form = new PDFormXObject(pdf);
                form.setResources(shared);
                shared.add(form);
            }
            COSDictionary objects = shared.getCOSObject().getCOSDictionary(COSName.XOBJECT);
            objects.setItem(COSName.getPDFName("Broken"), new PDStream(pdf).getCOSObject());
            page.setResources(shared);
            PDStream content = new PDStream(pdf);
            try (OutputStream out = content.createOutputStream()) {
                out.write("BT /F1 12 Tf 50 700 Td (A ship in Riga.) Tj ET".getBytes(StandardCharsets.US_ASCII));
            }
            page.setContents(content);
            pdf.save(folder.resolve("c.pdf").toFile());
        }

        Loading loading = Loading.of(folder, ".");

        assertThat(loading.heard().skipped).isEmpty();
        assertThat(loading.documents().getFirst().text()).isEqualTo("Riga x.");
        assertThat(loading.documents().get(1).text()).startsWith("Riga\n\nRiga");
        assertThat(loading.documents().getLast().text()).isEqualTo("A ship in Riga.");
    }

    @Test
    void keysAndNumbersOfJsonAreBounded() throws IOException {
        String members =
                IntStream.range(0, 40_000).mapToObj(i -> "\"k" + i + "\":1").collect(Collectors.joining(","));
        Files.writeString(
                folder.resolve("a.json"),
                ("{\"" + "k".repeat(45_000) + "\":").repeat(10) + "{" + members + "}" + "}".repeat(10));
        Files.writeString(folder.resolve("b.json"), "[" + "1".repeat(2_000) + "]");

        assertThat(Loading.of(folder, ".").heard().skipped)
                .containsExactly(
                        "a.json has more than 20,000,000 characters of text; the limit is 20,000,000",
                        "b.json exceeds a limit of the JSON parser: Number value length (2000) exceeds the maximum"
                                + " allowed (1000, from `StreamReadConstraints.getMaxNumberLength()`)");
    }

    @Test
    void pagesAndTimeAndMemoryAreBounded() throws IOException {
        OfficeFiles.pdf(folder.resolve("long.pdf"), "one", "two", "three");
        LoadLimits pages = LoadLimits.DEFAULTS.with(LoadLimit.PAGES, 2);

        assertThat(Loading.of(SourceLoader.builder().limits(pages).build(), folder, "long.pdf")
                        .refusal())
                .isEqualTo("long.pdf has more than 2 pages; the limit is 2");
    }

    @Test
    void twoThousandPagesOfTextOrOfPicturesAreRead() throws IOException {
        Path text = folder.resolve("text.pdf");
        OfficeFiles.pdf(
                text, Collections.nCopies(2_000, "Euler lived in Basel.").toArray(String[]::new));
        OfficeFiles.pdf(
                folder.resolve("scan.pdf"), Collections.nCopies(2_000, "").toArray(String[]::new));

        assertThat(Loading.of(folder, "text.pdf").only().sections()).hasSize(2_000);
        assertThat(Loading.of(folder, "scan.pdf").refusal()).startsWith("scan.pdf has no text on 2,000 pages");
    }

    @Test
    void aMessageOfAMailboxThatIsTooLongIsSkippedAlone() throws IOException {
        String message = "From a Mon May  3 10:00:00 2021\nMessage-ID: <%s@x>\n\n%s\n\n";
        Files.writeString(
                folder.resolve("box.mbox"),
                message.formatted("one", "short")
                        + message.formatted("two", "long ".repeat(2000))
                        + message.formatted("three", "short"));
        SourceLoader small = SourceLoader.builder()
                .limits(LoadLimits.DEFAULTS.with(LoadLimit.FILE_BYTES, 5000))
                .build();

        Loading loading = Loading.of(small, folder, "box.mbox");

        assertThat(loading.ids()).containsExactly("box.mbox/#one%40x", "box.mbox/#three%40x");
        assertThat(loading.heard().skipped)
                .containsExactly("box.mbox, part 2 has 10,023 bytes; the limit is 5,000 (load.maxFileBytes)");
    }

    @Test
    void spansOfAHostilePageAreBounded() throws IOException {
        SourceDocument page = Loading.read(
                folder,
                "a.html",
                "<table><tr><th>a<th>b<tr><td colspan=999999 rowspan=999999>x<td>y"
                        + "<tr><td colspan=99999999999>z<tr><td colspan=0 rowspan=-1>w</table>");

        assertThat(page.text().length()).isLessThan(100_000);
    }

    @Test
    void wideAndLongTablesAreReadWhole() throws IOException {
        StringBuilder csv = new StringBuilder("name");
        for (int column = 0; column < 300; column++) {
            csv.append(",c").append(column);
        }
        for (int row = 0; row < 200; row++) {
            csv.append("\nrow ").append(row).append(",v".repeat(300));
        }

        SourceDocument read = Loading.read(folder, "a.csv", csv.toString());

        assertThat(read.text().lines()).hasSize(200);
        assertThat(Loading.stated(read)).hasSize(200 * 300).endsWith("row 199 c299 v");
    }

    @Test
    void rowOfMoreColumnsThanASheetHasIsRefused() throws IOException {
        Files.writeString(folder.resolve("a.csv"), columns(16_385) + "\n" + columns(16_385) + "\n");

        assertThat(Loading.of(folder, "a.csv").refusal())
                .isEqualTo("a.csv has a table of 16,385 columns; the limit is 16,384");
        assertThat(Loading.read(folder, "b.csv", columns(16_384) + "\n" + columns(16_384) + "\n")
                        .text())
                .startsWith("c0: c0; c1: c1;")
                .endsWith("c16383: c16383.");
    }

    private static String columns(int count) {
        return IntStream.range(0, count).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
    }
}
