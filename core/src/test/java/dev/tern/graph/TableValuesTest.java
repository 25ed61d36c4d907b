package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;

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
