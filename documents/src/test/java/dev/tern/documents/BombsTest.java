package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.SourceDocument;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small files that unpack to huge or many parts; the file after one is read. */
@Tag("slow")
final class BombsTest {
    private static final int UNPACKED_MEGABYTES = 300;

    @TempDir
    private Path folder;

    @Test
    void archiveOfManyPartsIsRefusedByTheirNumber() throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(folder.resolve("many.docx")))) {
            for (int i = 0; i <= 10_000; i++) {
                zip.putNextEntry(new ZipEntry("p" + i));
            }
        }

        assertThat(Loading.of(folder, "many.docx").refusal())
                .isEqualTo("many.docx has 10,001 parts; the limit is 10,000");
    }

    /** One page with 7 MB of letters, each of which is kept with its position. */
    @Test
    void pageThatUnpacksToMoreThanTheMemoryIsSkippedAndTheRestGoesOn() throws IOException {
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage();
            document.addPage(page);
            PDResources resources = new PDResources();
            String font = resources
                    .add(new PDType1Font(Standard14Fonts.FontName.HELVETICA))
                    .getName();
            page.setResources(resources);
            // Letters that lie on equal ones, or outside the page, are not kept.
            String shown = IntStream.rangeClosed('a', 'z')
                            .mapToObj(letter -> "(" + Character.toString(letter).repeat(1000) + ") Tj 0 0 Td ")
                            .collect(Collectors.joining())
                    + "0 -2.5 Td ";
            byte[] packed = bomb("BT /" + font + " 12 Tf 0 780 Td ", shown, 290);
            PDStream stream = new PDStream(document, new ByteArrayInputStream(packed));
            stream.getCOSObject().setItem(COSName.FILTER, COSName.FLATE_DECODE);
            page.setContents(stream);
            document.save(folder.resolve("a.pdf").toFile());
        }

        stopsAtALimit();
    }

    /** Objects in a packed stream after 300 MB of white space. */
    @Test
    void objectStreamThatUnpacksToMoreThanTheMemoryIsSkippedAndTheRestGoesOn() throws IOException {
        byte[] packed = bomb("2 0 ", " ".repeat(1 << 20), UNPACKED_MEGABYTES);
        ByteArrayOutputStream pdf = new ByteArrayOutputStream();
        write(
                pdf,
                "%PDF-1.5\n1 0 obj\n<</Type /ObjStm /N 1 /First " + (UNPACKED_MEGABYTES << 20)
                        + " /Filter /FlateDecode /Length " + packed.length + ">>\nstream\n");
        pdf.write(packed);
        write(pdf, "\nendstream\nendobj\ntrailer\n<</Root 2 0 R /Size 3>>\nstartxref\n0\n%%EOF\n");
        Files.write(folder.resolve("a.pdf"), pdf.toByteArray());

        stopsAtALimit();
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] bomb(String start, String piece, int times) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] bytes = piece.getBytes(StandardCharsets.US_ASCII);
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed, new Deflater(Deflater.BEST_SPEED))) {
            write(out, start);
            for (int i = 0; i < times; i++) {
                out.write(bytes);
            }
        }
        return packed.toByteArray();
    }

    private void stopsAtALimit() throws IOException {
        assertThat(Files.size(folder.resolve("a.pdf"))).isLessThan(4 << 20);
        Files.writeString(folder.resolve("b.html"), "<!DOCTYPE html><p>A ship in Riga.");
        SourceLoader loader = SourceLoader.builder()
                .limits(LoadLimits.DEFAULTS.with(LoadLimit.PARSER_MEGABYTES, 64).with(LoadLimit.SECONDS, 600))
                .build();

        Loading loading = Loading.of(loader, folder, "a.pdf", "b.html");

        assertThat(loading.heard().skipped)
                .containsExactly("a.pdf needs more memory to parse than 64 MB (load.parserMegabytes)");
        assertThat(loading.ids()).containsExactly("b.html");
    }

    @Test
    void whatIsPackedInADocumentIsNotUnpacked() throws IOException {
        Path inner = HostileFilesTest.zip(folder.resolve("inner.zip"), Map.of("x.txt", "INNER"));
        Path nested = HostileFilesTest.zip(
                folder.resolve("nested.zip"),
                Map.of("inner.zip", new String(Files.readAllBytes(inner), StandardCharsets.ISO_8859_1)));
        OfficeFiles.docx(folder.resolve("outer.docx"));
        HostileFilesTest.withPart(
                folder.resolve("outer.docx"),
                "word/embeddings/inner.xml",
                new String(Files.readAllBytes(nested), StandardCharsets.ISO_8859_1));
        HostileFilesTest.withPart(
                folder.resolve("other.docx"), "word/embeddings/inner.xml", "INNER " + "x".repeat(1000));

        Loading loading = Loading.of(folder, "outer.docx", "other.docx", "nested.zip");

        assertThat(loading.ids()).containsExactly("outer.docx", "other.docx");
        assertThat(loading.documents()).extracting(SourceDocument::text).noneMatch(text -> text.contains("INNER"));
        assertThat(loading.heard().skipped)
                .containsExactly(
                        "nested.zip is a zip archive but not a docx, pptx, xlsx, odt, ods, odp or epub: unpack it"
                                + " first");
    }
}
