package dev.tern.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceRuleTest {
    @Test
    void rulesAreReadAsTheyAreWritten() {
        assertThat(SourceRule.parseAll("https://a.example/?q=1*=0.2, b=1, *=0.50:2"))
                .extracting(SourceRule::toString)
                .containsExactly("https://a.example/?q=1*=0.2", "b=1", "*=0.5:2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        a | "a" is not a rule of trust: SOURCE=WEIGHT or SOURCE=WEIGHT:PASSAGES, as in https://example.org/*=0.2
        a=x | "a=x" is not a rule of trust: SOURCE=WEIGHT or SOURCE=WEIGHT:PASSAGES, as in https://example.org/*=0.2
        a=1:2:3 | "a=1:2:3" is not a rule of trust: SOURCE=WEIGHT or SOURCE=WEIGHT:PASSAGES, as in https://example.org/*=0.2
        a=1:0 | the limit of "a" is 0; it must be between 1 and 1000
        a=2 | the trust of "a" is 2; it must be between 0 and 1
        a=NaN | the trust of "a" is NaN; it must be between 0 and 1
        =1 | a source is blank; give its name, or a prefix and a *
        """)
    void whatIsNoRuleIsRefused(String text, String message) {
        assertThatThrownBy(() -> SourceRule.parse(text))
                .isInstanceOf(TernException.class)
                .hasMessage(message);
    }

    @Test
    void twoRulesAboutOneSourceAreRefused() {
        assertThatThrownBy(() -> Parameters.of(Parameter.TRUST, SourceRule.parseAll("a=1,a=0.5")))
                .hasMessage("there are two rules of trust about \"a\"");
        List<SourceRule> many = IntStream.range(0, 1_001)
                .mapToObj(number -> SourceRule.parse(number + "=1"))
                .toList();
        assertThatThrownBy(() -> Parameters.of(Parameter.TRUST, many))
                .hasMessage("there are 1001 rules of trust; the limit is 1000: name several sources by a common "
                        + "prefix and a *");
    }

    @Test
    void sourcesThatCannotBeWrittenDownAreRefused() {
        assertThatThrownBy(() -> new SourcePattern("a\nb"))
                .hasMessage("the source \"a?b\" has a control character; use the part before it and a *");
        assertThatThrownBy(() -> new SourcePattern("x".repeat(1_001)))
                .hasMessage("the source \"" + "x".repeat(40) + "...\" has 1001 characters; the limit is 1000");
    }

    @ParameterizedTest
    @CsvSource({
        "https://Example.ORG:8443/a/b, example.org",
        "http://user:pw@evil.example@good.example/x, good.example",
        "https://a.example?x=https://b.example/, a.example",
        "https://, https://",
        "ftp://a.example/x, ftp://a.example/x",
        "notes/a.txt, notes/a.txt"
    })
    void publisherOfAPageIsItsHost(String source, String publisher) {
        assertThat(SourcePattern.publisher(source)).isEqualTo(publisher);
    }
}
