package dev.tern.store.milvus.schema;

import java.util.ArrayList;
import java.util.List;

/** Splits texts into pieces that fit into a field, and joins them again. */
public final class LongText {
    /** The maximum number of bytes of a VARCHAR field. */
    static final int PIECE_BYTES = 65_535;

    private LongText() {}

    /** Splits a text into one or more pieces, each of at most {@value #PIECE_BYTES} UTF-8 bytes. */
    static List<String> pieces(String text) {
        // Three bytes hold any UTF-16 unit, so most texts need no counting.
        if (text.length() <= PIECE_BYTES / 3) {
            return List.of(text);
        }
        List<String> pieces = new ArrayList<>();
        int start = 0;
        int bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            int width = bytes(codePoint);
            if (bytes + width > PIECE_BYTES) {
                pieces.add(text.substring(start, i));
                start = i;
                bytes = 0;
            }
            bytes += width;
            i += Character.charCount(codePoint);
        }
        pieces.add(text.substring(start));
        return pieces;
    }

    static String join(String first, List<String> rest) {
        return rest.isEmpty() ? first : first + String.join("", rest);
    }

    public static int bytes(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            bytes += bytes(codePoint);
            i += Character.charCount(codePoint);
        }
        return bytes;
    }

    private static int bytes(int codePoint) {
        return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }
}
