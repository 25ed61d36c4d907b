package dev.tern.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TitleKeyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Leonhard  Euler|leonhard euler",
                "Mercury (planet)|mercury (planet);mercury",
                "MERCURY(planet)|mercury(planet);mercury",
                "水星（惑星）|水星(惑星);水星",
                "Mercury (planet) (old)|mercury (planet) (old);mercury (planet)",
                "Help (film (1965))|help (film (1965));help",
                "(untitled)|(untitled)",
                "Mercury (planet|mercury (planet",
                "Mercury planet)|mercury planet)",
                "f(x) graph|f(x) graph",
                ":)|:)",
                "()|()",
                "C++ (language)|c++ (language);c++"
            })
    void aTitleIsFoundUnderItsNameAndWithoutItsLastBracket(String title, String keys) {
        assertThat(TitleKey.of(title)).containsExactlyInAnyOrderElementsOf(Arrays.asList(keys.split(";", -1)));
    }

    @Test
    void anEmptyTitleHasNoKey() {
        assertThat(TitleKey.of("")).isEmpty();
        assertThat(TitleKey.of(" \u3000\n")).isEmpty();
    }
}
