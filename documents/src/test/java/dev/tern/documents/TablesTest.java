package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class TablesTest {
    @TempDir
    private Path folder;

    @Test
    void rowsOfEveryFormatStateWhatIsInTheirColumns() throws IOException {
        OfficeFiles.xlsx(folder.resolve("a.xlsx"));
        SourceDocument html = Loading.read(
                folder,
                "a.html",
                "<h1>Sea</h1><table><caption>Ports of the Baltic</caption><tr><th>port<th>country<th>depth"
                        + "<tr><td>Riga<td>Latvia<td>8 m<tr><td>Turku<td>Finland<td>9 m</table><p>End.");
        SourceDocument csv = Loading.read(folder, "a.csv", "id;port;country\n1;Riga;Latvia\n2;Turku;Finland\n");
        SourceDocument markdown =
                Loading.read(folder, "a.md", "| port | country |\n|---|---|\n| Riga | **Latvia** |\n");

        assertThat(html.text())
                .isEqualTo("Sea\n\nPorts of the Baltic\nport: Riga; country: Latvia; depth: 8 m.\n"
                        + "port: Turku; country: Finland; depth: 9 m.\n\nEnd.");
        assertThat(Loading.stated(html))
                .containsExactly("Riga country Latvia", "Riga depth 8 m", "Turku country Finland", "Turku depth 9 m");
        assertThat(html.tables().getFirst().about()).isEqualTo("Ports of the Baltic");
        assertThat(Loading.stated(csv))
                .containsExactly("Riga id 1", "Riga country Latvia", "Turku id 2", "Turku country Finland");
        assertThat(Loading.stated(markdown)).containsExactly("Riga country Latvia");
        assertThat(Loading.stated(Loading.of(folder, "a.xlsx").only()))
                .containsExactly("Riga country Latvia", "Alma port Riga");
    }

    @Test
    void numbersNameNothingThatWouldTieRowsTogether() throws IOException {
        SourceDocument csv =
                Loading.read(folder, "a.csv", "port,country,depth,since,code\nRiga,Latvia,8 m,1201-05-01,A320\n");

        assertThat(csv.tables().getFirst().rows(csv.text(), 0, csv.text().length()))
                .flatExtracting(row -> row.statements())
                .extracting(Statement::entities)
                .containsExactly(List.of("Riga", "Latvia"), List.of("Riga"), List.of("Riga"), List.of("Riga", "A320"));
    }

    @Test
    void cellThatSpansOthersIsSaidInEach() throws IOException {
        SourceDocument page = Loading.read(
                folder,
                "a.html",
                "<table><thead><tr><th rowspan=2>port<th"
                        + " colspan=2>depth<tr><th>summer<th>winter</thead><tr><td>Riga<td rowspan=2>8 m<td>7"
                        + " m<tr><td>Turku<td>5 m<tr><td>Visby<td colspan=2>6 m</table>");

        assertThat(page.text()).isEqualTo("""
            port: Riga; depth summer: 8 m; depth winter: 7 m.
            port: Turku; depth summer: 8 m; depth winter: 5 m.
            port: Visby; depth summer: 6 m; depth winter: 6 m.\
            """);
    }

    @Test
    void mergedCellsOfOfficeFilesAreUnderTheRightHeads() throws IOException {
        OfficeFiles.mergedDocx(folder.resolve("a.docx"));
        OfficeFiles.mergedPptx(folder.resolve("b.pptx"));
        OfficeFiles.mergedXlsx(folder.resolve("c.xlsx"));
        String rows = """
            port: Riga; depth summer: 8 m; depth winter: 7 m; flag: Latvia.
            port: Liepaja; depth summer: 9 m; depth winter: 9 m; flag: Latvia.
            port: Turku; depth summer: 6 m; depth winter: 5 m; flag: Finland.
            Measured in 1901\
            """;

        Loading loading = Loading.of(folder, ".");

        assertThat(loading.heard().skipped).isEmpty();
        assertThat(loading.documents())
                .extracting(SourceDocument::text)
                .containsExactly(rows, rows + "\n\nThe harbour of Riga", "Ports\n\nPorts of the Baltic\n" + rows);
        assertThat(loading.documents())
                .allSatisfy(document -> assertThat(Loading.stated(document))
                        .hasSize(9)
                        .contains("Riga flag Latvia", "Liepaja depth winter 9 m", "Liepaja flag Latvia"));
    }

    @Test
    void rowWithoutCellsOfItsOwnEndsWhatReachesDownIntoIt() throws IOException {
        SourceDocument page = Loading.read(
                folder,
                "a.html",
                "<table><tr><th>port<th>flag<tr><td rowspan=2>Riga<td rowspan=2>Latvia<tr></tr>"
                        + "<tr><td>Turku<td>Finland</table>");

        assertThat(page.text()).isEqualTo("port: Riga; flag: Latvia.\nport: Turku; flag: Finland.");
    }

    @Test
    void cellsBelowMergedOnesWhoseRowsAreLeftOutKeepTheirText() throws IOException {
        try (XSSFWorkbook book = new XSSFWorkbook();
                OutputStream out = Files.newOutputStream(folder.resolve("a.xlsx"))) {
            XSSFSheet sheet = book.createSheet("Ports");
            sheet.createRow(0).createCell(0).setCellValue("port");
            sheet.getRow(0).createCell(1).setCellValue("flag");
            sheet.addMergedRegion(new CellRangeAddress(1, 2, 0, 1));
            sheet.createRow(3).createCell(0).setCellValue("Riga");
            sheet.getRow(3).createCell(1).setCellValue("Latvia");
            book.write(out);
        }

        assertThat(Loading.stated(Loading.of(folder, "a.xlsx").only())).containsExactly("Riga flag Latvia");
    }

    @Test
    void namesAndValuesAreAboutWhatTheTableIsCalled() throws IOException {
        SourceDocument page = Loading.read(
                folder,
                "a.html",
                "<h2>Alma</h2><table><tr><th>Built<td>1900<tr><th>Owner<td>Olof Berg</table>"
                        + "<table><tr><td>Length<td>30 m<tr><td>Home port<td>Riga</table>");

        assertThat(page.text()).isEqualTo("Alma\n\nBuilt: 1900.\nOwner: Olof Berg.\n\nLength: 30 m.\nHome port: Riga.");
        assertThat(Loading.stated(page))
                .containsExactly("Alma Built 1900", "Alma Owner Olof Berg", "Alma Length 30 m", "Alma Home port Riga");
    }

    @Test
    void tableWithoutHeadsKeepsItsRowsAndStatesNothing() throws IOException {
        SourceDocument csv = Loading.read(folder, "a.csv", "1,Riga,8\n2,Turku,9\n");

        assertThat(csv.text()).isEqualTo("1 | Riga | 8\n2 | Turku | 9");
        assertThat(csv.tables()).isEmpty();
    }

    @Test
    void tableForTheLayoutIsTextAndTheOneInItATable() throws IOException {
        SourceDocument page = Loading.read(
                folder,
                "a.html",
                "<table><tr><td><h1>News</h1><p>The ship came.<td>Menu<tr><td>"
                        + "<table><tr><th>port<th>country<tr><td>Riga<td>Latvia</table><td>after</table>");

        assertThat(page.text()).contains("News", "The ship came.", "Menu", "port: Riga; country: Latvia.", "after");
        assertThat(Loading.stated(page)).containsExactly("Riga country Latvia");
    }

    @Test
    void valuesThatLookLikeOtherCellsStayWhole() throws IOException {
        SourceDocument csv = Loading.read(folder, "a.csv", "port,remark,country\nRiga,\"old; tax: none\",Latvia\n");

        assertThat(Loading.stated(csv)).containsExactly("Riga remark old; tax: none", "Riga country Latvia");
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
    void whatPicturesShowIsReadInItsPlace() throws IOException {
        SourceDocument page = Loading.read(
                folder,
                "a.html",
                "<p>The ship <img src=a.png alt='Alma at anchor'> lay still.<p><img src=b.png alt='b.png'>"
                        + "<figure><img src=c.png alt='A map of Riga'><figcaption>Riga in 1700.</figcaption></figure>"
                        + "<table><tr><th>port<th>flag<tr><td>Riga<td><img alt='red and white'></table>");

        assertThat(page.text())
                .isEqualTo("The ship Alma at anchor lay still.\n\nA map of Riga\n\nRiga in 1700.\n\n"
                        + "port: Riga; flag: red and white.");
    }
}
