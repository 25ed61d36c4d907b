package dev.tern.store.milvus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FilterTest {
    @Test
    void every_row_is_no_condition() {
        assertThat(Filter.ALL).hasToString("");
        assertThat(Filter.ALL.and(Filter.is("part", 0))).hasToString("part == 0");
        assertThat(Filter.is("part", 0).and(Filter.ALL)).hasToString("part == 0");
    }

    @Test
    void conditions_are_joined_in_brackets() {
        Filter first = Filter.in("first", List.of("a", "b"));
        Filter second = Filter.in("second", List.of("c"));

        assertThat(first.or(second)).hasToString("(first in [\"a\",\"b\"]) or (second in [\"c\"])");
        assertThat(first.or(second).and(Filter.notIn("key", List.of("d"))))
                .hasToString("((first in [\"a\",\"b\"]) or (second in [\"c\"])) and (key not in [\"d\"])");
    }

    @Test
    void a_value_cannot_end_its_quotes() {
        assertThat(Filter.in("id", List.of("\") or true or (\""))).hasToString("id in [\"\\\") or true or (\\\"\"]");
        assertThat(Filter.in("id", List.of("\\"))).hasToString("id in [\"\\\\\"]");
        assertThat(Filter.in("id", List.of("\\\""))).hasToString("id in [\"\\\\\\\"\"]");
        assertThat(Filter.in("id", List.of("a\nb\rc\td"))).hasToString("id in [\"a\\nb\\rc\\td\"]");
    }

    @Test
    void everything_else_stands_for_itself() {
        assertThat(Filter.in("id", List.of("100%", "a_b", "it's", "{ids}", "${x}", "東京", "😀")))
                .hasToString("id in [\"100%\",\"a_b\",\"it's\",\"{ids}\",\"${x}\",\"東京\",\"😀\"]");
    }
}
