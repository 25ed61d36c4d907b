package dev.tern.query.answer;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.model.TextEmbedder;
import dev.tern.text.EnglishVerbs;
import dev.tern.text.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the words of a question missing in its quotes: "IBAN" in "What is the IBAN of Corvina
 * Cheese?".
 *
 * <p>A word is present if a word of the quotes, their titles or their relations shares most of its
 * letters. Otherwise the quotes may express it in other words: if it is a common verb, whose forms
 * ("leave", "left") share few letters; or if it brings the vector of the question nearer to the
 * quotes, unless it names the answer ("What is the IBAN"). This is not tried for names and for
 * Japanese, whose words are nouns of at least two Han or Katakana characters. Words that ask for a
 * kind of answer ("year", "high") are ignored. Nothing is reported if the question and the quotes
 * are in different languages.
 */
final class UnansweredWords {
    private static final int SHARED = 4;
    private static final int SHORT = 7;
    private static final double MIN_SHARED_PART = 0.6;
    private static final int MAX_WORDS = 200;

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}]+");
    private static final Pattern NOUN =
            Pattern.compile("[\\p{IsHan}々]{2,}|[\\p{IsKatakana}ー]{2,}|[\\p{IsLatin}\\p{N}]+");

    private final String question;
    private final ContentWords asked;
    private final TextEmbedder embedder;
    private final Language language;
    private final List<String> found = new ArrayList<>();
    private final List<QuestionWord> missing = new ArrayList<>();
    private int nameEnd = -1;
    private boolean hasName;
    private boolean nameFound;
    private boolean allMissing;

    /** A word of the question with its range. */
    private record QuestionWord(int start, int end, String text, boolean isName) {}

    /**
     * Finds the missing words of a question.
     *
     * @param stems the words of the quotes, titles and statements, as {@code asked} compares them
     * @param quotes the text of all quotes
     * @param around the titles and relations of the quotes
     * @param written the language of the quoted passages
     */
    UnansweredWords(
            String question,
            ContentWords asked,
            Set<String> stems,
            String quotes,
            String around,
            Language written,
            TextEmbedder embedder) {
        this.question = question;
        this.asked = asked;
        this.embedder = embedder;
        this.language = Language.of(question);
        if (language != Language.OTHER && language == written) {
            compare(stems, quotes, quotes + "\n" + around);
        }
    }

    private void compare(Set<String> stems, String quotes, String carrying) {
        String normalised = EntityName.normalise(carrying);
        List<String> carried = WORD.matcher(normalised)
                .results()
                .map(word -> word.group())
                .distinct()
                .filter(word -> !language.isFunctionWord(word))
                .limit(MAX_WORDS)
                .toList();
        for (QuestionWord word : content()) {
            String text = EntityName.normalise(word.text());
            boolean said = asked.hold(stems, word.text())
                    || (language == Language.JAPANESE
                            ? normalised.contains(text)
                            : carried.stream().anyMatch(other -> sharesRoot(text, other)));
            hasName |= word.isName();
            nameFound |= word.isName() && said;
            if (said) {
                find(word);
            } else {
                missing.add(word);
            }
        }
        allMissing = found.isEmpty() && !missing.isEmpty();
        if (!missing.isEmpty() && language != Language.JAPANESE) {
            keepUnsaid(quotes);
        }
    }

    /** Returns the content words of the question. */
    private List<QuestionWord> content() {
        Set<String> light = AnswerWords.of(language).set("light");
        List<NameSpans.Span> names = language == Language.GERMAN ? List.of() : NameSpans.capitalised(question);
        return (language == Language.JAPANESE ? NOUN : WORD)
                .matcher(question)
                .results()
                .map(word -> new QuestionWord(
                        word.start(),
                        word.end(),
                        word.group(),
                        names.stream().anyMatch(name -> name.start() <= word.start() && word.end() <= name.end())
                                && question.substring(0, word.start())
                                        .codePoints()
                                        .anyMatch(Character::isLetterOrDigit)))
                .filter(word -> {
                    String small = word.text().toLowerCase(Locale.ROOT);
                    return !language.isFunctionWord(small) && !light.contains(small);
                })
                .toList();
    }

    /** Adds a word that was found; the words of a name are joined. */
    private void find(QuestionWord word) {
        boolean goesOn = word.isName()
                && nameEnd >= 0
                && question.substring(nameEnd, word.start()).isBlank();
        if (goesOn) {
            found.set(found.size() - 1, found.getLast() + " " + word.text());
        } else {
            found.add(word.text());
        }
        nameEnd = word.isName() ? word.end() : -1;
    }

    private static boolean sharesRoot(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        int prefix = 0;
        while (prefix < shorter && one.charAt(prefix) == other.charAt(prefix)) {
            prefix++;
        }
        if (prefix >= SHARED || one.equals(other)) {
            return true;
        }
        if (prefix == shorter && shorter == SHARED - 1 && Math.abs(one.length() - other.length()) <= 1) {
            return true;
        }
        int shared = commonLength(one, other);
        return shared >= SHARED && (shorter <= SHORT || shared >= MIN_SHARED_PART * shorter);
    }

    /** Returns the length of the longest common substring. */
    private static int commonLength(String one, String other) {
        int most = 0;
        int[] before = new int[other.length() + 1];
        for (int i = 0; i < one.length(); i++) {
            int[] now = new int[other.length() + 1];
            for (int j = 0; j < other.length(); j++) {
                now[j + 1] = one.charAt(i) == other.charAt(j) ? before[j] + 1 : 0;
                most = Math.max(most, now[j + 1]);
            }
            before = now;
        }
        return most;
    }

    /**
     * Removes the missing words that the quotes may express in other words, by at most one call of
     * the model.
     */
    private void keepUnsaid(String quotes) {
        missing.removeIf(
                word -> !word.isName() && EnglishVerbs.isCommonForm(word.text().toLowerCase(Locale.ROOT)));
        boolean isOfThing = new AnswerKind(question, asked).isOfThing();
        List<QuestionWord> doubtful = missing.stream()
                .filter(word -> !word.isName() && !(isOfThing && asked.isFirstOfHead(word.text())))
                .toList();
        List<String> texts = new ArrayList<>(List.of(question, quotes));
        doubtful.forEach(word -> texts.add(without(word)));
        if (!doubtful.isEmpty()) {
            Map<String, float[]> vectors = embedder.embed(texts, () -> {});
            double whole = SentenceNearness.cosine(vectors, question, quotes);
            missing.removeIf(word ->
                    doubtful.contains(word) && SentenceNearness.cosine(vectors, without(word), quotes) <= whole);
        }
    }

    private String without(QuestionWord word) {
        return question.substring(0, word.start()) + question.substring(word.end());
    }

    /** Returns true if the quotes lack all names or all words of the question. */
    boolean isAll() {
        return allMissing || (!missing.isEmpty() && hasName && !nameFound);
    }

    /** Returns the sentence to put before the quotes, in the question's language; may be empty. */
    String sentence() {
        String between = language == Language.JAPANESE ? "、" : ", ";
        return missing.isEmpty()
                ? ""
                : String.format(
                                AnswerWords.of(language).text("found"),
                                String.join(between, found),
                                missing.stream().map(QuestionWord::text).collect(Collectors.joining(between)))
                        + "\n";
    }
}
