package dev.tern.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A list of the most common English words that are not names; loaded on first use. */
public final class EnglishWords {
    private static final Set<String> WORDS = read();
    private static final List<String> ENDINGS =
            List.of("ing", "ings", "ed", "ly", "s", "es", "ness", "ity", "er", "ers");

    private EnglishWords() {}

    /** Returns true if a lower-case word is listed, as it is or without an ending like "-ing". */
    public static boolean holdForm(String word) {
        if (WORDS.contains(word)) {
            return true;
        }
        for (String ending : ENDINGS) {
            if (word.length() > ending.length() + 2 && word.endsWith(ending)) {
                String stem = word.substring(0, word.length() - ending.length());
                if (WORDS.contains(stem) || WORDS.contains(stem + "e")) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Set<String> read() {
        InputStream list = EnglishWords.class.getResourceAsStream("english-words.txt");
        if (list == null) {
            throw new IllegalStateException("english-words.txt is not in the jar");
        }
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))) {
            return lines.lines().filter(line -> !line.startsWith("#")).collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
