package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PlaceTest {
    @Test
    void pages_are_written_as_a_reader_writes_them() {
        assertThat(new Position(0, 5, 0, "").pages()).isEmpty();
        assertThat(new Position(0, 5, 3, "").pages()).isEqualTo("3");
        assertThat(new Position(0, 5, 3, 4, "").pages()).isEqualTo("3-4");
        assertThat(Position.ofDocument("text")).isEqualTo(new Position(0, 4, 0, 0, ""));
    }

    @Test
    void what_is_no_place_is_refused_with_its_values() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Position(7, 6, 1, ""))
                .withMessage("a passage goes from character 7 to 6; it must start at 0 or later and end at or after its"
                        + " start");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Position(0, 6, -1, ""))
                .withMessage("a passage is on page -1; pages start at 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Position(0, 6, 5, 4, ""))
                .withMessage("a passage goes from page 5 to page 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Position(0, 6, 0, 1, ""))
                .withMessage("a passage goes from page 0 to page 1");
    }
}
