package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.Character.UnicodeScript;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WordPiecesTest {
    private static final List<UnicodeScript> SCRIPTS = List.of(
            UnicodeScript.LATIN,
            UnicodeScript.CYRILLIC,
            UnicodeScript.GREEK,
            UnicodeScript.ARABIC,
            UnicodeScript.HEBREW,
            UnicodeScript.DEVANAGARI,
            UnicodeScript.BENGALI,
            UnicodeScript.THAI,
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.HANGUL,
            UnicodeScript.ARMENIAN,
            UnicodeScript.GEORGIAN,
            UnicodeScript.COMMON,
            UnicodeScript.INHERITED);

    /**
     * Tern's pieces equal the pieces of Hugging Face's tokenizer in ten thousand lines of 16 scripts. Only characters
     * differ that Unicode got after version 8, which the reference knows.
     */
    @Test
    void piecesAreTheReference() throws IOException {
        NativeFiles.keepOffline();
        Random random = new Random(51);
        try (InputStream file = ReadyEncoder.MINILM.tokenizer();
                HuggingFaceTokenizer reference =
                        HuggingFaceTokenizer.newInstance(file, Map.of("padding", "false", "truncation", "false"))) {
            List<String> words = vocabulary();
            WordPieces pieces = new WordPieces(words);
            IntPredicate older = c -> same(pieces, reference, "x" + Character.toString(c) + "y");
            int[][] letters =
                    SCRIPTS.stream().map(script -> letters(script, older)).toArray(int[][]::new);
            long newer = SCRIPTS.stream()
                            .mapToLong(script -> letters(script, c -> true).length)
                            .sum()
                    - Arrays.stream(letters).mapToLong(known -> known.length).sum();
            assertThat(newer).isBetween(1L, 300L);
            for (int line = 0; line < 10_000; line++) {
                String text = text(letters[line % letters.length], letters[14], words, random);
                assertThat(Arrays.stream(pieces.ids(text, Integer.MAX_VALUE)).asLongStream())
                        .as("line %d of seed 51: %s", line, text)
                        .containsExactly(Arrays.stream(
                                        reference.encode(text, false, false).getIds())
                                .boxed()
                                .toArray(Long[]::new));
            }
        }
    }

    private static List<String> vocabulary() throws IOException {
        try (InputStream file = ReadyEncoder.MINILM.tokenizer()) {
            JsonNode ids = new ObjectMapper().readTree(file).path("model").path("vocab");
            return ids.propertyStream()
                    .sorted(Comparator.comparingInt(piece -> piece.getValue().intValue()))
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    private static int[] expected(HuggingFaceTokenizer reference, String text) {
        return Arrays.stream(reference.encode(text, false, false).getIds())
                .mapToInt(Math::toIntExact)
                .toArray();
    }

    private static boolean same(WordPieces pieces, HuggingFaceTokenizer reference, String text) {
        return Arrays.equals(pieces.ids(text, Integer.MAX_VALUE), expected(reference, text));
    }

    private static int[] letters(UnicodeScript script, IntPredicate wanted) {
        return IntStream.range(1, 0x2FFFF)
                .filter(c -> Character.isDefined(c) && Character.getType(c) != Character.SURROGATE)
                .filter(c -> UnicodeScript.of(c) == script)
                .filter(wanted)
                .toArray();
    }

    private static String text(int[] letters, int[] common, List<String> words, Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(60); i >= 0; i--) {
            switch (random.nextInt(8)) {
                case 0 -> text.append(' ');
                case 1 -> text.appendCodePoint(common[random.nextInt(common.length)]);
                case 2 -> text.append(words.get(1_000 + random.nextInt(20_000)));
                default -> text.appendCodePoint(letters[random.nextInt(letters.length)]);
            }
        }
        return text.toString();
    }
}
