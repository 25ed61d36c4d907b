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
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Returns a font whose small letters belong to another script: "a" is {@code first}. */
    private static PDFont font(int first) throws IOException {
        PDType1Font font = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
        COSStream map = new COSStream();
        try (OutputStream out = map.createOutputStream()) {
            out.write("""
                /CIDInit /ProcSet findresource begin 12 dict begin begincmap
                1 begincodespacerange <00> <FF> endcodespacerange
                3 beginbfrange <20> <5A> <0020> <61> <7A> <%04X> <7B> <7E> <007B> endbfrange
                endcmap end end
                """.formatted(first).getBytes(StandardCharsets.US_ASCII));
        }
        font.getCOSObject().setItem(COSName.TO_UNICODE, map);
        return font;
    }

    private String read(int script, String... lines) throws IOException {
        try (PdfDrawing pdf = new PdfDrawing()) {
            for (int i = 0; i < lines.length; i++) {
                pdf.text(60, 80 + 14 * i, lines[i], font(script));
            }
            pdf.save(folder.resolve("a.pdf"));
        }
        return Loading.of(folder, "a.pdf").only().text();
    }

    /** Returns a text with its small letters in a script. */
    private static String in(int script, String text) {
        return text.chars()
                .map(c -> Character.isLowerCase(c) ? c - 'a' + script : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    @Tag("slow")
    void linesOfAPdfAreReadInIt() throws IOException {
        // In visual order, left to right: the last word first, its letters reversed.
        for (int script : new int[] {0x5d0, 0x627}) {
            assertThat(read(script, "edcba VALE MARR zyxw", "hgf 1958 vuts"))
                    .isEqualTo(in(script, "wxyz VALE MARR abcde stuv 1958 fgh"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x4e00, 0x6a4b, 0x30a2})
    @Tag("slow")
    void wrappedLinesOfAPdfInChineseAndJapaneseAreJoinedWithoutSpace(int script) throws IOException {
        assertThat(read(script, "abcdefghijklmnopqrs", "tuvwxyz 1958 abc"))
                .isEqualTo(in(script, "abcdefghijklmnopqrstuvwxyz 1958 abc"));
    }
}
