package dev.tern.documents;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Detects the character encoding of bytes, and decodes them. */
final class TextEncoding {
    /** The number of bytes at the beginning of a file from which its type is detected. */
    static final int BEGINNING = 1 << 16;

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    private static final String XML_NAME =
            "(?s)\\A(\u00ef\u00bb\u00bf<\\?xml[^>]{0,200}?)\\sencoding=([\"'])[^\"'>]*\\2";

    private TextEncoding() {}

    /** Removes the encoding declared by XML, if the XML begins with a UTF-8 byte order mark. */
    static byte[] withoutOtherName(byte[] xml) {
        String bytes = new String(xml, StandardCharsets.ISO_8859_1);
        return bytes.replaceFirst(XML_NAME, "$1").getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * The text of decoded bytes.
     *
     * @param text its characters, without a byte order mark
     * @param remark a clause on replaced characters, or empty
     */
    record DecodedText(String text, String remark) {}

    /**
     * Decodes bytes by the first that applies: a byte order mark; declared UTF-16; detected UTF-16;
     * the declared encoding if all bytes are ASCII (as in ISO-2022-JP); UTF-8 if at least half of
     * the non-ASCII characters are valid; the declared encoding; the likeliest encoding, named in
     * the remark. Malformed bytes become U+FFFD.
     *
     * @param declared the declared character set, or empty
     */
    static DecodedText decode(byte[] bytes, String declared) {
        Charset named = charset(declared);
        boolean wide = named != null && named.name().startsWith("UTF-16");
        Charset marked = marked(bytes);
        Charset certain = marked != null ? marked : wide ? named : unmarkedUtf16(bytes);
        if (certain == null
                && new String(bytes, StandardCharsets.ISO_8859_1).chars().allMatch(c -> c < 128)) {
            // Some encodings of Japanese have ASCII bytes only.
            certain = named;
        }
        if (certain != null) {
            return decodeAs(bytes, certain, false);
        }
        int bad = firstBad(bytes);
        if (bad < 0 ? !isWideChinese(bytes) : isDamagedUtf8(bytes)) {
            return decodeAs(bytes, StandardCharsets.UTF_8, false);
        }
        if (named != null && !named.equals(StandardCharsets.UTF_8)) {
            return decodeAs(bytes, named, false);
        }
        int start = Math.max(0, (bad - GuessedEncoding.SAMPLE / 2) & ~1);
        byte[] sample = Arrays.copyOfRange(bytes, start, Math.min(bytes.length, start + GuessedEncoding.SAMPLE));
        return decodeAs(bytes, GuessedEncoding.of(sample), true);
    }

    /** Returns true if bytes with control characters are probably UTF-16 without a mark. */
    private static boolean isWideChinese(byte[] bytes) {
        int controls = 0;
        for (byte b : bytes) {
            controls += b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f' ? 1 : 0;
        }
        return controls > 0
                && bytes.length % 2 == 0
                && GuessedEncoding.of(Arrays.copyOf(bytes, Math.min(bytes.length, GuessedEncoding.SAMPLE)))
                        .name()
                        .startsWith("UTF-16");
    }

    /** Returns true if at least half of the non-ASCII characters are valid UTF-8. */
    private static boolean isDamagedUtf8(byte[] bytes) {
        String asUtf8 = new String(bytes, StandardCharsets.UTF_8);
        long replaced = asUtf8.chars().filter(c -> c == 0xFFFD).count();
        long beyondAscii = asUtf8.chars().filter(c -> c > 127 && c != 0xFFFD).count();
        return beyondAscii > 0 && beyondAscii >= replaced;
    }

    private static DecodedText decodeAs(byte[] bytes, Charset charset, boolean guessed) {
        String text = new String(bytes, charset);
        String clean = text.startsWith("\uFEFF") ? text.substring(1) : text;
        long replaced = clean.chars().filter(c -> c == 0xFFFD).count();
        String guess = guessed
                ? "is read as " + charset.name()
                        + ", a guess by its letters: --encoding, or load.encoding, overrides it"
                : "";
        String remark = replaced == 0
                ? guess
                : "has " + LoadLimits.number(replaced) + (replaced == 1 ? " place" : " places") + " that "
                        + (replaced == 1 ? "is" : "are") + " no " + charset.name() + " text, replaced by U+FFFD"
                        + (guessed ? "; " + guess : "");
        return new DecodedText(clean, remark);
    }

    /** Returns a charset by name, or null; windows-1252 for Latin-1 and ASCII, as on the web. */
    static @Nullable Charset charset(String name) {
        try {
            Charset charset = name.isEmpty() ? null : Charset.forName(name);
            boolean latin = StandardCharsets.ISO_8859_1.equals(charset) || StandardCharsets.US_ASCII.equals(charset);
            return latin ? WINDOWS_1252 : charset;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return null;
        }
    }

    /** Returns true if bytes are text: they have hardly any control characters, and no zeros. */
    static boolean isText(byte[] beginning) {
        if (marked(beginning) != null || unmarkedUtf16(beginning) != null || isWideChinese(beginning)) {
            return true;
        }
        int controls = 0;
        for (byte b : beginning) {
            if (b == 0) {
                return false;
            }
            boolean space = (b >= '\t' && b <= '\r') || b == 0x1b;
            controls += (b >= 0 && b < ' ' && !space) || b == 127 ? 1 : 0;
        }
        int bad = firstBad(beginning);
        // The last character may be truncated.
        boolean utf8 = bad < 0 || (bad >= beginning.length - 3 && beginning.length >= BEGINNING);
        return controls * 200L <= beginning.length && (utf8 || controls == 0);
    }

    private static @Nullable Charset marked(byte[] bytes) {
        int first = byteAt(bytes, 0);
        int second = byteAt(bytes, 1);
        if (first == 0xEF && second == 0xBB && byteAt(bytes, 2) == 0xBF) {
            return StandardCharsets.UTF_8;
        }
        boolean wide = byteAt(bytes, 2) == 0 && byteAt(bytes, 3) == 0;
        if (first == 0xFF && second == 0xFE) {
            return wide && bytes.length >= 4 ? Charset.forName("UTF-32LE") : StandardCharsets.UTF_16LE;
        }
        return first == 0xFE && second == 0xFF ? StandardCharsets.UTF_16BE : null;
    }

    private static int byteAt(byte[] bytes, int index) {
        return index < bytes.length ? bytes[index] & 0xff : -1;
    }

    /** Returns unmarked UTF-16, or null; in western text, every second byte is zero. */
    private static @Nullable Charset unmarkedUtf16(byte[] bytes) {
        int length = Math.min(bytes.length, 4096) & ~1;
        int even = 0;
        int odd = 0;
        for (int i = 0; i < length; i += 2) {
            even += bytes[i] == 0 ? 1 : 0;
            odd += bytes[i + 1] == 0 ? 1 : 0;
        }
        int half = length / 2;
        if (half < 2) {
            return null;
        }
        if (odd * 10 > half * 7 && even * 20 < half) {
            return StandardCharsets.UTF_16LE;
        }
        return even * 10 > half * 7 && odd * 20 < half ? StandardCharsets.UTF_16BE : null;
    }

    /** Returns the index of the first byte that is not UTF-8, or -1. */
    private static int firstBad(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer scratch = CharBuffer.allocate(Math.min(1 << 13, bytes.length + 1));
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            scratch.clear();
            result = decoder.decode(in, scratch, true);
        }
        return result.isError() ? in.position() : -1;
    }
}
