package dev.tern.store.milvus.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongTextTest {
    private static final int LIMIT = LongText.PIECE_BYTES;

    /** Characters of one to four bytes; the last ones are two UTF-16 units. */
    private static final List<String> CHARACTERS = List.of("a", "\u0000", "é", "ж", "語", "€", "😀", "𝒜");

    private static void assertFit(String text) {
        List<String> pieces = LongText.pieces(text);
        for (String piece : pieces) {
            byte[] bytes = piece.getBytes(StandardCharsets.UTF_8);
            assertThat(bytes.length).isLessThanOrEqualTo(LIMIT).isEqualTo(LongText.bytes(piece));
            assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(piece);
        }
        assertThat(pieces.stream().skip(1)).doesNotContain("");
        assertThat(LongText.join(pieces.getFirst(), pieces.subList(1, pieces.size())))
                .isEqualTo(text);
    }

    @Test
    void a_text_that_fits_is_one_piece() {
        assertThat(LongText.pieces("")).containsExactly("");
        assertThat(LongText.pieces("short")).containsExactly("short");
        assertThat(LongText.pieces("a".repeat(LIMIT))).hasSize(1);
        assertThat(LongText.pieces("語".repeat(LIMIT / 3))).hasSize(1);
    }

    @Test
    void one_byte_more_makes_another_piece() {
        assertThat(LongText.pieces("a".repeat(LIMIT + 1))).containsExactly("a".repeat(LIMIT), "a");
        assertThat(LongText.pieces("語".repeat(LIMIT / 3 + 1))).containsExactly("語".repeat(LIMIT / 3), "語");
    }

    @Test
    void a_character_is_never_cut() {
        for (String character : CHARACTERS) {
            for (int before = 0; before < 5; before++) {
                assertFit("a".repeat(LIMIT - before) + character + "a".repeat(before) + character);
            }
        }
    }

    @Test
    void random_texts_come_back_from_pieces_that_fit() {
        long seed = System.nanoTime();
        System.out.println("seed of LongTextTest: " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(3 * LIMIT);
            while (text.length() < length) {
                String character = CHARACTERS.get(random.nextInt(CHARACTERS.size()));
                text.append(character.repeat(1 + random.nextInt(2_000)));
            }
            assertFit(text.toString());
        }
    }

    @Test
    void the_longest_text_of_the_widest_characters_fits_into_the_fields() {
        String longest = "😀".repeat(Fields.LONG_TEXT_BYTES / 4);

        assertThat(Fields.LONG_TEXT_BYTES).isGreaterThanOrEqualTo(4_000_000);
        assertThat(LongText.pieces(longest)).hasSizeLessThanOrEqualTo(1 + Fields.MORE_PIECES);
    }
}
