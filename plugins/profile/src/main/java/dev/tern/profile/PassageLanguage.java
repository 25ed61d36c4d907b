package dev.tern.profile;

import dev.tern.text.Language;
import java.lang.Character.UnicodeScript;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Detects the language of a passage by its lower-case words and its script. */
final class PassageLanguage {
    private static final Pattern WORD_BREAKS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

    private PassageLanguage() {}

    static Language of(String text) {
        long letters = text.codePoints().filter(Character::isLetter).count();
        long latin = text.codePoints()
                .filter(c -> Character.isLetter(c) && UnicodeScript.of(c) == UnicodeScript.LATIN)
                .count();
        if (2 * latin < letters) {
            return Language.isJapanese(text) ? Language.JAPANESE : Language.OTHER;
        }
        Map<String, Integer> small = new HashMap<>();
        int words = 0;
        for (String word : WORD_BREAKS.split(text, -1)) {
            if (!word.isEmpty() && Character.isLowerCase(word.codePointAt(0))) {
                small.merge(word, 1, Integer::sum);
                words++;
            }
        }
        return Language.of(word -> small.getOrDefault(word, 0), words);
    }
}
