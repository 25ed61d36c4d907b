package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines of Hebrew and Arabic with words of other scripts. */
final class ReadingOrderTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "1958 הגשר,הגשר 1958",
        "בעיר Vale Bridge הגשר,הגשר Vale Bridge בעיר",
        "The word רב גשר means bridge,The word גשר רב means bridge",
        "بغداد - Marr & Sons الجسر,الجسر Marr & Sons - بغداد",
        "Only Latin words,Only Latin words"
    })
    void isThatOfTheScript(String seen, String read) {
        assertThat(String.join(" ", ReadingOrder.of(List.of(seen.split(" ")), word -> word)))
                .isEqualTo(read);
    }

    /** Returns a font whose small letters are Hebrew: "a" is Alef. */
    private static PDFont hebrew() throws IOException {
        PDType1Font font = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
        COSStream map = new COSStream();
        try (OutputStream out = map.createOutputStream()) {
            out.write("""
                /CIDInit /ProcSet findresource begin 12 dict begin begincmap
                1 begincodespacerange <00> <FF> endcodespacerange
                3 beginbfrange <20> <5A> <0020> <61> <7A> <05D0> <7B> <7E> <007B> endbfrange
                endcmap end end
                """.getBytes(StandardCharsets.US_ASCII));
        }
        font.getCOSObject().setItem(COSName.TO_UNICODE, map);
        return font;
    }

    @Test
    @Tag("slow")
    void linesOfAPdfAreReadInIt() throws IOException {
        try (PdfDrawing pdf = new PdfDrawing()) {
            // In visual order, left to right: the last word first, its letters reversed.
            pdf.text(60, 80, "edcba VALE MARR zyxw", hebrew());
            pdf.text(60, 94, "hgf 1958 vuts", hebrew());
            pdf.save(folder.resolve("a.pdf"));
        }

        assertThat(Loading.of(folder, "a.pdf").only().text())
                .isEqualTo(
                        "צקרש".isEmpty()
                                ? ""
                                : hebrew("wxyz") + " VALE MARR " + hebrew("abcde") + " " + hebrew("stuv") + " 1958 "
                                        + hebrew("fgh"));
    }

    private static String hebrew(String letters) {
        return letters.chars()
                .map(c -> c - 'a' + 0x5d0)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
