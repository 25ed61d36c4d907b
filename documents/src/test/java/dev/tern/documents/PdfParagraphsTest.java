package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.util.Matrix;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paragraphs from lines of any spacing, and words from letters of any rotation. */
@Tag("slow")
final class PdfParagraphsTest {
    private static final List<String> FIRST = List.of(
            "The old stone bridge at the northern end was designed by Greta",
            "Lundqvist, and it was paid for by the merchant Nils Holgersson",
            "of the Hanse office. The council of New Haven asked Otto von",
            "Braun.");
    private static final List<String> SECOND = List.of(
            "Nobody remembers the name of the ferryman, who rowed between the",
            "two shores until the bridge was opened by Mayor Bent Krag.");
    private static final String TEXT = String.join(" ", FIRST) + "\n\n" + String.join(" ", SECOND);

    @TempDir
    private Path folder;

    private String read(PdfDrawing drawing) throws IOException {
        try (drawing) {
            drawing.save(folder.resolve("a.pdf"));
        }
        return Loading.of(folder, "a.pdf").only().text();
    }

    private static double lines(PdfDrawing drawing, double y, double leading, List<String> lines) throws IOException {
        double at = y;
        for (String line : lines) {
            drawing.text(60, at, line);
            at += leading;
        }
        return at;
    }

    @ParameterizedTest
    @ValueSource(doubles = {11, 14, 18, 24, 28})
    void paragraphIsOneHoweverItsLinesAreSpaced(double leading) throws IOException {
        PdfDrawing drawing = new PdfDrawing().size(12);
        double behind = lines(drawing, 80, leading, FIRST);
        lines(drawing, behind + leading, leading, SECOND);

        assertThat(read(drawing)).isEqualTo(TEXT);
    }

    /** Type 3 fonts have no height, and some programs declare a wrong one. */
    @ParameterizedTest
    @CsvSource({"Type3, 0", "Type1, 1", "Type1, 5000"})
    void paragraphIsOneInFontsOfAnyHeight(String type, int capHeight) throws IOException {
        PDFont font = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
        COSDictionary written = font.getCOSObject();
        written.setName(COSName.SUBTYPE, type);
        written.setInt(COSName.FIRST_CHAR, 32);
        written.setInt(COSName.LAST_CHAR, 126);
        float[] widths = new float[95];
        for (int code = 32; code < 127; code++) {
            widths[code - 32] = font.getWidth(code);
        }
        written.setItem(COSName.WIDTHS, numbers(widths));
        written.setItem(COSName.FONT_BBOX, numbers(0, 0, 0, 0));
        written.setItem(COSName.FONT_MATRIX, numbers(0.001f, 0, 0, 0.001f, 0, 0));
        written.setItem(COSName.CHAR_PROCS, new COSDictionary());
        COSDictionary descriptor = new COSDictionary();
        descriptor.setItem(COSName.TYPE, COSName.FONT_DESC);
        descriptor.setInt(COSName.CAP_HEIGHT, capHeight);
        written.setItem(COSName.FONT_DESC, descriptor);
        PdfDrawing drawing = new PdfDrawing().size(12);
        for (int i = 0; i < 4; i++) {
            drawing.text(60, 80 + 18 * i, FIRST.get(i), font);
        }
        drawing.text(60, 170, "Niemand kennt den", font).text(60, 188, "F\u00e4hrmann.", font);

        assertThat(read(drawing)).isEqualTo(String.join(" ", FIRST) + "\n\nNiemand kennt den F\u00e4hrmann.");
    }

    private static COSArray numbers(float... values) {
        COSArray numbers = new COSArray();
        numbers.setFloatArray(values);
        return numbers;
    }

    @Test
    void indentShortLineAndMarkBeginParagraphs() throws IOException {
        PdfDrawing indented = new PdfDrawing();
        lines(indented, 80, 15, FIRST.subList(0, 3));
        indented.text(80, 125, SECOND.getFirst()).text(60, 140, SECOND.getLast());
        PdfDrawing together = new PdfDrawing();
        lines(together, lines(together, 80, 15, FIRST), 15, SECOND);
        PdfDrawing list = new PdfDrawing();
        lines(
                list,
                80,
                15,
                List.of("1. The tenant pays the rent on the first day of", "the month", "2. The landlord repairs"));

        assertThat(read(indented)).isEqualTo(String.join(" ", FIRST.subList(0, 3)) + "\n\n" + String.join(" ", SECOND));
        assertThat(read(together)).isEqualTo(TEXT);
        assertThat(read(list))
                .isEqualTo("1. The tenant pays the rent on the first day of the month\n\n2. The landlord repairs");
    }

    @Test
    void sentenceGoesOnInTheNextColumn() throws IOException {
        PdfDrawing drawing = new PdfDrawing();
        lines(
                drawing,
                80,
                14,
                List.of("The bridge was built by the", "firm of Marr and it was", "opened in the summer by"));
        drawing.text(320, 80, "the mayor of the town and").text(320, 94, "his wife, who was ill.");

        assertThat(read(drawing))
                .isEqualTo(
                        "The bridge was built by the firm of Marr and it was opened in the summer by the mayor of the"
                                + " town and his wife, who was ill.");
    }

    @Test
    void cellsOfSeveralLinesAreReadToTheirEnds() throws IOException {
        PdfDrawing texts = new PdfDrawing();
        lines(
                texts,
                114,
                14,
                List.of(
                        "The bridge",
                        "This chapter tells how she drew",
                        "the bridge, which stones from",
                        "Kalmar and why it sank."));
        texts.text(260, 114, "The tower")
                .text(260, 128, "Dies erz\u00e4hlt, wie Bent Krag")
                .text(260, 142, "den Turm bezahlte und was")
                .text(260, 156, "die Maurer fragten.");
        PdfDrawing numbers = new PdfDrawing();
        lines(numbers, 114, 14, List.of("port", "Riga of the north", "Turku in the east", "Visby by the sea"));
        numbers.text(260, 114, "depth")
                .text(260, 128, "8 m")
                .text(260, 142, "9 m")
                .text(260, 156, "6 m");
        for (PdfDrawing drawing : List.of(texts, numbers)) {
            for (double y : new double[] {100, 118, 162}) {
                drawing.line(55, y, 455, y);
            }
            for (double x : new double[] {55, 255, 455}) {
                drawing.line(x, 100, x, 162);
            }
        }

        assertThat(read(texts))
                .isEqualTo("The bridge: This chapter tells how she drew the bridge, which stones from Kalmar and why it"
                        + " sank.; The tower: Dies erz\u00e4hlt, wie Bent Krag den Turm bezahlte und was die"
                        + " Maurer fragten..");
        assertThat(read(numbers))
                .isEqualTo("port: Riga of the north; depth: 8 m.\nport: Turku in the east; depth: 9 m.\n"
                        + "port: Visby by the sea; depth: 6 m.");
    }

    /** Quarter turns of text on its page, and of the page. */
    @ParameterizedTest
    @ValueSource(ints = {90, 180, 270, -90, -270})
    void turnedLettersAreWords(int degrees) throws IOException {
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage(PDRectangle.A4);
            page.setRotation(degrees < 0 ? -degrees : 0);
            document.addPage(page);
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                for (int i = 0; i < FIRST.size(); i++) {
                    Matrix place = Matrix.getTranslateInstance(300, 400);
                    place = degrees < 0 ? place : Matrix.getRotateInstance(Math.toRadians(degrees), 300, 400);
                    place.concatenate(Matrix.getTranslateInstance(-200, 100 - 16 * i));
                    content.beginText();
                    content.setTextMatrix(place);
                    content.showText(FIRST.get(i));
                    content.endText();
                }
            }
            document.save(folder.resolve("a.pdf").toFile());
        }

        assertThat(Loading.of(folder, "a.pdf").only().text()).isEqualTo(String.join(" ", FIRST));
    }
}
