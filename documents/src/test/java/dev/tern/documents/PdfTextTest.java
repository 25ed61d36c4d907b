package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class PdfTextTest {
    private static final List<Double> COLUMNS = List.of(60.0, 160.0, 260.0);

    @TempDir
    private Path folder;

    private SourceDocument read(PdfDrawing drawing) throws IOException {
        try (drawing) {
            drawing.save(folder.resolve("a.pdf"));
        }
        return Loading.of(folder, "a.pdf").only();
    }

    /** Draws lines around every cell of a grid. */
    private static void grid(PdfDrawing drawing, List<Double> xs, List<Double> ys) throws IOException {
        for (double x : xs) {
            drawing.line(x, ys.getFirst(), x, ys.getLast());
        }
        for (double y : ys) {
            drawing.line(xs.getFirst(), y, xs.getLast(), y);
        }
    }

    private static PdfDrawing ports(PdfDrawing drawing) throws IOException {
        drawing.bold(true).row(114, COLUMNS, "port", "country", "depth").bold(false);
        drawing.row(134, COLUMNS, "Riga", "Latvia", "8 m").row(154, COLUMNS, "Turku", "Finland", "9 m");
        return drawing;
    }

    @Test
    void cellsBetweenLinesAreRowsWithTheNamesOfTheirColumns() throws IOException {
        PdfDrawing drawing = ports(new PdfDrawing().text(60, 80, "These are the ports."));
        grid(drawing, List.of(55.0, 155.0, 255.0, 355.0), List.of(100.0, 120.0, 140.0, 160.0));
        SourceDocument document = read(drawing.text(60, 200, "The depths are those of spring."));

        assertThat(document.text()).isEqualTo("""
            These are the ports.

            port: Riga; country: Latvia; depth: 8 m.
            port: Turku; country: Finland; depth: 9 m.

            The depths are those of spring.\
            """);
        assertThat(Loading.stated(document))
                .containsExactly("Riga country Latvia", "Riga depth 8 m", "Turku country Finland", "Turku depth 9 m");
    }

    @Test
    void cellThatReachesOverOthersIsSaidInEachAndOneOfSeveralLinesIsOne() throws IOException {
        PdfDrawing drawing = new PdfDrawing().bold(true);
        drawing.text(60, 114, "port")
                .text(240, 114, "depth")
                .row(134, COLUMNS, "", "summer", "winter")
                .bold(false);
        drawing.row(154, COLUMNS, "Riga, on the", "8 m", "7 m").text(60, 166, "Daugava");
        drawing.row(184, COLUMNS, "Turku", "9 m", "6 m");
        grid(drawing, List.of(55.0, 155.0, 355.0), List.of(100.0, 140.0, 170.0, 190.0));
        drawing.line(155, 120, 355, 120).line(255, 120, 255, 190);

        assertThat(read(drawing).text()).isEqualTo("""
            port: Riga, on the Daugava; depth summer: 8 m; depth winter: 7 m.
            port: Turku; depth summer: 9 m; depth winter: 6 m.\
            """);
    }

    @Test
    void columnsOfNumbersThatOnlySpaceKeepsApartAreATable() throws IOException {
        PdfDrawing drawing =
                new PdfDrawing().text(60, 80, "Depths by year, of which those of 1901 were the least that was seen.");
        drawing.row(110, COLUMNS, "port", "in 1900", "in 1901");
        drawing.row(124, COLUMNS, "Riga", "8", "7")
                .row(138, COLUMNS, "Turku", "9", "8")
                .row(152, COLUMNS, "Visby", "6", "");
        SourceDocument document = read(drawing.text(60, 190, "That is all."));

        assertThat(document.text()).isEqualTo("""
            Depths by year, of which those of 1901 were the least that was seen.

            port: Riga; in 1900: 8; in 1901: 7.
            port: Turku; in 1900: 9; in 1901: 8.
            port: Visby; in 1900: 6.

            That is all.\
            """);
    }

    @Test
    void lineBelowTheHeadsMakesThemHeadsWhateverTheySay() throws IOException {
        PdfDrawing drawing = new PdfDrawing().row(110, COLUMNS, "port", "1900", "1901");
        drawing.row(128, COLUMNS, "Riga", "deep", "deep").row(142, COLUMNS, "Turku", "deep", "shallow");
        drawing.line(55, 96, 300, 96).line(55, 115, 300, 115).line(55, 148, 300, 148);

        assertThat(Loading.stated(read(drawing)))
                .containsExactly("Riga 1900 deep", "Riga 1901 deep", "Turku 1900 deep", "Turku 1901 shallow");
    }

    @Test
    void cellsThatTheDocumentTellsAreATableHoweverTheyStand() throws IOException {
        PdfDrawing drawing = new PdfDrawing().text(60, 80, "These are the masters.");
        drawing.taggedTable(
                110, new String[] {"harbour", "master"}, new String[] {"Liepaja", "Ilze Ozola"}, new String[] {
                    "Visby", "Anna Berg"
                });

        assertThat(read(drawing.text(60, 200, "Both are new.")).text()).isEqualTo("""
            These are the masters.

            harbour: Liepaja; master: Ilze Ozola.
            harbour: Visby; master: Anna Berg.

            Both are new.\
            """);
    }

    @Test
    void tableThatGoesOnOnTheNextPageKeepsItsHeads() throws IOException {
        PdfDrawing drawing = ports(new PdfDrawing());
        grid(drawing, List.of(55.0, 155.0, 255.0, 355.0), List.of(100.0, 120.0, 140.0, 160.0));
        drawing.page().row(54, COLUMNS, "Visby", "Sweden", "6 m").row(74, COLUMNS, "Gdynia", "Poland", "11 m");
        grid(drawing, List.of(55.0, 155.0, 255.0, 355.0), List.of(40.0, 60.0, 80.0));
        SourceDocument document = read(drawing);

        assertThat(document.text()).endsWith("""
            port: Visby; country: Sweden; depth: 6 m.
            port: Gdynia; country: Poland; depth: 11 m.\
            """);
        assertThat(document.sections()).extracting(section -> section.page()).containsExactly(1, 2);
    }

    @Test
    void pageThatIsTurnedIsReadAsItIsSeen() throws IOException {
        PdfDrawing drawing =
                new PdfDrawing().text(60, 80, "The next page lies on its side.").turnedPage();
        grid(ports(drawing), List.of(55.0, 155.0, 255.0, 355.0), List.of(100.0, 120.0, 140.0, 160.0));

        assertThat(read(drawing).text()).endsWith("""
            port: Riga; country: Latvia; depth: 8 m.
            port: Turku; country: Finland; depth: 9 m.\
            """);
    }

    @Test
    void linesThatAreLargerOrBoldAreHeadings() throws IOException {
        PdfDrawing drawing = new PdfDrawing()
                .size(18)
                .text(60, 80, "The last voyage")
                .text(60, 100, "of the Aurora")
                .size(10);
        drawing.text(60, 130, "The whaler left Dundee in 1904, and was")
                .text(60, 142, "never seen in that harbour again.");
        drawing.bold(true)
                .text(60, 180, "What was found")
                .text(60, 210, "A letter")
                .bold(false)
                .text(110, 210, "lay in a boat.");
        SourceDocument document = read(drawing);

        assertThat(document.title()).isEqualTo("The last voyage of the Aurora");
        assertThat(document.text()).isEqualTo("""
            The last voyage of the Aurora

            The whaler left Dundee in 1904, and was never seen in that harbour again.

            What was found

            A letter lay in a boat.\
            """);
        assertThat(document.sections())
                .extracting(section -> section.page() + " " + section.heading())
                .containsExactly("1 The last voyage of the Aurora", "1 The last voyage of the Aurora > What was found");
    }

    @Test
    void titleAndHeadingOfOneSizeAreTwo() throws IOException {
        PdfDrawing drawing = new PdfDrawing()
                .size(18)
                .text(200, 80, "Der Hafen")
                .text(60, 108, "Die Mole")
                .size(10);
        drawing.text(60, 130, "Die Mole wurde im Jahr 1904 gebaut, und sie steht heute noch.");

        assertThat(read(drawing).text()).startsWith("Der Hafen\n\nDie Mole\n\nDie Mole wurde");
    }

    @Test
    void headingAboveTableDoesNotTakeItsHeads() throws IOException {
        PdfDrawing drawing = new PdfDrawing().text(60, 60, "The harbours of the north were measured in spring.");
        ports(drawing.bold(true).text(60, 98, "Depths"));
        grid(drawing, List.of(55.0, 155.0, 255.0, 355.0), List.of(102.0, 120.0, 140.0, 160.0));

        assertThat(read(drawing).text()).isEqualTo("""
            The harbours of the north were measured in spring.

            Depths

            port: Riga; country: Latvia; depth: 8 m.
            port: Turku; country: Finland; depth: 9 m.\
            """);
    }

    @Test
    void headOfEveryPageAndBoldSentenceAreNoHeadings() throws IOException {
        PdfDrawing drawing = new PdfDrawing();
        for (int page = 1; page <= 3; page++) {
            drawing.size(14).text(60, 40, "The log of the Aurora " + page).size(10);
            drawing.text(60, 100, "She lay in the harbour for nine days.");
            drawing.bold(true).text(60, 130, "Nobody went ashore.").bold(false).page();
        }

        assertThat(read(drawing).sections())
                .extracting(section -> section.page() + " " + section.heading())
                .containsExactly("1 The log of the Aurora 1", "2 The log of the Aurora 1", "3 The log of the Aurora 1");
    }

    @Test
    void headingsThatDifferByTheirNumberAloneAreHeadings() throws IOException {
        PdfDrawing drawing = new PdfDrawing();
        for (int article = 1; article <= 3; article++) {
            int y = 40 + 100 * article;
            drawing.size(14).text(60, y, "Article " + article).size(10);
            drawing.text(60, y + 30, "The crew of the Aurora is bound by what was agreed in the harbour.");
        }

        assertThat(read(drawing).sections())
                .extracting(section -> section.page() + " " + section.heading())
                .containsExactly("1 Article 1", "1 Article 2", "1 Article 3");
    }

    @Test
    void textInColumnsIsNoTable() throws IOException {
        PdfDrawing drawing = new PdfDrawing();
        for (int i = 0; i < 8; i++) {
            drawing.text(60, 80 + 14 * i, "the ship came in the year 190" + i);
        }
        for (int i = 0; i < 8; i++) {
            drawing.text(300, 80 + 14 * i, "and of its crew of 3" + i + " men some left");
        }

        assertNone(drawing);
    }

    @Test
    void columnsWhoseLinesStandInTurnInTheFileAreReadOneAfterTheOther() throws IOException {
        List<String> left = List.of(
                "The old stone bridge at the northern",
                "end of the harbour was designed by",
                "Greta Lundqvist, who had studied in",
                "Bergen, and it was paid for by the",
                "merchant Nils Holgersson.");
        List<String> right = List.of(
                "In the next year the council of New",
                "Haven asked the engineer Otto von",
                "Braun to repair it, and the firm of",
                "Marr and Sons brought timber from",
                "the Baltic coast.");
        PdfDrawing drawing = new PdfDrawing();
        for (int i = 0; i < left.size(); i++) {
            drawing.text(60, 80 + 12 * i, left.get(i)).text(310, 80 + 12 * i, right.get(i));
        }

        assertThat(read(drawing).text()).isEqualTo(String.join(" ", left) + "\n\n" + String.join(" ", right));
    }

    @Test
    void invisibleTextIsReadOnlyBesideAPicture() throws IOException {
        assertThat(read(new PdfDrawing().text(60, 80, "Seen.").invisible(60, 100, "Say no."))
                        .text())
                .isEqualTo("Seen.");
        assertThat(read(new PdfDrawing().invisible(60, 100, "A scanned letter.").picture())
                        .text())
                .isEqualTo("A scanned letter.");
    }

    @Test
    void commentsAndValuesOfFormsAreRead() throws IOException {
        assertThat(read(new PdfDrawing()
                                .text(60, 80, "The bridge of Vale.")
                                .comment("Eva Dahl", "Who paid?")
                                .field("Town", "Odense"))
                        .text())
                .isEqualTo("The bridge of Vale.\n\nComment by Eva Dahl: Who paid?\n\nTown: Odense");
    }

    @Test
    void contentsNamesAndListsAreNoTables() throws IOException {
        PdfDrawing contents = new PdfDrawing();
        PdfDrawing names = new PdfDrawing();
        PdfDrawing list = new PdfDrawing();
        for (int i = 0; i < 5; i++) {
            contents.text(60, 80 + 14 * i, "Of ships ..................................")
                    .text(300, 80 + 14 * i, "" + (3 + 4 * i));
            names.row(80 + 14 * i, COLUMNS, "Anna Berg", "Jan Kroon", "Ilze Ozola");
            list.text(60, 80 + 14 * i, (i + 1) + ".").text(80, 80 + 14 * i, "12" + i);
        }

        assertNone(contents);
        assertNone(names);
        assertNone(list);
    }

    @Test
    void frameAndDiagramAreNoTables() throws IOException {
        PdfDrawing frame =
                new PdfDrawing().text(60, 114, "A remark in a frame.").text(60, 128, "It goes on.");
        grid(frame, List.of(55.0, 355.0), List.of(100.0, 140.0));
        PdfDrawing diagram = new PdfDrawing()
                .text(40, 104, "9")
                .text(40, 304, "0")
                .text(60, 315, "1900")
                .text(240, 315, "1901");
        grid(diagram, List.of(55.0, 155.0, 255.0, 355.0), List.of(100.0, 150.0, 200.0, 250.0, 300.0));

        assertNone(frame);
        assertNone(diagram);
    }

    private void assertNone(PdfDrawing drawing) throws IOException {
        SourceDocument document = read(drawing);
        assertThat(document.tables()).isEmpty();
        assertThat(document.text()).doesNotContain(" | ");
    }
}
