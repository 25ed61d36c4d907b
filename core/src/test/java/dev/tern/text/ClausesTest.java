package dev.tern.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClausesTest {
    private static List<String> quotable(String text) {
        return Clauses.of(text, Set.of("From", "To", "Von")::contains).stream()
                .filter(part -> !part.isHeading() && !part.isHead())
                .map(Clauses.ClausePart::text)
                .toList();
    }

    @Test
    void numberedClausesAreCutInLinesAndBetweenThem() {
        assertThat(quotable("""
            3. Fees
            3.1 The fee is 9 euros. 3.2 It is due at once.
            3.3 See 3.1 above.

            4. Law
            4.1 No law.\
            """))
                .containsExactly(
                        "3.1 The fee is 9 euros.", "3.2 It is due at once.", "3.3 See 3.1 above.", "4.1 No law.");
        assertThat(quotable("It costs 3.2 Euro.\n§ 4 The owner pays.\n(a) rent\n(b) light"))
                .containsExactly("It costs 3.2 Euro.", "§ 4 The owner pays.", "(a) rent", "(b) light");
    }

    @Test
    void rowsOfATableAreParts() {
        assertThat(quotable("Name: Ada; Born: 1815.\nName: Bo; Born: 1820.\n\nNotes\n\nAll are dead."))
                .containsExactly("Name: Ada; Born: 1815.", "Name: Bo; Born: 1820.", "All are dead.");
    }

    @Test
    void headingsAndMailHeadsAreToldApart() {
        assertThat(quotable("The mill\n\nFrom: Ada\nTo: Bo\n\nDear Bo,\nit burned down.\n\nAda"))
                .containsExactly("Dear Bo,\nit burned down.", "Ada");
        assertThat(quotable("To: the weir. It leaks.")).containsExactly("To: the weir. It leaks.");
        assertThat(quotable("Seat 14\n\nIs it free?\n\n- milk\n\n- eggs"))
                .containsExactly("Seat 14", "Is it free?", "- milk", "- eggs");
        assertThat(quotable("白い紙の工房\n\n紙を作る。")).containsExactly("紙を作る。");
    }

    @Test
    void wrappedLinesAreOne() {
        assertThat(quotable("He kept\nbees. He sold\nhoney.")).containsExactly("He kept\nbees.", "He sold\nhoney.");
    }

    @Test
    void longTextsTakeLinearTime() {
        String text = "1.1 a: b\n".repeat(20_000) + " ".repeat(100_000) + "\n \n".repeat(20_000);
        assertThat(quotable(text)).hasSize(20_000);
    }
}
