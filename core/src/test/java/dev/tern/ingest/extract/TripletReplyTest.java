package dev.tern.ingest.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.ingest.extract.TripletReply.WrittenTriplet;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TripletReplyTest {
    private static final WrittenTriplet EULER = item("Euler", "was born in", "Basel");
    private static final WrittenTriplet DANIEL = item("Daniel", "taught in", "Basel");

    private static WrittenTriplet item(String subject, String predicate, String object) {
        return new WrittenTriplet(subject, predicate, object, "", "", "");
    }

    private static List<WrittenTriplet> items(String reply) {
        return TripletReply.of(reply).items();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"triplets\": [[\"Euler\", \"was born in\", \"Basel\"], [\"Daniel\", \"taught in\", \"Basel\"]]}",
                "[[\"Euler\", \"was born in\", \"Basel\"], [\"Daniel\", \"taught in\", \"Basel\"]]",
                "```json\n[[\"Euler\",\"was born in\",\"Basel\"],[\"Daniel\",\"taught in\",\"Basel\"]]\n```",
                "Here are [the] triplets: {\"triplets\": [[\"Euler\", \"was born in\", \"Basel\"],"
                        + " [\"Daniel\", \"taught in\", \"Basel\"]]} I hope that helps {a lot}.",
                "<think>Perhaps [[\"x\", \"y\", \"z\"]]?</think>[[\"Euler\", \"was born in\", \"Basel\"],"
                        + " [\"Daniel\", \"taught in\", \"Basel\"]]",
                "[\"Euler\", \"was born in\", \"Basel\"]\n[\"Daniel\", \"taught in\", \"Basel\"]",
                "{\"subject\": \"Euler\", \"predicate\": \"was born in\", \"object\": \"Basel\"}\n"
                        + "{\"subj\": \"Daniel\", \"rel\": \"taught in\", \"obj\": \"Basel\"}",
                "{\"relations\": [{\"Head\": \"Euler\", \"relation\": \"was born in\", \"tail\": \"Basel\"},"
                        + " {\"source\": \"Daniel\", \"type\": \"taught in\", \"target\": \"Basel\"}]}",
                "{\"result\": {\"facts\": [{\"from\": {\"name\": \"Euler\"}, \"label\": \"was born in\","
                        + " \"to\": {\"id\": \"Basel\"}}, [\"Daniel\", \"taught in\", \"Basel\"]]}}",
                "{'triplets': [['Euler', 'was born in', 'Basel'], ['Daniel', 'taught in', 'Basel'],]}",
                "[[Euler, was born in, Basel], [Daniel, taught in, Basel]]",
                "[[“Euler”, “was born in”, “Basel”], [“Daniel”, “taught in”, “Basel”]]",
                "[{\"主体\": \"Euler\", \"关系\": \"was born in\", \"客体\": \"Basel\"},"
                        + " {\"主体\": \"Daniel\", \"关系\": \"taught in\", \"客体\": \"Basel\"}]",
                "{\"wer\": \"Euler\", \"tat\": \"was born in\", \"wo\": \"Basel\"}\n"
                        + "{\"wer\": \"Daniel\", \"tat\": \"taught in\", \"wo\": \"Basel\"}",
                "{\"triplets\": [\n// [\"x\", \"y\", \"z\"] is not said\n[\"Euler\", \"was born in\", \"Basel\"],"
                        + " /* and */ [Daniel, taught in, Basel // so [it, is, said]\n]]}",
                "\ufeff{\"triplets\": [[\"Euler\", \"was born in\", \"Basel\"], [\"Daniel\", \"taught in\","
                        + " \"Basel\"]]}",
                "<|channel|>analysis<|message|>[[\"x\", \"y\","
                        + " \"z\"]]<|end|><|start|>assistant<|channel|>final<|message|>[[\"Euler\", \"was born in\","
                        + " \"Basel\"], [\"Daniel\", \"taught in\", \"Basel\"]]",
                "[THINK][[\"x\", \"y\", \"z\"]][/THINK][[\"Euler\", \"was born in\", \"Basel\"],"
                        + " [\"Daniel\", \"taught in\", \"Basel\"]]",
                "{\"triplets\": [[\"Euler\", \"was born in\", \"Basel\"], [\"Daniel\", \"taught in\", \"Basel\"],"
                        + " [\"Leonh",
                "{\"triplets\": [[\"Euler\", \"was born in\", \"Basel\"], [\"Daniel\", \"taught in\", \"Basel\"],"
                        + " [\"Leonhard\", \"died in\"",
            })
    void theSameTwoTripletsAreReadInManyForms(String reply) {
        assertThat(items(reply)).containsExactly(EULER, DANIEL);
    }

    @Test
    void aSingleTripletDoes() {
        assertThat(items("[\"Euler\", \"was born in\", \"Basel\"]")).containsExactly(EULER);
        assertThat(items("{\"subject\": \"Euler\", \"predicate\": \"was born in\", \"object\": \"Basel\"}"))
                .containsExactly(EULER);
    }

    @Test
    void ofTwoPartsTheSecondIsANameUnlessItStartsInLowerCase() {
        assertThat(items("[[\"Euler\", \"was blind\"], [\"Euler\", \"Basel\"], [\"欧拉\", \"巴塞尔\"]]"))
                .containsExactly(item("Euler", "was blind", ""), item("Euler", "", "Basel"), item("欧拉", "", "巴塞尔"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"triplets\":[\"Lena Marr built Vale bridge\",\"Bo Lind lives in Odense\",\"Eva Dahl paid\"]}",
                "{\"triplets\":[\"Ida Roth leitet die Werft.\",\"Max Blum mauert.\",\"Eva zahlt.\"]}",
                "{\"triplets\":[\"\u5f7c\u306f\u6a4b\u3092\u67b6\u3051\u305f\u3002\",\"\u5f7c\u5973\u306f\u8d70\u3063\u305f\u3002\"]}",
                "[\"Lena Marr baute die Br\u00fccke\", \"Bo Lind lebt in Odense\"]",
                "{\"result\": {\"facts\": [\"Lena Marr a construit le pont\", \"Bo Lind vit \u00e0 Odense\"]}}",
                "{\"triplets\": [\"Пётр построил мост\", \"Анна живёт в Туле\", \"Иван умер\"]}",
                "{\"triplets\":[\"ลีน่าสร้างสะพานเวล\",\"โบอาศัยอยู่ในโอเดนเซ\",\"อีวาจ่ายเงิน\"]}",
                "{\"triplets\":[\"李娜建造了跨江大桥\",\"王伟住在成都市\"]}",
                "{\"triplets\":[[\"It rained.\",\"Bo Lind lives in Odense.\"]]}",
                "{\"triplets\":[{\"text\":\"Lena Marr built Vale bridge\",\"page\":3,\"confidence\":0.9}]}"
            })
    void aListOfSentencesIsNoTriplet(String reply) {
        assertThat(TripletReply.of(reply).items()).isEmpty();
        assertThat(TripletReply.of(reply).malformed()).isEqualTo(1);
        assertThat(TripletReply.of(reply).usable()).isFalse();
        assertThat(items("[\"Lena Marr built it\", [\"Euler\", \"was born in\", \"Basel\"]]"))
                .containsExactly(EULER);
        assertThat(items("[[\"The Old Bridge\", \"was built by\", \"Lena Maria Marr\"]]"))
                .containsExactly(item("The Old Bridge", "was built by", "Lena Maria Marr"));
    }

    @Test
    void aFourthPartSaysMore() {
        assertThat(items("[[\"Euler\", \"moved to\", \"Berlin\", \"in 1741\"]]"))
                .containsExactly(new WrittenTriplet("Euler", "moved to", "Berlin", "in 1741", "", ""));
        assertThat(items("[{\"s\": \"Euler\", \"p\": \"moved to\", \"o\": \"Berlin\", \"time\": 1741}]"))
                .containsExactly(new WrittenTriplet("Euler", "moved to", "Berlin", "1741", "", ""));
    }

    @Test
    void typesAreReadBesideTheirPartsOrInThem() {
        WrittenTriplet typed = new WrittenTriplet("Euler", "was born in", "Basel", "", "person", "city");
        assertThat(items("[{\"subject\": \"Euler\", \"subject_type\": \"person\", \"predicate\": \"was born in\","
                        + " \"object\": \"Basel\", \"object_type\": \"city\"}]"))
                .containsExactly(typed);
        assertThat(items("[{\"subject\": {\"name\": \"Euler\", \"type\": \"person\"}, \"predicate\": \"was born in\","
                        + " \"object\": {\"name\": \"Basel\", \"type\": \"city\"}}]"))
                .containsExactly(typed);
        assertThat(items("[[\"Euler\", \"person\", \"was born in\", \"Basel\", \"city\"]]"))
                .containsExactly(typed);
    }

    @Test
    void numbersAndOtherLiteralsAreWords() {
        assertThat(items("[[\"Basel\", \"has inhabitants\", 175000], [\"Pi\", \"is about\", 3.14e0], [1783, true, 7]]"))
                .containsExactly(
                        item("Basel", "has inhabitants", "175000"),
                        item("Pi", "is about", "3.14e0"),
                        item("1783", "true", "7"));
    }

    @Test
    void severalObjectsAreSeveralTriplets() {
        WrittenTriplet[] both = {item("Euler", "worked in", "Berlin"), item("Euler", "worked in", "St Petersburg")};
        assertThat(items("[[\"Euler\", \"worked in\", [\"Berlin\", \"St Petersburg\"]]]"))
                .containsExactly(both);
        assertThat(items("{\"subject\": \"Euler\", \"predicate\": \"worked in\","
                        + " \"object\": [\"Berlin\", \"St Petersburg\"]}"))
                .containsExactly(both);
    }

    @Test
    void escapesAreUnescaped() {
        assertThat(items("[[\"The \\\"Bern\\u00fcller\\\"\", \"a\\nb\", \"C:\\\\x\\/y\"]]"))
                .containsExactly(item("The \"Bernüller\"", "a b", "C:\\x/y"));
        assertThat(items("[[\"\\u00zz\", \"is\", \"\\ud83d\\ude00\"]]")).containsExactly(item("\\u00zz", "is", "😀"));
    }

    @Test
    void theSlashesOfAnAddressAreNoComment() {
        assertThat(items("[[Euler, is told of at, https://math.example/euler], [Daniel, ran, 12 km/h // fast\n]]"))
                .containsExactly(
                        new WrittenTriplet("Euler", "is told of at", "https", "//math.example/euler", "", ""),
                        item("Daniel", "ran", "12 km/h"));
    }

    @Test
    void anApostropheIsNoQuote() {
        assertThat(items("[['Euler's teacher', 'was', 'Johann']]"))
                .containsExactly(item("Euler's teacher", "was", "Johann"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{\"triplets\": []}",
                "None: ```json\n{\"triplets\":[]}\n```",
                "{\"data\":{\"triplets\":[]}}"
            })
    void anEmptyListIsAGoodReply(String reply) {
        TripletReply none = TripletReply.of(reply);
        assertThat(none.items()).isEmpty();
        assertThat(none.usable()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "I'm sorry, I can't help with that.",
                "{}",
                "{\"triplets\": null}",
                "{\"triplets\": [",
                "[\"Euler\"]",
                "{\"error\": \"too long\"}",
                "[[\"Euler\", \"was bo",
                "{\"triplets\": [[\"\", \" \", \"\"]]}",
                "42",
                "(Euler, was born in, Basel)"
            })
    void whatHasNoTripletsIsNotUsable(String reply) {
        assertThat(TripletReply.of(reply).usable()).isFalse();
    }

    @Test
    void whatIsNoTripletIsCounted() {
        TripletReply reply = TripletReply.of(
                "[[\"Euler\", \"was born in\", \"Basel\"], [\"Euler\"], [\"a\",\"b\",\"c\",\"d\",\"e\",\"f\"],"
                        + " {\"note\": \"x\"}, [\"\", \"is\", \"y\"]]");
        assertThat(reply.items()).containsExactly(EULER);
        assertThat(reply.malformed()).isEqualTo(4);
        assertThat(reply.cut()).isFalse();
    }

    @Test
    void aReplyThatEndsTooSoonIsKnown() {
        assertThat(TripletReply.of("[[\"Euler\", \"was born in\", \"Basel\"], [")
                        .cut())
                .isTrue();
    }

    @Test
    void nothingMakesItThrow() {
        long seed = System.nanoTime();
        System.out.println("TripletReplyTest.nothingMakesItThrow seed " + seed);
        Random random = new Random(seed);
        String good =
                "{\"triplets\": [[\"Euler\", \"was born in\", 'Basel', \"\\u00e9\"], {\"subject\": {\"name\": 1}}]}";
        String[] bits = {
            "{",
            "}",
            "[",
            "]",
            "\"",
            "'",
            ",",
            ":",
            "\\",
            "\\u",
            "“",
            "”",
            "null",
            "a",
            " ",
            "subject",
            "😀",
            "\ud83d",
            "\u202e",
            "triplets",
            "object",
            "\n",
            "1.5"
        };
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(40);
            for (int j = 0; j < length; j++) {
                text.append(bits[random.nextInt(bits.length)]);
            }
            int cut = random.nextInt(good.length());
            text.insert(
                    random.nextInt(text.length() + 1),
                    random.nextBoolean() ? good.substring(0, cut) : good.substring(cut));
            TripletReply.of(text.toString());
        }
    }

    @Test
    void aMegabyteOfJunkIsReadInTimeInProportionToItsLength() {
        Stream<String> junk = Stream.of(
                "[",
                "{",
                "{\"a\":",
                "[[\"a\",",
                "\"",
                "'",
                "[' ",
                "[\\",
                "[\"\\u12",
                "]",
                "[]",
                "[[],",
                "{\"subject\":[",
                "a ",
                "[\"a\",\"b\",[\"c\",\"d\"],",
                "['a'b");
        Assertions.assertTimeout(
                Duration.ofSeconds(60),
                () -> junk.forEach(bit -> TripletReply.of(bit.repeat(1_000_000 / bit.length()))));
    }

    @Test
    void ofEndlessRepliesTheBeginningIsRead() {
        String triplet = "[\"Euler\", \"was born in\", \"Basel\"],";
        assertThat(items("[" + triplet.repeat(40_000))).hasSize(TripletReply.MAX_ITEMS);
    }
}
