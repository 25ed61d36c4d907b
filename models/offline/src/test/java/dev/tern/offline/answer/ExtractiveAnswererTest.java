package dev.tern.offline.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.model.Meter;
import dev.tern.model.TextEmbedder;
import dev.tern.note.Edit.Merge;
import dev.tern.note.EditNotes;
import dev.tern.note.NamingRules;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.query.answer.Answerer.AnswerText;
import dev.tern.testing.HashingEmbeddingModel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExtractiveAnswererTest {
    private static final String NOTHING = "Nothing in the graph fits this question; the passages are only the nearest.";

    private final Passage falk = passage(
            "Otto Falk",
            "Otto Falk was born in Ulm, the son of a miller. He spent his winters with Emil Marr, who taught him. The"
                    + " mill burned down in May. He died rich.");
    private final Passage marr =
            passage("", "Emil Marr kept bees.\nHe is remembered for a hive\nof glass. Nobody bought his honey.");

    private static Passage passage(String title, String text) {
        return Passage.of(SourceDocument.of("d", text).withTitle(title), 0, text, List.of());
    }

    private static Relation relation(Statement statement, Passage passage) {
        return new Relation(
                statement.relationKey(),
                statement.text(),
                statement.entityIds(),
                List.of(new Relation.Mention(passage.id(), passage.documentId())));
    }

    private static AnswerText answered(String question, List<Passage> passages, Relation... relations) {
        return answered(Notes.NONE.rules(), question, passages, relations);
    }

    private static AnswerText answered(
            NamingRules rules, String question, List<Passage> passages, Relation... relations) {
        TextEmbedder embedder =
                new TextEmbedder(new HashingEmbeddingModel(64), EmbeddingInputType.QUERY, 512, new Meter());
        return new ExtractiveAnswerer(embedder, rules).answer(question, passages, List.of(relations), words -> {});
    }

    private static String answer(String question, Passage... passages) {
        return answered(question, List.of(passages)).text();
    }

    @Test
    void theQuestionChoosesTheSentence() {
        assertThat(answer("When did the mill burn down?", falk)).isEqualTo("“The mill burned down in May.” [1]");
    }

    @Test
    void aFormOrAnImpliedKindOfAWordIsFound() {
        Passage rowan = passage("", "Agnes Rowan was an engineer. She built a tower that burns oil. She died in 1903.");
        assertThat(answer("In which year did Agnes Rowan die?", rowan))
                .doesNotContain("Not found")
                .contains("1903");
        assertThat(answer("Which fuel does the tower burn?", rowan)).startsWith("“Agnes Rowan was");
        assertThat(answer("Which colour has the tower?", rowan)).startsWith("Found: tower. Not found: colour.");
        Passage prices = passage("", "Part: PV-9 valve; Price EUR: 310.\nPart: PV-12 valve; Price EUR: 420.");
        assertThat(answer("What does the PV-9 valve cost?", prices)).startsWith("“Part: PV-9 valve; Price EUR: 310.”");
    }

    @Test
    void aWordThatAllLanguagesKnowIsMissedInAnother() {
        Passage rowan = passage("", "Agnes Rowan was an engineer. Her notebooks are kept in the library of the town.");
        assertThat(answer("Wie lautet die IBAN von Agnes Rowan?", rowan))
                .startsWith("Gefunden: Agnes Rowan. Nicht gefunden: IBAN.");
        assertThat(answer("Welche Telefonnummer hat Agnes Rowan?", rowan))
                .startsWith("Gefunden: Agnes Rowan. Nicht gefunden: Telefonnummer.");
        assertThat(answer("Wie viele Parkplätze hat Agnes Rowan?", rowan))
                .startsWith("Gefunden: Agnes Rowan. Nicht gefunden: Parkplätze.");
    }

    @Test
    void wordsOfAChainAreFoundBesideItsOtherNames() {
        Passage ship = passage("", "Polarvind owns the ship Jan Mayen.");
        Passage row = passage("", "vessel: Jan Mayen; built: 2006; captain: Anders Solli.");
        Passage solli = passage("", "Anders Solli was born in Vardø.");
        assertThat(answer("Where was the captain of the ship of Polarvind born?", ship, row, solli))
                .contains("Anders Solli was born in Vardø.")
                .doesNotContain("Not found");
        assertThat(answer("Where was the captain of Polarvind born?", ship, row, solli))
                .contains("Not found: captain, born.");
        assertThat(answer("How old is the captain of the ship of Polarvind?", ship, row, solli))
                .contains("Not found: old.");
    }

    @Test
    void aRelationOfAnotherTellsNothing() {
        Passage crew = passage("", "Ida Holm commands the Lomvi. Her crew is large.\n\nBo Kern was born in 1981.");
        Relation born = relation(Statement.of("Bo Kern", "was born in", "1981"), crew);
        assertThat(answered("How old is Ida Holm?", List.of(crew), born).text())
                .startsWith("Found: Ida Holm. Not found: old.");
    }

    @Test
    void aSentenceWithAnotherNameOfWhatIsAskedAboutNamesIt() {
        Passage boat =
                passage("", "The river was low. Samuel Clemens knew it from the wheelhouse. Mud was all around.");
        String question = "What did Mark Twain know?";
        assertThat(answered(question, List.of(boat))).isEqualTo(AnswerText.unknown(NOTHING));
        assertThat(answered(merged("Mark Twain", "Samuel Clemens"), question, List.of(boat))
                        .text())
                .isEqualTo("“Samuel Clemens knew it from the wheelhouse.” [1]");
        assertThat(answered(merged("Mark Twain", "Samuel Clem"), question, List.of(boat)))
                .isEqualTo(AnswerText.unknown(NOTHING));
        Passage japanese = passage("", "夏目金之助は松山で教えた。川は静かだった。");
        assertThat(answered(merged("夏目漱石", "夏目金之助"), "夏目漱石はどこで教えましたか。", List.of(japanese))
                        .text())
                .contains("夏目金之助は松山で教えた。");
    }

    private static NamingRules merged(String... names) {
        Note.Act act = new Note.Act("ada", Instant.parse("2026-01-31T12:00:00Z"), "");
        return Notes.NONE
                .with(List.of(EditNotes.note(new Merge(List.of(names)), act, 0)))
                .rules();
    }

    @Test
    void thePassageThatAQuoteNamesIsQuotedBeforeAnother() {
        Passage clara = passage("Clara Wey", "Clara Wey played in Ulm. Trained she was in Lund.");
        Passage other = passage("Otto Behn", "Otto Behn was trained in Bern.");
        Passage pupil = passage("Max Orl", "Max Orl had his lessons from Clara Wey in Ulm.");
        assertThat(answer("Where was the teacher of Max Orl trained?", pupil, other, clara))
                .contains("“Trained she was in Lund.” [3]");
    }

    @Test
    void namesOfJapaneseLeadToo() {
        Passage clara = passage("三輪桜", "三輪桜はオルガンを弾いた。神戸で学んだ。神戸の町で教育を受けた。");
        Passage other = passage("別府修", "別府修は仙台の町で教育を受けた。");
        Passage pupil = passage("折原雅人", "折原雅人の先生は三輪桜である。");
        assertThat(answer("折原雅人の先生はどこの町で教育を受けましたか。", pupil, other, clara)).contains("“神戸の町で教育を受けた。” [3]");
    }

    @Test
    void aPronounIsLedBackToTheSentenceThatNamesWhom() {
        assertThat(answer("Who died rich?", falk))
                .isEqualTo("“Otto Falk was born in Ulm, the son of a miller. … He died rich.” [1]");
    }

    @Test
    void linesAreFoldedAndTheNumberIsThatOfThePassage() {
        assertThat(answer("What is Emil Marr remembered for?", falk, marr))
                .startsWith("“Emil Marr kept bees. He is remembered for a hive of glass.” [2]");
    }

    @Test
    void theHalfThatAnswersComesBeforeTheHalfThatLeadsThere() {
        Passage winters = passage("Otto Falk", "In his winters Otto Falk was taught by Emil Marr.");
        assertThat(answer("What is the man remembered for who taught Otto Falk?", winters, marr))
                .isEqualTo("“Emil Marr kept bees. He is remembered for a hive of glass.” [2]\n"
                        + "“In his winters Otto Falk was taught by Emil Marr.” [1]");
    }

    /** The statement, not the sentence, makes Emil Marr the teacher. */
    @Test
    void statementsSayWhatTheirSentenceIsAbout() {
        SourceDocument document = SourceDocument.of(
                        "falk", "Otto Falk was born in Ulm. In winter he stayed with Emil Marr.")
                .withTitle("Otto Falk");
        Passage winters = Passage.of(
                document, 0, document.text(), List.of(Statement.of("Emil Marr", "was the teacher of", "Otto Falk")));
        assertThat(answer("What is the teacher of Otto Falk remembered for?", winters, marr))
                .isEqualTo("“Emil Marr kept bees. He is remembered for a hive of glass.” [2]\n"
                        + "“In winter he stayed with Emil Marr.” [1]");
    }

    @Test
    void quotesAtMostThreeSentencesAndNoneTwiceInWhateverOrder() {
        Passage again = passage("", "The mill burned down in May. Otto Falk wept. Otto Falk rebuilt the mill in June.");
        List<Passage> passages = new ArrayList<>(List.of(falk, marr, again));
        for (int turn = 0; turn < passages.size(); turn++) {
            Collections.rotate(passages, 1);
            String text = answered("What did Otto Falk do when the mill burned down?", passages)
                    .text();
            assertThat(text.split("[.] |[.]”")).hasSizeLessThanOrEqualTo(6);
            assertThat(text.split("burned down")).hasSizeLessThanOrEqualTo(2);
        }
    }

    @Test
    void aRelationThatLedToThePassageIsEnoughWhereNoWordIsShared() {
        Relation taught = relation(Statement.of("Emil Marr", "taught", "Otto Falk"), falk);
        String question = "Who was his schoolmaster, Otto?";
        assertThat(answered(question, List.of(falk), taught).text()).contains("with Emil Marr, who taught him.”");
    }

    @Test
    void saysThatNothingFits() {
        assertThat(answered("What is the capital of Mongolia?", List.of(falk, marr)))
                .isEqualTo(AnswerText.unknown(NOTHING));
        assertThat(answered("Who won the football world cup in 2022?", List.of(falk, marr)))
                .isEqualTo(AnswerText.unknown(NOTHING));
    }

    @Test
    void saysThatNothingFitsInTheLanguageOfTheQuestion() {
        Map.of(
                        "Wie hoch ist der Mount Everest?",
                        "Nichts im Graphen passt zu dieser Frage; die Textstellen sind nur die nächsten.",
                        "¿Cuál es la capital de Australia?",
                        "Nada en el grafo responde a esta pregunta; los pasajes son solo los más cercanos.",
                        "Siapa presiden pertama Indonesia?",
                        "Tidak ada isi graf yang cocok dengan pertanyaan ini; kutipan yang ada hanya yang terdekat.",
                        "富士山の高さは何メートルですか。",
                        "グラフにはこの質問に合うものがありません。示した箇所は最も近いものにすぎません。",
                        "Vad heter huvudstaden?",
                        NOTHING)
                .forEach((question, told) ->
                        assertThat(answered(question, List.of(falk, marr))).isEqualTo(AnswerText.unknown(told)));
    }

    @Test
    void oneClauseOrRowIsQuotedAndTheOneThatAnswersFirst() {
        Passage lease = passage("Lease", """
            1. Term
            1.1 The lease starts on 1 May 2020. 1.2 It ends when a party gives notice.

            2. Rent
            2.1 The rent is 900 crowns a month.
            2.2 Please pay the rent to the tenant's agent.
            """);
        assertThat(answer("How much is the rent?", lease)).startsWith("“2.1 The rent is 900 crowns a month.” [1]");
        assertThat(answer("When does the lease start?", lease)).startsWith("“1.1 The lease starts on 1 May 2020.” [1]");
        Passage table = passage("", "Machine: Boiler; Fault: scale.\nMachine: Printer; Fault: a worn roller.");
        assertThat(answer("What is the fault of the printer?", table))
                .startsWith("“Machine: Printer; Fault: a worn roller.” [1]");
    }

    @Test
    void headingsAndMailHeadsAreNoQuotesButTellWhatIsBelow() {
        Passage mail = passage(
                "Alarm of the mill",
                "Alarm of the mill\n\nFrom: Ada Wey\nSubject: alarm of the mill\n\nThe cause was a mouse.");
        assertThat(answer("What was the cause of the alarm of the mill?", mail))
                .isEqualTo("“The cause was a mouse.” [1]");
    }

    @Test
    void cutsSentencesOfOtherScripts() {
        assertThat(answer("马尔教了谁？", passage("", "法尔克住在乌尔姆。马尔教了法尔克。"))).isEqualTo("“马尔教了法尔克。” [1]");
    }

    @Test
    void aLineOfAChatIsQuotedWithWhoSaysIt() {
        Passage chat = passage(
                "", "[18:05] Ada: who has the key?\n[18:07] Bo: Mr Finn. he lives by the weir\n[18:09] Ada: ok");
        assertThat(answer("Where does Mr Finn live?", chat))
                .isEqualTo("“[18:07] Bo: Mr Finn. he lives by the weir” [1]");
    }

    @Test
    void marksInsideOfAQuoteAreSingle() {
        Passage said = passage("", "\"I have no quarrel,\" said Falk, \"with a 'hive'.\"");
        assertThat(answer("With whom has Falk no quarrel?", said))
                .isEqualTo("“‘I have no quarrel,’ said Falk, ‘with a 'hive'.’” [1]");
        assertThat(answer("Wie heißt Falks Wecker?", passage("", "Falks Wecker heißt „Zaunkönig“, sein Boot „Otter“.")))
                .isEqualTo("“Falks Wecker heißt ‚Zaunkönig‘, sein Boot ‚Otter‘.” [1]");
    }

    @Test
    void ofAnEndlessSentenceAPartIsQuoted() {
        String endless = String.join(
                " ", IntStream.range(0, 500).mapToObj(i -> "word" + i).toList());
        String text = answer("Where is the heron?", passage("", endless + " heron " + endless));
        assertThat(text).startsWith("“…word").contains(" heron ").endsWith("…” [1]");
        assertThat(text.length()).isLessThan(QuotablePart.MAX_SENTENCE_LENGTH + 20);
    }

    @Test
    void modalVerbsOfGermanAreNotMissed() {
        Passage faq = passage("", "Bücher können vier Wochen ausgeliehen und zweimal verlängert werden.");
        assertThat(answer("Wie lange kann ich Bücher ausleihen?", faq))
                .isEqualTo("“Bücher können vier Wochen ausgeliehen und zweimal verlängert werden.” [1]");
    }

    @Test
    void aWordOfAnotherNameIsNotFoundAndItsQuoteLast() {
        Passage born = passage("Rolls", "Ada Wey was born in Ulm. Present were Emil Marr, Ada Wey and Otto Falk.");
        assertThat(answer("Where was Emil Marr born?", born))
                .startsWith("Found: Emil Marr. Not found: born.\n“Present were");
        assertThat(answer("Where was Ada Wey born?", born)).startsWith("“Ada Wey was born");
    }

    @Test
    void questionOfAnUnknownLanguageIsAnsweredWithoutDoubts() {
        Passage vera = passage("Вера", "Вера родилась в городе Кремнёвске. В 1929 году Вера поступила в институт.");
        assertThat(answer("В каком городе родилась Вера?", vera)).startsWith("“Вера родилась");
    }

    @Test
    void attributesAreComparedAcrossLanguages() {
        Passage hafen = passage("Hafen", "Der Hafen von Skelby wird von Astrid Loe geleitet, die 41 Jahre alt ist.");
        assertThat(answer("How old is Astrid Loe?", hafen)).startsWith("“Der Hafen");
        assertThat(answer("What is the address of Astrid Loe?", hafen))
                .startsWith("Found: Astrid Loe. Not found: address.");
        Passage row = passage("Liste", "Gerät: Kompressor Wal; Gewicht in kg: 160.");
        assertThat(answer("How heavy is the Kompressor Wal?", row)).startsWith("“Gerät");
        assertThat(answer("Wie laut ist der Kompressor Wal?", row))
                .startsWith("Gefunden: Kompressor, Wal. Nicht gefunden: laut.");
    }

    @Test
    void aJapaneseSentenceIsAboutItsTopic() {
        Passage born = passage("陶芸", "榊原千鶴は1948年に浜名崎に生まれた。駐車場の係は水野辰夫が引き受けた。");
        assertThat(answer("水野辰夫はどこで生まれましたか。", born)).startsWith("見つかった語：水野辰夫。見つからない語：生まれ。");
        assertThat(answer("榊原千鶴はどこで生まれましたか。", born)).startsWith("“榊原千鶴は");
    }

    @Test
    void aWordThatTellsTheFoundOneApartIsNotLeftOut() {
        Passage prices =
                passage("Prices", "Article: Whole milk; Price: 1.35 pounds.\nArticle: Butter; Price: 3 pounds.");
        assertThat(answer("What is the price of almond milk?", prices))
                .startsWith("Found: price, milk. Not found: almond");
    }

    @Test
    void noPassagesAreNoAnswer() {
        assertThat(answered("Who?", List.of()))
                .isEqualTo(AnswerText.unknown(
                        "There is no passage to answer from: the graph is empty, or the filter hides all of it."));
    }
}
