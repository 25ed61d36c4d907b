package dev.tern.offline.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the rules on a novel, a letter, a contract and a chat, with judged names. */
class ProseTest {
    @Test
    void whatIsNothingButSignsAndNamesInBracketsNamesThemTogether() {
        for (String text : List.of(
                "[Scully] [laughing]",
                "Ada met Emil Brandt in Port Sereno.\n[Brandt] [crying]",
                "\u200b\u200b\nAda slept.")) {
            Passage passage = Passage.of(SourceDocument.of("d", text), 0, text, List.of());
            assertThat(TripletExtractor.rules().extract(passage))
                    .as(text)
                    .allSatisfy(statement -> assertThat(statement.text()).isNotBlank());
        }
    }

    @Test
    void aStatementIsNeverCutWithinACharacter() {
        for (String shift : List.of("x", "xy")) {
            String text = shift + " Ada Brandt said " + "\uD83D\uDE00".repeat(200) + " to Emil Falk.";
            Passage passage = Passage.of(SourceDocument.of("d", text), 0, text, List.of());
            assertThat(TripletExtractor.rules().extract(passage))
                    .allSatisfy(statement -> assertThat(new String(
                                    statement.text().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                            .isEqualTo(statement.text()));
        }
    }

    private static String text(String file) {
        try (InputStream in = Objects.requireNonNull(ProseTest.class.getResourceAsStream(file + ".txt"), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Statement> statements(String... texts) {
        List<Passage> passages = new ArrayList<>();
        for (String text : texts) {
            passages.add(Passage.of(SourceDocument.of("d", text), passages.size(), text, List.of()));
        }
        TripletExtractor extractor = TripletExtractor.rules().of(passages);
        return passages.stream()
                .flatMap(passage -> extractor.extract(passage).stream())
                .toList();
    }

    private static String names(List<Statement> statements) {
        return String.join(
                "; ",
                statements.stream()
                        .flatMap(statement -> statement.entities().stream())
                        .distinct()
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "letter | Johanna; Porto Velho; Rui de Souza; Uncle Teodor; Brothers Almada; Porto Velho Grain Company;"
                        + " Dr. Weiss; Graz; Rui; Almadas; Sunday; Pavel",
                "contract | Norwell Shipping Ltd; Ines Carvalho; 14 Pier Street; Aldmouth; 410,000 EUR; Carvalho"
                        + " Textiles; Norwell Shipping; March",
                "chat | Lena; Tomas; Bergen; Platform Nine; Friday; Yuki; The Wind in the Oaks; Nordic Theatre; Mei;"
                        + " Ola; Stavanger"
            })
    void namesAreAllThatTheTextNamesAndNothingElse(String file, String names) {
        assertThat(names(statements(text(file)))).isEqualTo(names);
    }

    @Test
    void aNovelSaysWhatItsSentencesSay() {
        String[] chapters = text("novel").split("(?=CHAPTER II\n)", -1);
        List<Statement> statements = statements(chapters);

        assertThat(names(statements))
                .isEqualTo("Margit Falk; Captain Brede; Lindhaven; Margit; Doctor Ansel van der Meer; Harbour Master;"
                        + " Brede; Tarnow; Golden Heron; Van der Meer; Gulf of Orn; Mr. Falk; St. Olave's"
                        + " Hospital; November; Sister Agathe; Agathe; Ansel; Ansel van der Meer; Professor J."
                        + " K. Lund; University of Tarnow");
        assertThat(statements.stream()
                        .filter(statement -> !statement.namesOnly())
                        .map(Statement::text))
                .containsExactly(
                        "Suddenly Margit Falk put the lamp down.",
                        "Rain ran along the quay, and behind the shutters old Captain Brede was counting money.",
                        "Nobody in Lindhaven trusted him, though everybody owed him something.",
                        "Listen, whispered Margit.",
                        "Presently Doctor Ansel van der Meer came in, wet to the bone, and laughed.",
                        "Whistle if you see the Harbour Master.",
                        "Brede looked up.",
                        "You were in Tarnow when the Golden Heron sank, he said slowly.",
                        "Van der Meer shrugged.",
                        "perhaps Margit knew.",
                        "Well, the Golden Heron lay at the bottom of the Gulf of Orn, and her papers with her.",
                        "Mr. Falk drowned there, Brede went on.",
                        "Yet Margit did not weep.",
                        "Narrow streets led from the quay to St. Olave's Hospital, and she walked them until morning.",
                        "Light came late in November.",
                        "At the church door Sister Agathe gave her bread.",
                        "Agathe had heard of the papers.",
                        "the light over Lindhaven was grey and narrow.",
                        "Ask Ansel, said Agathe.",
                        "He sailed to Tarnow with your father, and he alone came home.",
                        "Equal parts of fear and anger drove Margit back to the quay.",
                        "Ansel van der Meer was gone.",
                        "On the table lay a letter to Professor J. K. Lund of the University of Tarnow, and 410,000"
                                + " crowns in notes.");
    }

    @Test
    void inALongTextAWordThatOnlyOpensSentencesIsNoName() {
        String[] book = IntStream.range(0, 8).mapToObj(i -> text("novel")).toArray(String[]::new);
        book[3] = "Zut. Humph! Dazed, she fell. Margit wept. \"Obscene,\" said Brede. Zut!";

        assertThat(names(statements(book))).doesNotContain("Zut", "Humph", "Dazed", "Obscene", "CHAPTER", "Light");
        assertThat(names(statements("Kenza wept. She was alone."))).isEqualTo("Kenza");
    }

    @Test
    void capitalsAreSpelledAsTheDocumentDoes() {
        assertThat(names(statements("They met Papineau. We saw Papineau. It was PAPINEAU who spoke.")))
                .isEqualTo("Papineau");
    }

    @Test
    void theTitleOfALongDocumentIsSubjectOnlyWhereItIsNamed() {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            String text = i == 4 ? "The Slow Ship was built in Tarnow." : "Anna met Boris in Tarnow " + i + " times.";
            passages.add(Passage.of(SourceDocument.of("d", text).withTitle("The Slow Ship"), i, text, List.of()));
        }
        TripletExtractor extractor = TripletExtractor.rules().of(passages);

        assertThat(extractor.extract(passages.get(0)).getFirst().text()).startsWith("Anna met Boris");
        assertThat(extractor.extract(passages.get(4)).getFirst().entities()).contains("The Slow Ship");
        assertThat(TripletExtractor.rules()
                        .of(passages.subList(0, 2))
                        .extract(passages.get(0))
                        .getFirst()
                        .entities())
                .contains("The Slow Ship");
    }

    @Test
    void theNameOfAFileIsSubjectOfNothing() {
        Passage passage = Passage.of(
                SourceDocument.of("d", "x").withTitle("report-7.docx"), 0, "They saw Anna in Tarnow.", List.of());

        assertThat(names(TripletExtractor.rules().extract(passage))).isEqualTo("Anna; Tarnow");
    }
}
