package dev.tern.query.answer;

import dev.tern.text.Language;
import dev.tern.text.WordLists;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words of a language that answers without a chat model need, read from a resource. */
final class AnswerWords {
    private static final Map<Language, AnswerWords> ALL = Arrays.stream(Language.values())
            .filter(language -> language != Language.OTHER)
            .collect(Collectors.toMap(
                    language -> language, AnswerWords::read, (one, other) -> one, () -> new EnumMap<>(Language.class)));

    private final Map<String, String> lines;
    private final Map<String, String> firstForms = new HashMap<>();

    private AnswerWords(Map<String, String> lines) {
        this.lines = lines;
        for (String group : set("forms")) {
            String[] forms = group.split("/", -1);
            Arrays.stream(forms).forEach(form -> firstForms.putIfAbsent(form, forms[0]));
        }
    }

    /** Returns the words of a language; the English words for OTHER. */
    static AnswerWords of(Language language) {
        return Objects.requireNonNull(ALL.get(language == Language.OTHER ? Language.ENGLISH : language));
    }

    /** Returns the words under a key in all languages together. */
    static Set<String> ofAll(String key) {
        return ALL.values().stream().flatMap(words -> words.set(key).stream()).collect(Collectors.toUnmodifiableSet());
    }

    private static AnswerWords read(Language language) {
        String name = language.name().toLowerCase(Locale.ROOT) + ".properties";
        Properties lines = WordLists.read(AnswerWords.class.getResourceAsStream(name));
        return new AnswerWords(lines.stringPropertyNames().stream()
                .collect(Collectors.toUnmodifiableMap(key -> key, lines::getProperty)));
    }

    String text(String key) {
        return lines.getOrDefault(key, "");
    }

    Set<String> set(String key) {
        return text(key).isEmpty()
                ? Set.of()
                : Set.copyOf(Arrays.asList(text(key).split(" ")));
    }

    /** Returns the first form of an irregular verb for another one: "grow" for "grew"; else the word. */
    String firstForm(String word) {
        return firstForms.getOrDefault(word, word);
    }

    /** Returns a word and the words of the same meaning; empty for a word of no group. */
    Set<String> group(String word) {
        return Stream.of("groups", "forms")
                .flatMap(key -> set(key).stream())
                .map(group -> Set.of(group.split("/")))
                .filter(group -> group.contains(word))
                .flatMap(Set::stream)
                .collect(Collectors.toUnmodifiableSet());
    }

    List<String> phrases(String key) {
        return text(key).isEmpty() ? List.of() : List.of(text(key).split(", "));
    }
}
