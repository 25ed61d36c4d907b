package dev.tern.text;

import java.util.regex.Pattern;

/** Recognises numbers, possibly with signs or a unit, and dates in digits. */
public final class Numbers {
    private static final Pattern NUMBER = Pattern.compile(
            "^(?:[^\\p{L}\\p{N}]*+\\p{N}[^\\p{L}]*+|(?:\\p{Nd}++ ?[年月日号年월일년] ?)++|[-+]?\\p{Nd}(?:[\\p{Nd}.,]|"
                + " (?=\\p{Nd}))*+(?:e[-+]?\\p{Nd}++| (?:"
                + "kg|mg|g|t|km|m|cm|mm|l|ml|ha|kb|mb|gb|tb|ms|s|h|min|kw|kwh|mw|hz|v|w|eur|usd|gbp|chf|czk|kč|pln|zł|sek|nok|dkk|kr|ft|lb|oz"
                + "|км|м|см|мм|кг|г|т|л|ч|мин|руб|грн|tl|huf|lei)\\.?))$");

    private Numbers() {}

    /** Returns true if a text, normalised as the name of an entity, is a number. */
    public static boolean isNumber(String normalised) {
        return NUMBER.matcher(normalised).matches();
    }
}
