package dev.tern.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokensTest {
    @ParameterizedTest
    @CsvSource({"'',0", "a,1", "abcd,1", "abcde,2", "Wien,1", "Łódź,1", "张三,2", "张三 in Wien,4", "한국어,3", "😀,2"})
    void fourLettersOrOneIdeographAreAToken(String text, int tokens) {
        assertThat(TokenEstimator.estimate(text)).isEqualTo(tokens);
    }
}
