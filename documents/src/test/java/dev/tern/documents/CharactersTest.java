package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.jsoup.Jsoup;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invisible characters, wrapped lines, and superscripts. */
@Tag("slow")
final class CharactersTest {
    @TempDir
    private Path folder;

    @Test
    void charactersThatNobodySeesCutNoWordInAnyFormat() throws IOException {
        String text = "Greta Lund\u00adström\u200b plante in Osna\u00ad\u2060brück\ufeff das"
                + " Kraft\u00adwerk\u00a0Süd-\u202fWest, Nord\u2011Ost\u202e\udb40\udc41\udb40\udc42.";
        String seen = "Greta Lundström plante in Osnabrück das Kraftwerk Süd- West, Nord-Ost.";

        assertThat(Loading.read(folder, "a.txt", text).text()).isEqualTo(seen);
        assertThat(Loading.read(folder, "a.md", "# Werk\u00ad\n\n" + text).text())
                .isEqualTo("Werk\n\n" + seen);
        assertThat(Loading.read(folder, "a.html", "<p>" + text + "<pre>" + text + "</pre>")
                        .text())
                .isEqualTo(seen + "\n\n" + seen);
        assertThat(Loading.read(folder, "a.csv", "Name,Place\n\"" + text + "\",x\nb,y\n")
                        .text())
                .startsWith("Name: " + seen);
        assertThat(Loading.read(folder, "b.txt", "می\u200cخواهم 👩\u200d🚒").text())
                .isEqualTo("می\u200cخواهم 👩\u200d🚒");
    }

    @Test
    void sectionsStandWhereTheirTextIsWithoutSuchCharacters() throws IOException {
        SourceDocument document = Loading.read(folder, "a.md", "Osna\u00adbrück\n\n# Eins\n\nText\n\n# Zwei\n\nMehr\n");

        assertThat(document.sections())
                .extracting(section -> document.text().substring(section.start(), section.start() + 4))
                .containsExactly("Eins", "Zwei");
    }

    @Test
    void linesOfProseAreJoinedAndOthersAreNot() throws IOException {
        assertThat(Loading.read(folder, "a.txt", """
            The old stone bridge at the northern end of the harbour was designed by Greta
            Lundqvist, who had studied. In the following year the town council of New
            Haven asked the engineer Otto von
            Braun to repair it, and the firm of Marr &
            Sons brought the timber from the Baltic Sea
            Coast. Nobody remembers.
            """).text())
                .isEqualTo(
                        "The old stone bridge at the northern end of the harbour was designed by Greta Lundqvist, who"
                            + " had studied. In the following year the town council of New Haven asked the engineer"
                            + " Otto von Braun to repair it, and the firm of Marr & Sons brought the timber from the"
                            + " Baltic Sea Coast. Nobody remembers.\n");
        assertThat(Loading.read(folder, "b.txt", """
            Die Verwaltung der Stadt lobte die Haupt-
            und Nebenstellen, und Greta Lund-
            qvist schrieb einen well-known Brief, der als well-
            known gilt. Ende.
            """).text())
                .isEqualTo(
                        "Die Verwaltung der Stadt lobte die Haupt- und Nebenstellen, und Greta Lundqvist schrieb einen"
                                + " well-known Brief, der als well-known gilt. Ende.\n");
        assertThat(Loading.read(folder, "e.txt", """
            Mostek przez rzekę zbudował w roku 1905 Łukasz
            Gąska z Żółwina, a zapłacił za niego Kazimierz
            Wielki, kupiec z Gdańska.
            """).text())
                .hasLineCount(1)
                .contains("Łukasz Gąska", "Kazimierz Wielki");
        for (String kept : List.of(
                """
                Greta Lundqvist, engineer of the harbour in Bergen
                Nils Holgersson, merchant of the Hanse office there
                """,
                "From: Greta Lundqvist <greta@example.org>\nTo: Nils Holgersson <nils@example.org>\n\nDear Nils.\n",
                "- the bridge that was designed by Greta. Old\n- the harbour that Nils Holgersson paid for. New\n",
                "port      depth of the harbour in summer\nRiga      eight metres. And nine in winter\n",
                "Short\nlines\nof a verse.\n")) {
            assertThat(Loading.read(folder, "c.txt", kept).text()).isEqualTo(kept);
        }
        String log =
                "2024-01-01 the service of Greta was started. It runs\n2024-01-02 the service was stopped by Nils\n";
        assertThat(Loading.read(folder, "d.log", log).text()).isEqualTo(log);
    }

    @Test
    @Timeout(60)
    void textsOfOneLongWordOrRowTakeNoLongerThanOthers() throws IOException {
        for (String piece : List.of("a", "a-", "-", " ", "\u00ad", "a\n", "- a\n", "1. a\n", "a.\n")) {
            String text = "x" + piece.repeat(1_000_000 / piece.length());

            assertThat(Loading.read(folder, "a.txt", text).text()).as(piece).startsWith("x");
        }
        assertThat(Loading.read(folder, "a.csv", "1,2" + ",".repeat(16_000) + "3\n4,5\n")
                        .text())
                .startsWith("1 | 2 | ");
        assertThat(Loading.read(folder, "a.md", "1. a\n".repeat(100_000)).text())
                .endsWith("100000. a");
    }

    @Test
    void chineseAndJapaneseLinesAreJoinedWithoutSpace() throws IOException {
        assertThat(Loading.read(folder, "a.md", "# 橋\n\n大阪の橋は技師の山田\n太郎が架けた。\n").text())
                .isEqualTo("橋\n\n大阪の橋は技師の山田太郎が架けた。");
        assertThat(Loading.read(folder, "b.html", "<p>工程师王小\n  明修了桥。 Greta\nLund")
                        .text())
                .isEqualTo("工程师王小明修了桥。 Greta Lund");
        assertThat(Loading.read(folder, "c.txt", "大阪の橋は技師の山田太郎が架けたものであり、昔から知られている。橋は山田\n太郎のものだ。\n")
                        .text())
                .isEqualTo("大阪の橋は技師の山田太郎が架けたものであり、昔から知られている。橋は山田太郎のものだ。\n");
        assertThat(Loading.read(folder, "d.html", "<p>서울의 다리는\n김철수가 지었다.").text())
                .isEqualTo("서울의 다리는 김철수가 지었다.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        10 | 6 | 10^6
        about 2 | 10 | about 2^10
        10 | -3 | 10^-3
        10 | n | 10^n
        1890 | 3 | 1890
        4.25 | 3 | 4.25
        built | 3 | built
        Lund. | [12] | Lund.
        40 km | 2 | 40 km^2
        5 m | 3 | 5 m^3
        x | 2 | x^2
        1 | st | 1st
        XIX | e | XIXe
        2 | e | 2e
        Lund | * | Lund
        """)
    void raisedTextIsAnExponentOrTheMarkOfANote(String before, String raised, String text) {
        assertThat(before + Superscripts.text(before, raised)).isEqualTo(text);
    }

    @Test
    void exponentsAndMarksOfNotesAreToldApartInHtmlAndMarkdown() throws IOException {
        String text = "The dam holds 10<sup>6</sup> tons, built in 1890<sup>3</sup> by Greta Lund.<sup><a"
                + " href=#a>[2]</a></sup>";

        assertThat(Loading.read(folder, "a.html", "<p>" + text).text())
                .isEqualTo("The dam holds 10^6 tons, built in 1890 by Greta Lund.");
        assertThat(Loading.read(folder, "a.md", text).text())
                .isEqualTo("The dam holds 10^6 tons, built in 1890 by Greta Lund.");
        assertThat(Loading.read(
                                folder,
                                "b.html",
                                "<table><tr><th>Place<th>Area<tr><td>Riga<sup>1</sup><td>304 km<sup>2</sup></table>")
                        .text())
                .isEqualTo("Place: Riga; Area: 304 km^2.");
    }

    @Test
    void orderedListsKeepTheirNumbers() throws IOException {
        assertThat(Loading.read(folder, "a.html", "<ol start=2><li>Rent<li>Roof<ul><li>Tiles</ul><li value=9>End</ol>")
                        .text())
                .isEqualTo("2. Rent\n3. Roof\n\n- Tiles\n\n9. End");
        assertThat(Loading.read(folder, "a.md", "3. Rent\n4. Roof\n   - Tiles\n\n1) Eins\n")
                        .text())
                .isEqualTo("3. Rent\n4. Roof\n\n- Tiles\n\n1) Eins");
    }

    @Test
    void letteredListsAndEquationsOfHtmlAreText() throws IOException {
        assertThat(Loading.read(folder, "a.html", "<ol type=a start=3><li>Eins<li>Zwei</ol><ol type=I><li>Drei</ol>")
                        .text())
                .isEqualTo("c. Eins\nd. Zwei\n\nI. Drei");
        assertThat(Loading.read(
                                folder,
                                "b.html",
                                "<p>So"
                                    + " <math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation>E=mc^2</annotation></semantics></math>"
                                    + " and <math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math>"
                                    + " and <math><msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt></math>.")
                        .text())
                .isEqualTo("So E=mc^2 and (a+b)/2 and \u221a(a+b).");
    }

    @Test
    void equationsOfAnyDepthAreText() {
        for (int depth : List.of(50, 100_000)) {
            String math = "<math>" + "<msqrt>".repeat(depth) + "<mi>x</mi>" + "</msqrt>".repeat(depth) + "</math>";

            assertThat(Equation.text(Jsoup.parse(math, Parser.xmlParser())))
                    .endsWith(depth == 50 ? "\u221a(\u221ax)" + ")".repeat(48) : "x");
        }
    }

    @Test
    void equationsOfOpenDocumentsAreText() throws IOException {
        HostileFilesTest.zip(
                folder.resolve("a.odt"),
                Map.of(
                        "mimetype",
                        "application/vnd.oasis.opendocument.text",
                        "content.xml",
                        "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
                                + " xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'"
                                + " xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'"
                                + " xmlns:xlink='http://www.w3.org/1999/xlink'><office:body><office:text><text:p>It is"
                                + " <draw:frame><draw:object xlink:href='./Object 1'/></draw:frame>.</text:p>"
                                + "</office:text></office:body></office:document-content>",
                        "Object 1/content.xml",
                        "<math xmlns='http://www.w3.org/1998/Math/MathML'><semantics><mrow><mi>x</mi><mo>=</mo><mfrac>"
                                + "<mi>a</mi><mn>2</mn></mfrac></mrow><annotation>x = {a} over 2</annotation>"
                                + "</semantics></math>"));

        assertThat(Loading.of(folder, "a.odt").only().text()).isEqualTo("It is x=a/2.");
    }

    @Test
    void narrowColumnsOfProseAreJoinedAndVersesAreNot() throws IOException {
        String lines = """
            The old bridge at the mill
            was drawn by Greta Lund of
            Bergen, who had studied
            there, and it was paid for
            by the merchant Nils Ek.
            """;
        assertThat(Loading.read(folder, "a.txt", lines).text().strip())
                .isEqualTo("The old bridge at the mill was drawn by Greta Lund of Bergen, who had studied there, and it"
                        + " was paid for by the merchant Nils Ek.");
        String verses = "Roses are red,\nviolets are blue,\nsugar is sweet,\nand so are you.";
        assertThat(Loading.read(folder, "b.txt", verses).text()).isEqualTo(verses);
    }

    @Test
    void notebooksOfFormatThreeAreRead() throws IOException {
        assertThat(Loading.read(
                                folder,
                                "a.ipynb",
                                "{\"metadata\":{\"name\":\"x\"},\"nbformat\":3,\"worksheets\":[{\"cells\":[{\"cell_type\":\"heading\",\"level\":2,\"source\":[\"Ports\"]},{\"cell_type\":\"code\",\"input\":[\"print(1)\\n"
                                    + "\"],\"outputs\":[{\"output_type\":\"stream\",\"text\":[\"1\\n"
                                    + "\"]}]}]}]}")
                        .text())
                .isEqualTo("Ports\n\nprint(1)\n\n1");
    }

    @Test
    void linesOfPdfsAreJoinedByTheirHyphensAndExponentsAreSaid() throws IOException {
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage();
            document.addPage(page);
            PDFont font = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                content.beginText();
                content.newLineAtOffset(50, 700);
                content.setLeading(14);
                content.setFont(font, 12);
                for (String line : List.of(
                        "The well-known adminis-",
                        "tration praised Greta Lund-",
                        "qvist, who is well-",
                        "known, and the Haupt-",
                        "und Nebenfluss of Nord-",
                        "Sund.")) {
                    content.showText(line);
                    content.newLine();
                }
                content.showText("It has 10");
                raised(content, font, "6");
                content.showText(" tons since 1890");
                raised(content, font, "3");
                content.showText(" in all.");
                content.endText();
            }
            document.save(folder.resolve("a.pdf").toFile());
        }

        assertThat(Loading.of(folder, "a.pdf").only().text())
                .isEqualTo(
                        "The well-known administration praised Greta Lundqvist, who is well-known, and the Haupt- und"
                                + " Nebenfluss of Nord-Sund. It has 10^6 tons since 1890 in all.");
    }

    /** Browsers write each superscript as a text of its own, on its own line. */
    @Test
    void superscriptsOnLinesOfTheirOwnArePartOfTheirWord() throws IOException {
        PDFont font = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
        try (PdfDrawing drawing = new PdfDrawing()) {
            double x = 60;
            for (String piece : List.of("Die Dämme seit 1890", "2", " halten 10", "6", " Tonnen auf 40 km", "2", ".")) {
                float size = piece.length() > 1 || piece.equals(".") ? 12 : 9;
                drawing.size(size).text(x, size == 12 ? 80 : 74, piece, font);
                x += font.getStringWidth(piece) / 1000 * size;
            }
            drawing.save(folder.resolve("a.pdf"));
        }

        assertThat(Loading.of(folder, "a.pdf").only().text())
                .isEqualTo("Die Dämme seit 1890 halten 10^6 Tonnen auf 40 km^2.");
    }

    private static void raised(PDPageContentStream content, PDFont font, String text) throws IOException {
        content.setFont(font, 7);
        content.setTextRise(5);
        content.showText(text);
        content.setTextRise(0);
        content.setFont(font, 12);
    }
}
