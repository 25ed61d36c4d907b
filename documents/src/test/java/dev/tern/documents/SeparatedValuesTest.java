package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SeparatedValuesTest {
    @TempDir
    private Path folder;

    private String read(String name, String table) throws IOException {
        Files.writeString(folder.resolve(name), table);
        return Loading.of(folder, name).only().text();
    }

    private static String columns(int count) {
        return IntStream.range(0, count).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
    }

    @Test
    void rowOfMoreColumnsThanASheetHasIsRefused() throws IOException {
        Files.writeString(folder.resolve("a.csv"), columns(16_385) + "\n" + columns(16_385) + "\n");

        assertThat(Loading.of(folder, "a.csv").refusal())
                .isEqualTo("a.csv has a table of 16,385 columns; the limit is 16,384");
        assertThat(read("b.csv", columns(16_384) + "\n" + columns(16_384) + "\n"))
                .startsWith("c0: c0; c1: c1;")
                .endsWith("c16383: c16383.");
    }

    @Test
    void quotesBetweenTabsArePartOfACellUnlessASpreadsheetWroteThem() throws IOException {
        assertThat(read("a.tsv", "Name\tLamp\nAda\t\"Lumen\" lamp\nBob\tOil lamp\n"))
                .as("written by a program that knows no quotes")
                .isEqualTo("Name: Ada; Lamp: \"Lumen\" lamp.\nName: Bob; Lamp: Oil lamp.");
        assertThat(read("b.tsv", "Name\tLamp\nAda\t\"Lumen lamp\nBob\tOil lamp\nEve\tGas \"lamp\"\n"))
                .as("a quote that is not closed")
                .isEqualTo(
                        "Name: Ada; Lamp: \"Lumen lamp.\nName: Bob; Lamp: Oil lamp.\nName: Eve; Lamp: Gas \"lamp\".");
        assertThat(read("c.tsv", "Name\tLamp\nAda\t\"Lumen\nBob\tOil\"\nEve\tGas\n"))
                .as("one that a quote in another row would close")
                .isEqualTo("Name: Ada; Lamp: \"Lumen.\nName: Bob; Lamp: Oil\".\nName: Eve; Lamp: Gas.");
        assertThat(read("d.tsv", "Name\tLamp\nAda\t\"\"\"Lumen\"\" lamp\"\nBob\tOil\n"))
                .as("quotes that a spreadsheet doubled")
                .isEqualTo("Name: Ada; Lamp: \"Lumen\" lamp.\nName: Bob; Lamp: Oil.");
        assertThat(read("e.tsv", "Name\tLamp\nAda\t\"Lumen\nor\tOil\"\nBob\t\"Gas\nor wax\"\n"))
                .as("a line break and a tab that a spreadsheet quoted")
                .isEqualTo("Name: Ada; Lamp: Lumen or Oil.\nName: Bob; Lamp: Gas or wax.");
        assertThat(read("f.tsv", "Name\tLamp\nAda\t\"Lumen\" lamp\tnew\nBob\tOil\n"))
                .as("rows of different lengths without quotes of a spreadsheet")
                .isEqualTo("Name: Ada; Lamp: \"Lumen\" lamp; column 3: new.\nName: Bob; Lamp: Oil.");
    }

    @Test
    void separatorIsWhatMostLinesHaveOutsideQuotes() throws IOException {
        assertThat(read("a.csv", "Report of 2024\nName;Price\nA;1,5\n"))
                .as("a title above the table")
                .endsWith("Name: A; Price: 1,5.");
        assertThat(read("b.csv", "Report of July, 2024\nName;Price\nA;1,5\nB;2,5\n"))
                .as("a title with a comma, and numbers with one")
                .endsWith("Name: A; Price: 1,5.\nName: B; Price: 2,5.");
        assertThat(read("c.csv", "Name;Price;Weight\nA;1,5;2,5\nB;2,5;3,5\nC;4,5;5,5\n"))
                .startsWith("Name: A; Price: 1,5; Weight: 2,5.");
        assertThat(read("d.csv", "Name,Tags\n\"A; the first; of all\",x\n\"B; the second; of\nall\",y\n"))
                .as("separators and a line break in quotes")
                .isEqualTo("Name: A; the first; of all; Tags: x.\nName: B; the second; of all; Tags: y.");
        assertThat(read("e.csv", "Remark\nGood; so it is\nBad\nNeither\n"))
                .as("one column")
                .contains("Good; so it is");
    }
}
