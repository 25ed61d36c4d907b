package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TableValuesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "3 May 2020",
                "May 3, 2020",
                "Sept. 2021",
                "März 2021",
                "12. Oktober",
                "1 de enero de 2020",
                "15 févr. 2019",
                "Monday 3 June 2024",
                "yes",
                "OPEN"
            })
    void datesAndStatesAreNoNames(String value) {
        assertThat(Table.isState(value)).isTrue();
    }

    @Test
    void yearsAndNumbersOfRowsAreNoEntities() {
        String text = "Year: 2024; Chair: Lena Marr; Profit: 5.2.\nYear: March 2025; Chair: Bo Lind; Profit: 4.1.\n";
        List<Table.Row> rows =
                new Table(0, text.length(), List.of("Year", "Chair", "Profit"), 0, "").rows(text, 0, text.length());
        assertThat(rows)
                .flatExtracting(Table.Row::statements)
                .extracting(Statement::text, Statement::entities)
                .containsExactly(
                        tuple("2024 Chair Lena Marr", List.of("Lena Marr")),
                        tuple("March 2025 Chair Bo Lind", List.of("Bo Lind")));
        assertThat(rows).noneMatch(Table.Row::complete);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "May",
                "Jan Mayen",
                "Marseille 5",
                "Augusta 3",
                "Octopus 8",
                "Decatur 12",
                "Apollo 11",
                "Nova 3",
                "Open Sea"
            })
    void namesWithNumbersAreNames(String value) {
        assertThat(Table.isState(value)).isFalse();
    }
}
