package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines of Hebrew and Arabic with words of other scripts. */
final class ReadingOrderTest {
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
}
