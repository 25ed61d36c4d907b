package dev.tern.offline.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerKindTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        How much is the fee?             | 3.1 The fee is 7,450 euros.          | 7,450 euros
        How many boats sail?             | Twenty-one boats sail.               | Twenty-one boats
        When did it burn down?           | It burned down on 3 May 1911.        | 3 May 1911
        At what time does it open?       | It opens at 18:30.                   | 18:30
        Who taught Emil?                 | Emil was taught by Ada Wey.          | Ada Wey
        Who is responsible for M3?       | Power (kW): 3; Responsible: Ada Wey. | Ada Wey
        How much is the fee?             | “3.1 The fee is 9 euros.” [1]        | 9 euros
        Who pays the fee?                | “3.1 The fee is paid by Bo Finn.” [12] | Bo Finn
        Where did Emil live?             | Emil lived in Ulm.                   | Ulm
        Why did it close?                | It closed because of the war.        | because of the war
        Who chairs the board?            | Date: Monday. Present: Ada Wey (chair), Bo Finn. | Ada Wey
        When does the term end?          | The term starts in 1999 and ends on 31 May 2003. | 31 May 2003
        How much is the fee?             | The fee is GBP 14,250 excluding VAT. | GBP 14,250
        Who fixed the lift?              | On Sunday our fitter Ada Wey fixed the lift in Ulm. | Ada Wey
        Who supplies the belt?           | Article: Belt; Supplier: Ada Wey Ltd; Price: 3; Currency: GBP | Ada Wey Ltd
        ¿Dónde estudió Ada?              | Ada nació en Ulm y estudió en Graz.  | Graz
        Where did he move to?            | He moved from Ulm to Graz in May.    | Graz
        Wie viel kostet die Karte?       | Die Karte kostet 18 Euro.            | 18 Euro
        Wann starb Emil?                 | Emil starb am 3. Mai 1911.           | 3. Mai 1911
        ¿Cuándo murió Emil?              | Emil murió el 3 de mayo de 1911.     | 3 de mayo de 1911
        Wie viel zahlt die Werft AG?     | Die Werft AG, Hafenweg 14, 02929 Ulm, zahlt 90 Euro. | 90 Euro
        How much does it cost?           | The Skarn Tent 3P cost 329.00.       | 329.00
        Berapa harga kain itu?           | Kain itu dijual seharga 450 ribu.    | 450 ribu
        ¿Cuántos huevos lleva?           | Lleva doce higos, 200 gramos de sal y tres huevos. | tres huevos
        Wer wurde gewählt?               | Ada Wey wurde mit 27 Stimmen gewählt. Sie löst Bo Finn ab. | Ada Wey
        What is the price of milk?       | Article: Milk; Unit: 1 litre; Price: 1.35; Stock: 9 | 1.35
        経営者は誰ですか。                    | 宿泊は民宿で、経営者は柏木みどりである。         | 柏木みどり
        料金はいくらですか。                  | 料金は二千円である。                    | 二千円
        いつ生まれましたか。                  | 一八五二年に生まれた。                  | 一八五二年
        """)
    void answersAreFoundByTheQuestionWord(String question, String sentence, String answer) {
        assertThat(AnswerKind.answerWords(question, sentence)).containsExactly(answer);
    }

    @Test
    void wordsOfTheQuestionAndNumbersOfClausesAreNoAnswers() {
        assertThat(AnswerKind.answerWords("Who is Ada Wey?", "Ada Wey kept bees."))
                .isEmpty();
        assertThat(AnswerKind.answerWords("How much is the fee?", "3.1 The fee is high."))
                .isEmpty();
        assertThat(AnswerKind.answerWords("Name the fee.", "The fee is 9 euros."))
                .isEmpty();
    }

    @Test
    void namesOfAQuoteAreMainNamesAndThoseOfTheQuestion() {
        assertThat(AnswerKind.names(
                        "Where is the publisher of Salt and Smoke?",
                        "On Monday the book ‘Salt and Smoke’ came out at Ada Verlag for GBP 3.",
                        List.of("Salt and Smoke", "Monday")))
                .containsExactly("Salt and Smoke", "Ada Verlag");
    }

    @Test
    void anAnswerMayBeginWithWordsThatAreNotFound() {
        assertThat(AnswerKind.lacksWords("Who is it?", "Found: a. Not found: b.\n“c” [1]"))
                .isTrue();
        assertThat(AnswerKind.lacksWords("Who is it?", "“c” [1]")).isFalse();
    }

    @Test
    void questionsAndRequestsAskThemselves() {
        assertThat(AnswerKind.asks("How much is it?")).isTrue();
        assertThat(AnswerKind.asks("Please send it.")).isTrue();
        assertThat(AnswerKind.asks("送ってください。")).isTrue();
        assertThat(AnswerKind.asks("It pleased nobody.")).isFalse();
    }
}
