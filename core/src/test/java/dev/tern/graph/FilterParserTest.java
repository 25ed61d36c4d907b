package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterParserTest {
    private static void assertParsed(String text, MetadataFilter expected) {
        assertThat(MetadataFilter.parse(text)).as(text).isEqualTo(expected);
        assertThat(MetadataFilter.parse(expected.toString())).as("%s", expected).isEqualTo(expected);
    }

    @Test
    void conditionsAreReadAsTheyAreWritten() {
        assertParsed("lang = \"de\"", MetadataFilter.equal("lang", "de"));
        assertParsed("lang='de'", MetadataFilter.equal("lang", "de"));
        assertParsed("lang != \"de\"", MetadataFilter.notEqual("lang", "de"));
        assertParsed("year >= 1990", MetadataFilter.atLeast("year", 1990));
        assertParsed("year>-1990", MetadataFilter.greater("year", -1990));
        assertParsed("weight < 0.5", MetadataFilter.less("weight", 0.5));
        assertParsed("weight <= 5e-1", MetadataFilter.atMost("weight", 0.5));
        assertParsed("printed = true", MetadataFilter.equal("printed", true));
        assertParsed("printed = \"true\"", MetadataFilter.equal("printed", "true"));
        assertParsed(
                "added < 2020-02-20T20:20:20.5Z",
                MetadataFilter.less("added", Instant.parse("2020-02-20T20:20:20.500Z")));
        assertParsed("lang in (\"de\", 'en',5)", MetadataFilter.in("lang", List.of("de", "en", 5)));
        assertParsed("lang not in ()", MetadataFilter.notIn("lang", List.of()));
        assertParsed("title contains \"\\\"a\\\\\"", MetadataFilter.contains("title", "\"a\\"));
        assertParsed("source.file-name_1 exists", MetadataFilter.exists("source.file-name_1"));
        assertParsed("\"not\" exists", MetadataFilter.exists("not"));
        assertParsed("größe = \"groß\"", MetadataFilter.equal("größe", "groß"));
        assertParsed("everything", MetadataFilter.everything());
        assertParsed("nothing", MetadataFilter.or());
    }

    @Test
    void andBindsCloserThanOrAndNotCloserThanBoth() {
        MetadataFilter a = MetadataFilter.exists("a");
        MetadataFilter b = MetadataFilter.exists("b");
        MetadataFilter c = MetadataFilter.exists("c");
        assertParsed("a exists or b exists and c exists", a.or(b.and(c)));
        assertParsed("(a exists or b exists) and c exists", a.or(b).and(c));
        assertParsed("NOT a exists AND b exists", MetadataFilter.not(a).and(b));
        assertParsed("not (a exists and b exists)", MetadataFilter.not(a.and(b)));
        assertParsed("a exists and (b exists and c exists)", MetadataFilter.and(a, b, c));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|the filter has its end at character 1 where the name of a value is expected",
                "year|the filter has its end at character 5 where a comparison such as =, <, in, contains or exists is"
                        + " expected",
                "year => 5|the filter has \">\" at character 7 where a value (a string in quotes, a number, true,"
                        + " false, or an instant like 2020-02-20T20:20:20Z) is expected",
                "year = x|the filter has \"x\" at character 8 where a value (a string in quotes, a number, true,"
                        + " false, or an instant like 2020-02-20T20:20:20Z) is expected",
                "year = 99999999999999999999|the filter has \"99999999999999999999\" at character 8 where a value (a"
                        + " string in quotes, a number, true, false, or an instant like 2020-02-20T20:20:20Z) is "
                        + "expected",
                "year = 5 lang = 6|the filter has \"lang\" at character 10 where \"and\", \"or\" or the end is"
                        + " expected",
                "(year = 5|the filter has its end at character 10 where \")\" is expected",
                "a in 5|the filter has \"5\" at character 6 where \"(\" is expected",
                "a in (5 6)|the filter has \"6\" at character 9 where \",\" is expected",
                "a contains 5|the filter has \"5\" at character 12 where a string in quotes is expected",
                "a = \"x|the filter has a string at character 5 that does not end",
                "1 == 1|the filter has \"=\" at character 4 where a value (a string in quotes, a number, true, false,"
                        + " or an instant like 2020-02-20T20:20:20Z) is expected",
                "year = 1e999|the filter cannot be used: a metadata value is Infinity; numbers must be finite",
            })
    void whatCannotBeReadIsNamedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> MetadataFilter.parse(text))
                .isInstanceOf(TernException.class)
                .hasMessage(message);
    }

    @Test
    void bracketsInBracketsEnd() {
        assertThatThrownBy(() -> MetadataFilter.parse("(".repeat(100_000)))
                .isInstanceOf(TernException.class)
                .hasMessage("the filter has more than 256 nested brackets");
        assertThatThrownBy(() -> MetadataFilter.parse("not ".repeat(100) + "a exists"))
                .isInstanceOf(TernException.class)
                .hasMessage("the filter cannot be used: a filter has 65 levels; the limit is 64");
    }
}
