package dev.tern.offline.answer;

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
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The words of a language that answers without a chat model need, read from a resource. */
final class AnswerWords {
    private static final Map<Language, AnswerWords> ALL = Arrays.stream(Language.values())
            .filter(language -> language != Language.OTHER)
            .collect(Collectors.toMap(
                    language -> language, AnswerWords::read, (one, other) -> one, () -> new EnumMap<>(Language.class)));

    private final Map<String, String> lines;
    private final Map<String, String> firstForms = new HashMap<>();
    /** The words that ask for a concept, and all words for it, by its English name. */
    private final Map<String, Set<String>> asking = new HashMap<>();

    private final Map<String, Set<String>> saying = new HashMap<>();

    private AnswerWords(Map<String, String> lines) {
        this.lines = lines;
        set("forms").forEach(this::add);
        asking.forEach((first, forms) -> forms.forEach(form -> firstForms.putIfAbsent(form, first)));
        set("groups").forEach(this::add);
    }

    private void add(String group) {
        List<String> asked = List.of(group.split("\\+", 2)[0].split("/"));
        asking.put(asked.getFirst(), Set.copyOf(asked));
        saying.put(asked.getFirst(), Set.copyOf(List.of(group.split("[/+]"))));
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

    /** Returns the base form of an irregular verb: "grow" for "grew"; any other word as it is. */
    String firstForm(String word) {
        return firstForms.getOrDefault(word, word);
    }

    /** Returns the words, in a language or for OTHER in all, for a concept that a word asks for. */
    Set<String> answering(String word, Language other) {
        return asking.entrySet().stream()
                .filter(concept -> concept.getValue().contains(word))
                .flatMap(concept -> ALL.entrySet().stream()
                        .filter(each -> other == Language.OTHER || other == each.getKey())
                        .flatMap(each -> each.getValue().saying.getOrDefault(concept.getKey(), Set.of()).stream()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the words of a question that ask for any deed: "contribution" and "make". */
    Set<String> deeds(Predicate<String> isAsked) {
        return set("deeds").stream()
                .filter(group -> Arrays.stream(group.split("\\+", 2))
                        .allMatch(side -> Arrays.stream(side.split("/")).anyMatch(isAsked)))
                .flatMap(group -> Arrays.stream(group.split("[/+]")))
                .collect(Collectors.toUnmodifiableSet());
    }

    List<String> phrases(String key) {
        return text(key).isEmpty() ? List.of() : List.of(text(key).split(", "));
    }
}
