package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.SourceDocument;
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

/** Tables whose heads are numbers, blank, equal or two rows, and formats other than csv. */
@Tag("slow")
final class TableHeadsTest {
    @TempDir
    private Path folder;

    @Test
    void yearsNameColumnsOfNumbers() throws IOException {
        SourceDocument csv =
                Loading.read(folder, "a.csv", "Country,2019,2020\nLatvia,1.9,..\nNorway,5.3,5.4\nLand,6,7\n");

        assertThat(csv.text())
                .isEqualTo("Country: Latvia; 2019: 1.9; 2020: ...\nCountry: Norway; 2019: 5.3; 2020: 5.4.\n"
                        + "Country: Land; 2019: 6; 2020: 7.");
        assertThat(Loading.stated(csv)).contains("Norway 2020 5.4");
        assertThat(Loading.read(folder, "b.csv", "Land;2023 Q1;2023/24;5 Jahre Mittel\nWien;1,5;2,5;3\nGraz;4;5;6\n")
                        .text())
                .startsWith("Land: Wien; 2023 Q1: 1,5; 2023/24: 2,5; 5 Jahre Mittel: 3.");
        assertThat(Loading.read(folder, "c.csv", ",2019,2020\nRiga,1,2\nTurku,3,4\n")
                        .text())
                .startsWith("column 1: Riga; 2019: 1;");
    }

    @Test
    void rowsOfDataNameNothing() throws IOException {
        for (String rows : List.of(
                "Riga,2019,5.3\nTurku,2020,5.4\n",
                "Ada,12 Main Street\nBob,14 High Street\n",
                "2019,2020\n5,6\n",
                "Riga,Riga,Latvia\nTurku,Abo,Finland\n")) {
            assertThat(Loading.read(folder, "a.csv", rows).text())
                    .isEqualTo(rows.strip().replace(",", " | "));
        }
    }

    @Test
    void blankAndEqualNamesLeaveTheOthers() throws IOException {
        assertThat(Loading.read(folder, "a.csv", "Name,Town,\nBo,Ystad,x\nEva,Kalmar,\n")
                        .text())
                .isEqualTo("Name: Bo; Town: Ystad; column 3: x.\nName: Eva; Town: Kalmar.");
        assertThat(Loading.read(folder, "b.csv", "Nom,Note,Note\nBo,1,2\nEva,3,4\n")
                        .text())
                .isEqualTo("Nom: Bo; Note: 1; Note (column 3): 2.\nNom: Eva; Note: 3; Note (column 3): 4.");
        assertThat(Loading.read(folder, "c.csv", "Name,,Age\nBo,x,40\nEva,y,50\n")
                        .text())
                .startsWith("Name: Bo; column 2: x; Age: 40.");
        assertThat(Loading.read(folder, "d.csv", "\"Full\nname\",Age\nBo,40\nEva,50\n")
                        .text())
                .isEqualTo("Full name: Bo; Age: 40.\nFull name: Eva; Age: 50.");
        assertThat(Loading.stated(Loading.read(folder, "e.csv", "Na\u00adme,Alter\u00a0jetzt\nBo,40\nEva,50\n")))
                .containsExactly("Bo Alter jetzt 40", "Eva Alter jetzt 50");
        assertThat(Loading.read(folder, "f.csv", "Name,Age," + "very long ".repeat(10) + "\nBo,40,x\nEva,50,y\n")
                        .text())
                .startsWith("Name: Bo; Age: 40; very long");
    }

    @Test
    void namesInTwoRowsAreOne() throws IOException {
        try (XSSFWorkbook book = new XSSFWorkbook();
                OutputStream out = Files.newOutputStream(folder.resolve("a.xlsx"))) {
            XSSFSheet sheet = book.createSheet("Sales");
            String[][] rows = {
                {"Region", "2023", "2023", "2024", "2024"}, {"", "Q1", "Q2", "Q1", "Q2"},
                {"North", "1", "2", "3", "4"}, {"South", "5", "6", "7", "8"}
            };
            for (int i = 0; i < rows.length; i++) {
                var row = sheet.createRow(i);
                for (int j = 0; j < rows[i].length; j++) {
                    row.createCell(j).setCellValue(rows[i][j]);
                }
            }
            sheet.addMergedRegion(new CellRangeAddress(0, 1, 0, 0));
            sheet.addMergedRegion(new CellRangeAddress(0, 0, 1, 2));
            sheet.addMergedRegion(new CellRangeAddress(0, 0, 3, 4));
            book.write(out);
        }

        assertThat(Loading.of(folder, "a.xlsx").only().text())
                .isEqualTo("Sales\n\nRegion: North; 2023 Q1: 1; 2023 Q2: 2; 2024 Q1: 3; 2024 Q2: 4.\n"
                        + "Region: South; 2023 Q1: 5; 2023 Q2: 6; 2024 Q1: 7; 2024 Q2: 8.");
        assertThat(Loading.read(
                                folder,
                                "b.html",
                                "<table><tr><td><td colspan=2>Umsatz<td"
                                    + " colspan=2>Kosten<tr><td>Region<td>2019<td>2020<td>2019"
                                    + "<td>2020<tr><td>Nord<td>1<td>2<td>3<td>4<tr><td>Süd<td>5<td>6<td>7<td>8</table>")
                        .text())
                .startsWith("Region: Nord; Umsatz 2019: 1; Umsatz 2020: 2; Kosten 2019: 3; Kosten 2020: 4.");
    }

    @Test
    void blankCellsKeepTheOthersInTheirColumns() throws IOException {
        assertThat(Loading.read(folder, "a.csv", "1,Riga,8,x\n2,,9,\n3,Turku,,y\n")
                        .text())
                .isEqualTo("1 | Riga | 8 | x\n2 | | 9\n3 | Turku | | y");
    }

    @Test
    void statesYesAndNoAndDatesTieNoRowsTogether() throws IOException {
        SourceDocument csv = Loading.read(folder, "a.csv", """
            Name,Paid,State,Since,Month,Town
            Bo,True,OPEN,3 May 2020,März 2021,May
            Eva,nein,pending,"May 3, 2020",1 de enero de 2020,Jan Mayen
            """);

        assertThat(entities(csv)).containsOnly("Bo", "Eva", "May", "Jan Mayen");
        assertThat(Loading.stated(Loading.read(folder, "b.csv", "Ref,Paid,State\n1,True,OPEN\n2,False,OPEN\n")))
                .isEmpty();
    }

    @Test
    void valuesBelowAHeadOfStatesAndSignsTieNoRowsTogether() throws IOException {
        SourceDocument html = Loading.read(
                folder,
                "a.html",
                "<table><tr><th>Client<th>Pay\u00e9<th>\u00c9tat<th>Pays<tr><td>Luc Martin<td>\u2713<td>en"
                        + " attente<td>Oman<tr><td>Anne Morel<td>-<td>LIVR\u00c9<td>Chili</table>");
        SourceDocument csv = Loading.read(
                folder, "b.csv", "Aufgabe;Zustand;State\nDach decken;in Arbeit;Ohio\nZaun streichen;Erledigt;beta\n");

        assertThat(entities(html)).containsOnly("Luc Martin", "Anne Morel", "Oman", "Chili");
        assertThat(entities(csv)).containsOnly("Dach decken", "Zaun streichen", "Ohio");
    }

    private static List<String> entities(SourceDocument document) {
        return document
                .tables()
                .getFirst()
                .rows(document.text(), 0, document.text().length())
                .stream()
                .flatMap(row -> row.statements().stream())
                .flatMap(statement -> statement.entities().stream())
                .toList();
    }

    @Test
    void recordsOfJsonStateAsTheSameCsvDoes() throws IOException {
        SourceDocument csv =
                Loading.read(folder, "a.csv", "port,country,depth\nRiga,Latvia,8\nTurku,Finland,\nOslo,Norway,9\n");
        String rows =
                "{\"port\":\"Riga\",\"country\":\"Latvia\",\"depth\":8}|{\"port\":\"Turku\",\"country\":\"Finland\","
                        + "\"depth\":null}|{\"port\":\"Oslo\",\"country\":\"Norway\",\"depth\":9}";

        for (SourceDocument json : List.of(
                Loading.read(folder, "a.json", "[" + rows.replace("|", ",") + "]"),
                Loading.read(folder, "b.json", "{\"ports\":[" + rows.replace("|", ",") + "]}"),
                Loading.read(folder, "c.jsonl", rows.replace("|", "\n")))) {
            assertThat(json.text()).isEqualTo(csv.text());
            assertThat(Loading.stated(json)).isEqualTo(Loading.stated(csv));
        }
        assertThat(Loading.read(
                                folder,
                                "d.json",
                                "{\"name\":\"Ada\",\"ships\":[{\"a\":\"x\",\"b\":1},{\"a\":\"y\",\"b\":2},{\"c\":[1,{\"d\":2}]}]}")
                        .text())
                .isEqualTo("name: Ada\n\na: x; b: 1.\na: y; b: 2.\n\nships.c: 1\nships.c.d: 2");
    }
}
