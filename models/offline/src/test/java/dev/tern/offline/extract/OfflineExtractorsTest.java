package dev.tern.offline.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class OfflineExtractorsTest {
    private static Passage passage(String title, String text) {
        return Passage.of(SourceDocument.of("d", text).withTitle(title), 0, text, List.of());
    }

    private static List<String> names(String title, String text) {
        return TripletExtractor.names().extract(passage(title, text)).stream()
                .flatMap(statement -> statement.entities().stream())
                .toList();
    }

    private static List<String> rules(String title, String text) {
        return TripletExtractor.rules().extract(passage(title, text)).stream()
                .map(Statement::text)
                .toList();
    }

    @Test
    void triplesGoFromTheTitleAndFromNameToNameByTurns() {
        assertThat(rules(
                        "Daniel Bernoulli",
                        "Daniel Bernoulli was a son of Johann Bernoulli, who taught in Basel and before that"
                                + " in Groningen."))
                .containsExactly(
                        "Daniel Bernoulli was a son of Johann Bernoulli",
                        "Daniel Bernoulli who taught in Basel",
                        "Basel and before that in Groningen");
    }

    @Test
    void thereAreAtMostSixWordsBetweenNames() {
        assertThat(rules("Euler", "He spent what were by far the longest years of all in Berlin."))
                .containsExactly("Euler the longest years of all in Berlin");
    }

    @Test
    void withoutATitleASentenceSaysWhatItSays() {
        assertThat(rules("", "In 1741 Euler left for Berlin; Catherine called him back to Russia."))
                .containsExactly("In 1741 Euler left for Berlin", "Catherine called him back to Russia.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Lena Marr (1902-1980) was an engineer. She built bridges in Vale. | Lena Marr",
                "The Vale Bridge is old. It stands in Vale. | Vale Bridge",
                "Songs of a Summer Night is a film of 1955. It was shown in Vale. | Songs of a Summer Night",
                "When in Vale was a book. It sold well in Rome. | When in Vale",
                "Lena Marr, an engineer, died. She is buried in Vale. | Lena Marr",
                "Lena Marr ist eine Ingenieurin. Geboren wurde sie in Vale. | Lena Marr",
                "Die Marr ist ein Fluss. Er mündet bei Vale in die See. | Marr",
                "Wanda Marr reiste viermal um das Kap, als Mann verkleidet. Sie starb in Vale. | Wanda Marr",
                "El faro de Marr es de la ciudad de Vale. Lo hizo un ingeniero. | faro de Marr",
                "Pulau Marr adalah sebuah pulau di dekat Vale. Penduduknya nelayan. | Pulau Marr",
                "'\"Lena Marr\" wrote this. It was printed in Vale.' | Lena Marr",
                "'Bridges of the Vale (2nd ed.)\nThey all stand near Rome.' | Bridges of the Vale"
            })
    void withoutATitleTheNameThatATextOpensWithStandsForIt(String text, String topic) {
        List<Statement> statements = TripletExtractor.rules()
                .extract(passage("", text.replace("\\n", "\n").strip()));
        assertThat(statements).isNotEmpty();
        assertThat(statements.getLast().entities().getFirst()).isEqualTo(topic);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "He was in Vale. She stayed in Rome.",
                "There is Vale. She stayed in Rome.",
                "In August, Vale was cold. She stayed in Rome.",
                "It was near Vale: she stayed in Rome."
            })
    void aTextThatOpensWithoutANameHasNone(String text) {
        assertThat(rules("", text)).noneMatch(statement -> statement.startsWith("Vale She"));
    }

    @Test
    void namesWithNothingBetweenAreMentionedTogether() {
        assertThat(TripletExtractor.rules().extract(passage("Euler", "He lived in Basel, Switzerland.")))
                .containsExactly(
                        Statement.of("Euler", "He lived in", "Basel"),
                        Statement.ofNames(List.of("Euler", "Switzerland")));
    }

    @Test
    void theBracketsOfATitleAreNoPartOfTheName() {
        assertThat(rules("Mercury (planet)", "Mercury was seen by Galileo."))
                .containsExactly("Mercury was seen by Galileo");
    }

    @Test
    void aSentenceIsAStatementAboutAllThatItNamesAndToldWithItsTitle() {
        assertThat(TripletExtractor.sentences()
                        .extract(
                                passage("Leonhard Euler", "He studied under Johann Bernoulli in Basel. Nothing else.")))
                .containsExactly(
                        new Statement(
                                "Leonhard Euler: He studied under Johann Bernoulli in Basel.",
                                List.of("Leonhard Euler", "Johann Bernoulli", "Basel")),
                        new Statement("Leonhard Euler: Nothing else.", List.of("Leonhard Euler")));
        assertThat(TripletExtractor.sentences().extract(passage("", "it rained all day.")))
                .isEmpty();
    }

    @Test
    void aPassageIsLinkedToTheNamesInIt() {
        assertThat(TripletExtractor.names()
                        .extract(passage("Euler", "He died in Russia. Basel claims him. Euler was blind.")))
                .containsExactly(new Statement("Euler, Russia, Basel", List.of("Euler", "Russia", "Basel")));
        assertThat(names("", "nothing has a name here")).isEmpty();
    }

    @Test
    void aPassageOfManyNamesNamesTheFirst() {
        StringBuilder text = new StringBuilder("They met");
        for (int i = 0; i < 200; i++) {
            text.append(" Anna")
                    .append((char) ('a' + i % 26))
                    .append((char) ('a' + i / 26))
                    .append(',');
        }
        Passage passage = passage("", text.append(" there.").toString());
        assertThat(TripletExtractor.names().extract(passage).getFirst().entities())
                .hasSize(Statement.MAX_ENTITIES);
        assertThat(TripletExtractor.sentences().extract(passage).getFirst().entities())
                .hasSize(Statement.MAX_ENTITIES);
        assertThat(TripletExtractor.rules().extract(passage).getFirst().entities())
                .hasSize(Statement.MAX_ENTITIES);
        assertThat(TripletExtractor.rules().extract(passage("Vale", passage.text())))
                .hasSize(RuleTriplets.MAX_STATEMENTS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "George T. Solomon met J. R. R. Tolkien in St. Moritz. However, Basel won. | George T. Solomon;"
                        + " J. R. R. Tolkien; St. Moritz; Basel",
                "The 1960 Summer Olympics and AT&T and O'Brien's dog and Jean-Paul | 1960 Summer Olympics; AT&T;"
                        + " O'Brien; Jean-Paul",
                "the rain in spain |",
                "2.1 Kettle Estates pays Norvik Data. | Kettle Estates; Norvik Data",
            })
    void capitalisedRunsAreNames(String text, String names) {
        assertThat(String.join("; ", names("", text))).isEqualTo(names == null ? "" : names);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Chinese
                "莱昂哈德·欧拉 | 欧拉于1707年出生于瑞士的巴塞尔。他在巴塞尔大学师从约翰·伯努利，写了《无穷分析引论》。 | 莱昂哈德·欧拉; 欧拉; 1707年; 瑞士; 巴塞尔;"
                        + " 巴塞尔大学; 约翰·伯努利; 无穷分析引论",
                // Japanese
                "レオンハルト・オイラー | 彼はバーゼル大学でヨハン・ベルヌーイに学び、『無限解析入門』を著した。 | レオンハルト・オイラー; バーゼル大学; ヨハン・ベルヌーイ; 無限解析入門",
                // Korean
                "레온하르트 오일러 | 그는 바젤 대학에서 요한 베르누이에게 수학을 배웠다. | 레온하르트 오일러; 바젤 대학; 요한 베르누이; 수학",
                // Arabic
                "ليونهارت أويلر | درس على يد يوهان برنولي في جامعة بازل. | ليونهارت أويلر; يد يوهان برنولي; جامعة بازل",
                // Hindi
                "लियोनहार्ड ऑयलर | वह योहान बर्नूली के छात्र थे और सेंट पीटर्सबर्ग अकादमी में थे। | लियोनहार्ड ऑयलर;"
                        + " योहान बर्नूली; छात्र; सेंट पीटर्सबर्ग अकादमी",
                // Thai
                "เลออนฮาร์ด ออยเลอร์ | เขาเรียนที่มหาวิทยาลัยบาเซิล | เลออนฮาร์ด ออยเลอร์; มหาวิทยาลัยบาเซิล",
                // Hebrew
                "לאונרד אוילר | הוא נולד בשנת 1707 בבאזל. | לאונרד אוילר; 1707; בבאזל",
                // Russian and Greek have capitals
                "Леонард Эйлер | Он учился у Иоганна Бернулли. | Леонард Эйлер; Иоганна Бернулли",
                "Λέοναρντ Όιλερ | Ο δάσκαλός του ήταν ο Γιόχαν Μπερνούλι. | Λέοναρντ Όιλερ; Γιόχαν Μπερνούλι",
                // A sentence of two scripts
                "欧拉 | 他用C++和Linux写了3000行的程序。 | 欧拉; C++; Linux; 3000; 程序",
            })
    void namesAreFoundInManyScripts(String title, String text, String names) {
        assertThat(String.join("; ", names(title, text))).isEqualTo(names);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // German: articles, nouns, callings, "von" as "of"
                "Der Moorklee blüht im Juni. Beschrieben wurde er von der Botanikerin Ida Moor. | Moorklee; Ida Moor",
                "In Ulm traf Pellerin die Richterin Ida Moor, und Botanikerin Jo Rau war da. | Ulm; Pellerin;"
                        + " Ida Moor; Jo Rau",
                "Das waren Pläne von Otto von Tannen. Seine Tochter Greta lebte in Husum und malte. | Otto"
                        + " von Tannen; Greta; Husum",
                "„Die lange Ebbe“ ist ein Roman von Karl Detlef. Das Buch wurde in neun Sprachen übersetzt. |"
                        + " Die lange Ebbe; Karl Detlef",
                "In Strupp war es der Bäckerlehrling Kilian Stumpf, der 18.400 Gulden fand. | Strupp; Kilian Stumpf",
                "In Ulm wurde 1953 die Konrad Adenauer Stiftung von der kleinen Anna Maria Huber besucht. | Ulm;"
                        + " Konrad Adenauer Stiftung; Anna Maria Huber",
                // Spanish: verbs and possessives that open a sentence, titles in small letters
                "Baltasar de la Fuente fue ingeniero. Nació en Astudillo y murió en Lugo. | Baltasar de la Fuente;"
                        + " Astudillo; Lugo",
                "«La casa de la sal» es de Ana del Olmo. Cuenta la vida de tres hermanas. | La casa de la sal; Ana del"
                        + " Olmo",
                "La Papelera del Norte fue de Juana Prol. Sus nietos la vendieron en Soria. | Papelera del Norte;"
                        + " Juana Prol; Soria",
                // Indonesian: words with an ending that open a sentence, months, academic titles
                "Mercusuar Pulau Paus menyala pada 3 Mei 1891. Perancangnya adalah Ir. Emil Tamaela. | Mercusuar Pulau"
                        + " Paus; Ir. Emil Tamaela",
                "Surut Panjang ditulis oleh Karel Detu. Buku ini terbit di Semarang. | Surut Panjang; Karel Detu;"
                        + " Semarang",
                // Japanese: Chinese for "and" is part of a name, an action is none
                "榎川灯台は1887年に技師の和田清三郎が設計した。 | 榎川灯台; 1887年; 技師; 和田清三郎",
                "折原雅人は教師の伊勢文と結婚した。彼女は現在、和歌山で教育を受けている。 | 折原雅人; 教師; 伊勢文; 和歌山",
            })
    void wordsThatOpenASentenceAndNounsAreNoNames(String text, String names) {
        assertThat(String.join("; ", names("", text))).isEqualTo(names);
    }

    @Test
    void ofALongRunWithoutSpacesWhatIsRepeatedIsAName() {
        assertThat(names("", "清华大学计算机科学系招生办公室公告栏。清华大学欢迎你")).contains("清华大学");
    }

    static List<TripletExtractor> extractors() {
        return List.of(TripletExtractor.rules(), TripletExtractor.sentences(), TripletExtractor.names());
    }

    @ParameterizedTest
    @MethodSource("extractors")
    void anyTextIsRead(TripletExtractor extractor) {
        long seed = System.nanoTime();
        System.out.println("OfflineExtractorsTest.anyTextIsRead seed " + seed);
        Random random = new Random(seed);
        String[] bits = {
            "Euler",
            "the",
            " ",
            " ",
            ". ",
            ",",
            "\n",
            "是",
            "欧拉",
            "大学",
            "オイラー",
            "は",
            "바젤",
            "에서",
            "في",
            "بازل",
            "का",
            "बासेल",
            "ในบาเซิล",
            "\u202e",
            "\ud83d",
            "😀",
            "(",
            "「",
            "」",
            "1707",
            "年",
            "\u0000",
            "\u00a0",
            "C++",
            "ß",
            "İ"
        };
        for (int i = 0; i < 1000; i++) {
            StringBuilder text = new StringBuilder("x");
            for (int j = random.nextInt(60); j > 0; j--) {
                text.append(bits[random.nextInt(bits.length)]);
            }
            String title = random.nextInt(3) == 0 ? "" : bits[random.nextInt(bits.length)].repeat(random.nextInt(3));
            extractor.extract(passage(title, text.toString()));
        }
    }

    @ParameterizedTest
    @MethodSource("extractors")
    void longTextsTakeTimeInProportion(TripletExtractor extractor) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (String bit : List.of("A", "a ", "A ", "欧", "欧拉", "오일러 ", "في ", "ออย", "「", "1", "Euler, ", ". ", "オ")) {
            long start = threads.getCurrentThreadCpuTime();
            extractor.extract(passage("Euler", bit.repeat(25_000 / bit.length())));
            // Of the processor, not of the clock: however busy the machine is, it is half a second at most.
            assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - start))
                    .as(bit)
                    .isLessThan(Duration.ofSeconds(4));
        }
    }

    @Test
    void namesOfNoEndAreNone() {
        String endless = "A" + "b".repeat(100_000);
        assertThat(names("", "Here " + endless + " met Anna."))
                .allMatch(name -> name.length() <= PassageNames.MAX_NAME);
        assertThat(names(endless, "He met Anna.")).containsExactly("Anna");
    }

    @Test
    void wordInLowerCaseInOnePartIsNoNameInAnother() {
        Passage one = passage("", "He saw that Whistle was open. Narrow streets led down.");
        Passage other = passage("", "They whistle in the narrow house.");

        assertThat(TripletExtractor.rules().of(List.of(one, other)).extract(one))
                .isEmpty();
        assertThat(TripletExtractor.rules()
                        .of(List.of(one))
                        .extract(one)
                        .getFirst()
                        .entities())
                .containsExactly("Whistle");
    }
}
