package dev.tern.documents;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.util.List;

/**
 * Guesses the encoding of bytes from the letters that they decode to. Each language uses some
 * letters besides ASCII; a wrong encoding yields other letters, signs within words, and capitals
 * after small letters. Short texts have too few letters for statistics of letter sequences.
 */
final class GuessedEncoding {
    /** The maximum number of bytes from which an encoding is guessed; they may split characters. */
    static final int SAMPLE = 1 << 16;

    /** Encodings with the letters of one language; the first wins a tie. */
    private static final List<Candidate> CANDIDATES = ReaderLists.of("encodings")
            .map(listed -> listed.split(":", 2))
            .map(listed -> new Candidate(listed[0], listed[1]))
            .toList();

    private static final Charset SIMPLIFIED = Charset.forName("GB2312");
    private static final String COMMON_SYMBOLS = "“”„‘’–—…«»€°§©®·\u00a0¿¡、。，：；！？「」『』（）《》〈〉";

    /** The commonest Chinese characters and Korean syllables; nearly every sentence has some. */
    private static final String FREQUENT = "的一是不了在人有我他这這中大来來上国國为為和年个個们們到说說地也子时時出就" + "이다는의가을를에고한하지은로도서사아어자나기리시그있";

    private GuessedEncoding() {}

    /** An encoding and the non-ASCII letters of one language written in it. */
    private record Candidate(String name, String letters) {}

    /** Returns the likeliest encoding; windows-1252 if none fits. */
    static Charset of(byte[] sample) {
        Charset best = Charset.forName("windows-1252");
        double most = -1;
        for (Candidate candidate : CANDIDATES) {
            if (Charset.isSupported(candidate.name())) {
                Charset charset = Charset.forName(candidate.name());
                double score = score(sample, charset, candidate.letters());
                if (score > most + 1e-6) {
                    most = score;
                    best = charset;
                }
            }
        }
        return best;
    }

    /** Returns the score per non-ASCII byte (UTF-16: per byte); negative infinity if malformed. */
    private static double score(byte[] sample, Charset charset, String letters) {
        boolean wide = charset.name().startsWith("UTF-16");
        long beyond = 0;
        for (byte b : sample) {
            beyond += b < 0 ? 1 : 0;
        }
        String text;
        try {
            // The last character may be truncated.
            int length = wide ? sample.length & ~1 : sample.length - (sample.length < SAMPLE ? 0 : 3);
            text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(sample, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            return Double.NEGATIVE_INFINITY;
        }
        double sum = 0;
        char before = ' ';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char next = i + 1 < text.length() ? text.charAt(i + 1) : ' ';
            if (c > 127) {
                // An Asian encoding takes an accented letter and the next for one character.
                boolean within = isAscii(before) && isAscii(next);
                sum += !letters.isEmpty() ? letterScore(c, before, next, letters) : within ? -2 : asian(c, charset);
            }
            before = c;
        }
        return sum / Math.max(1, wide ? sample.length : beyond);
    }

    private static double letterScore(char c, char before, char next, String letters) {
        if (Character.isISOControl(c)) {
            return -3;
        }
        if (!Character.isLetter(c) && Character.getType(c) != Character.NON_SPACING_MARK) {
            boolean within = Character.isLetter(before) && Character.isLetter(next);
            return within && c != '’' ? -2 : COMMON_SYMBOLS.indexOf(c) >= 0 ? 0.5 : -1;
        }
        boolean latin = Character.UnicodeScript.of(c) == Character.UnicodeScript.LATIN;
        double sum = letters.indexOf(Character.toLowerCase(c)) >= 0 ? 2 : latin ? -1 : 0.5;
        boolean mixed = !latin && (isAscii(before) || isAscii(next));
        if (mixed || (Character.isUpperCase(c) && Character.isLowerCase(before))) {
            sum -= 2;
        }
        // Two non-ASCII letters in a row are rare in Latin-script words.
        return latin && before > 127 && Character.isLetter(before) ? sum - 1 : sum;
    }

    private static boolean isAscii(char c) {
        return c < 128 && Character.isLetter(c);
    }

    /** Returns the score of a character of a multi-byte encoding. */
    private static double asian(char c, Charset charset) {
        String name = charset.name();
        boolean wide = name.startsWith("UTF-16");
        Character.UnicodeScript script = Character.UnicodeScript.of(c);
        boolean japanese = wide || name.equals("windows-31j") || name.equals("EUC-JP");
        return switch (script) {
            case HIRAGANA, KATAKANA -> c >= 0xff61 && c <= 0xff9f ? -1 : japanese ? 4 : -1;
            // Any two bytes, read as UTF-16, are often a Hangul syllable.
            case HANGUL -> wide ? 0.5 : FREQUENT.indexOf(c) >= 0 ? 5 : isCommon(c, charset) ? 3 : -1;
            case HAN -> FREQUENT.indexOf(c) >= 0 ? 5 : isCommon(c, charset) ? 3 : -1.5;
            default -> COMMON_SYMBOLS.indexOf(c) >= 0 || (c >= 0xff01 && c <= 0xff5e) ? 1.5 : -1.5;
        };
    }

    /** Returns true if a character is common; the standards list common characters first. */
    private static boolean isCommon(char c, Charset charset) {
        Charset standard = charset.name().startsWith("UTF-16") || charset.equals(Charset.forName("GB18030"))
                ? SIMPLIFIED
                : charset;
        byte[] bytes = String.valueOf(c).getBytes(standard);
        int lead = bytes.length == 2 ? bytes[0] & 0xff : 0;
        return switch (standard.name()) {
            case "GB2312", "EUC-JP" -> lead >= 0xb0 && lead <= (standard.equals(SIMPLIFIED) ? 0xd7 : 0xcf);
            case "x-windows-949" -> lead >= 0xb0 && lead <= 0xc8 && (bytes[1] & 0xff) > 0xa0;
            case "Big5" -> lead >= 0xa4 && lead <= 0xc6;
            case "windows-31j" -> lead >= 0x88 && lead <= 0x98;
            default -> false;
        };
    }
}
