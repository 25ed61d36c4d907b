package dev.tern.models.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.model.Ledger;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyTest {
    @Test
    void showsItselfWithAtLeastTwoDigits() {
        assertThat(Money.of("12.5")).hasToString("12.50");
        assertThat(Money.of("100")).hasToString("100.00");
        assertThat(Money.of(".00015")).hasToString("0.00015");
        assertThat(new Money(-1)).hasToString("-0.000000001");
        assertThat(Money.ZERO).hasToString("0.00");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1e9", "1,5", "$1", "NaN", "--1", ".", "0x1"})
    void onlyPlainNumbersAreAmounts(String text) {
        assertThatThrownBy(() -> Money.of(text))
                .isInstanceOf(TernException.class)
                .hasMessage("the amount \"" + text + "\" is not a plain number such as 2.50");
    }

    @Test
    void whatIsTooLargeOrTooFineIsRefused() {
        assertThatThrownBy(() -> Money.of("0.0000000001"))
                .hasMessage("the amount 0.0000000001 is too large or too fine: at most 9 digits before the point and 9"
                        + " after it");
        assertThatThrownBy(() -> Money.of("99999999999")).isInstanceOf(TernException.class);
        assertThatThrownBy(() -> new Money(Long.MAX_VALUE).plus(new Money(1))).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void aMillionCallsDriftByNothing() {
        Price price = Price.of("0.1", "0.3");
        Money sum = Money.ZERO;
        for (int i = 0; i < 1_000_000; i++) {
            sum = sum.plus(price.cost(1, 1));
        }
        assertThat(sum).isEqualTo(Money.of("0.4"));
    }

    @Test
    void roundsUpWhatIsFinerThanABillionth() {
        assertThat(Price.of("0.0375", "0").cost(1, 0)).isEqualTo(new Money(38));
        assertThat(Price.of("0.0375", "0").cost(10_000, 0)).isEqualTo(Money.of("0.000375"));
    }

    @Test
    void costsAreNeverLessThanTheExactOnesAndLessThanTwoBillionthsMore() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            BigDecimal input = BigDecimal.valueOf(random.nextInt(1_000_000), random.nextInt(7));
            BigDecimal output = BigDecimal.valueOf(random.nextInt(1_000_000), random.nextInt(7));
            int in = random.nextInt(1_000_000);
            int out = random.nextInt(1_000_000);
            BigDecimal exact = input.multiply(BigDecimal.valueOf(in))
                    .add(output.multiply(BigDecimal.valueOf(out)))
                    .movePointLeft(6);
            BigDecimal more =
                    new Price(input, output).cost(in, out).toBigDecimal().subtract(exact);
            assertThat(more).isBetween(BigDecimal.ZERO, BigDecimal.valueOf(2, 9));
        }
    }

    @Test
    void aPriceIsFromNothingToAMillion() {
        assertThatThrownBy(() -> Price.of("-1", "0"))
                .isInstanceOf(TernException.class)
                .hasMessage("the price of a million input tokens is -1 and must be from 0 to 1000000");
        assertThatThrownBy(() -> Price.of("1", "1000000.1"))
                .hasMessage("the price of a million output tokens is 1000000.1 and must be from 0 to 1000000");
        assertThatThrownBy(() -> Price.of("cheap", "0"))
                .hasMessage("the price of a million input tokens \"cheap\" is not a plain number such as 2.50");
        assertThat(Price.FREE.cost(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(Money.ZERO);
    }

    @ParameterizedTest
    @CsvSource({
        "small,1",
        "small-2024-08-06,2",
        "small-2025-01-01,1",
        "small-20250101,1",
        "small@20250101,1",
        "small-0613,",
        "small-mini,",
        "large,",
        "small-2024-08-06-2025-01-01,2"
    })
    void findsAPriceByTheNameAndThenByTheNameWithoutItsDate(String model, String input) {
        PriceTable table =
                PriceTable.of(Map.of("small", Price.of("1", "0"))).with("small-2024-08-06", Price.of("2", "0"));
        assertThat(table.find(model).map(Price::inputPerMillion))
                .isEqualTo(Optional.ofNullable(input).map(BigDecimal::new));
    }

    @Test
    void whatAModelWithoutAPriceCostsIsNotKnown() {
        assertThat(PriceTable.EMPTY.cost(new Ledger.Expense("extract", "d", "m", 1, 1)))
                .isEmpty();
        assertThat(PriceTable.EMPTY.with("m", Price.of("2", "4")).cost(new Ledger.Expense("extract", "d", "m", 10, 5)))
                .contains(Money.of("0.00004"));
    }
}
