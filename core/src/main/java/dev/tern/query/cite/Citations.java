package dev.tern.query.cite;

import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.store.Words;
import dev.tern.text.Language;
import dev.tern.text.Sentences;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks an answer against its passages, sentence by sentence and without a model: a sentence is
 * unsupported if it has a number or a name that is neither in the cited passages nor in the
 * question, or if the passages contain less than a third of its words. Names are compared by whole
 * words, other words by their first {@value Evidence#STEM} letters, without function words and
 * words of the question.
 *
 * <p>This detects topics that a passage does not mention, but not "before" in place of "after".
 * Numbers are always compared; names and words only if answer and passages are in the same language
 * and {@link Language} knows it; names not in German, which capitalises every noun. Everything else
 * counts as supported.
 *
 * <p>Time is linear in the texts. Immutable.
 */
public final class Citations {
    private static final double LEAST_HELD = 1.0 / 3;
    private static final Pattern CITED = Pattern.compile("\\s?\\[(\\d{1,3}+(?:\\s*+,\\s*+\\d{1,3}+)*+)]");
    private static final Pattern NUMBERS = Pattern.compile("(?<!\\s)\\s*+,\\s*+");

    private static final Pattern LIST_MARK = Pattern.compile("^(?:[-*\u2022]|\\d{1,3}[.)])\\s+");

    /** The minimum number of words of a checked claim; a shorter one ("Two.") may be inferred. */
    private static final int LEAST_TO_TELL = 3;

    private final List<Claim> claims = new ArrayList<>();
    private final Language language;
    private final Evidence asked;
    private final List<Evidence> passages;
    private final Evidence whole;
    private final Map<Set<Integer>, Evidence> byNumbers = new HashMap<>();
    private boolean carried;

    /**
     * Checks the citations of an answer.
     *
     * @param question the question, whose names and numbers need no support
     * @param answer with the numbers of passages in brackets, like [1] or [1, 2]
     * @param passages numbered from 1 in this order
     */
    public Citations(String question, String answer, List<Passage> passages) {
        asked = Evidence.of(question);
        Language written = Evidence.of(CITED.matcher(answer).replaceAll("")).language();
        // An answer too short to tell is taken to be in the language of its question.
        language = written == Language.OTHER ? asked.language() : written;
        this.passages = passages.stream()
                .map(passage -> Evidence.of(passage.textToEmbed()))
                .toList();
        whole = Evidence.together(this.passages);
        for (Sentence sentence : sentences(answer)) {
            claims.add(claim(sentence, answer));
        }
        carried |= claims.isEmpty();
    }

    /** Returns the numbers of passages that an answer cites, in its order. */
    public static Set<Integer> numbers(String answer) {
        Set<Integer> numbers = new LinkedHashSet<>();
        CITED.matcher(answer)
                .results()
                .forEach(group -> NUMBERS.splitAsStream(group.group(1))
                        .map(Integer::valueOf)
                        .forEach(numbers::add));
        return numbers;
    }

    /** Returns the first line of an answer that cites a passage, or an empty one. */
    public static String firstCited(String answer) {
        return answer.lines()
                .filter(line -> !numbers(line).isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns the sentences of the answer, in its order. */
    public List<Claim> claims() {
        return List.copyOf(claims);
    }

    /** Returns false if the answer cites no passage, and the passages support no part of it. */
    public boolean carried() {
        return carried;
    }

    /**
     * A sentence with its cited numbers. A number after a full stop belongs to the sentence before
     * it, a number at the start of a line to the next.
     */
    private static final class Sentence {
        private final int start;
        private int end;
        private final Set<Integer> cited = new LinkedHashSet<>();

        private Sentence(int start, int end) {
            this.start = start;
            this.end = end;
        }

        private void cite(MatchResult group) {
            if (group.start() >= start) {
                end = Math.max(end, group.end());
            }
            NUMBERS.splitAsStream(group.group(1)).map(Integer::valueOf).forEach(cited::add);
        }
    }

    private static List<Sentence> sentences(String answer) {
        String plain = CITED.matcher(answer)
                .replaceAll(group -> (group.group().startsWith("\n") ? "\n" : " ")
                        + " ".repeat(group.group().length() - 1));
        List<Sentence> sentences = new ArrayList<>();
        Sentences.forEach(plain, 0, plain.length(), (start, end) -> {
            if (plain.substring(start, end).codePoints().anyMatch(Character::isLetterOrDigit)) {
                sentences.add(new Sentence(start, end));
            }
        });
        int at = 0;
        for (Matcher group = CITED.matcher(answer); group.find(); ) {
            while (at + 1 < sentences.size() && sentences.get(at + 1).start < group.start()) {
                at++;
            }
            if (!sentences.isEmpty()) {
                boolean leads = at + 1 < sentences.size()
                        && sentences.get(at).start < group.start()
                        && leads(plain, group.end(), sentences.get(at + 1).start);
                sentences.get(leads ? at + 1 : at).cite(group.toMatchResult());
            }
        }
        return sentences;
    }

    /** Returns true if a number is first in its line, before a sentence. */
    private static boolean leads(String plain, int end, int next) {
        int line = plain.lastIndexOf('\n', end - 1) + 1;
        int behind = plain.indexOf('\n', end);
        return plain.substring(line, end).isBlank() && (behind < 0 || next < behind);
    }

    private Claim claim(Sentence sentence, String answer) {
        String written = answer.substring(sentence.start, sentence.end);
        String text = CITED.matcher(written).replaceAll("").strip();
        Set<Integer> cited = sentence.cited;
        List<Evidence> found = cited.stream()
                .filter(number -> number >= 1 && number <= passages.size())
                .map(number -> passages.get(number - 1))
                .toList();
        Evidence evidence = cited.isEmpty()
                ? whole
                : byNumbers.computeIfAbsent(Set.copyOf(cited), absent -> Evidence.together(found));
        Said said = new Said(LIST_MARK.matcher(text).replaceFirst(""));
        carried |= !found.isEmpty() || said.isHeldAtAll();
        boolean supported = (cited.isEmpty() || !found.isEmpty()) && said.isHeldBy(evidence);
        return new Claim(sentence.start, sentence.end, text, List.copyOf(cited), supported);
    }

    /** The content of a sentence beyond the question. */
    private final class Said {
        private final Set<String> numbers = new HashSet<>();
        private final Set<String> names = new HashSet<>();
        private final Set<String> words = new HashSet<>();

        private Said(String text) {
            for (String word : Words.of(text)) {
                if (word.codePoints().anyMatch(Character::isDigit)) {
                    numbers.add(word);
                } else if (!language.isFunctionWord(word)) {
                    words.add(Evidence.stem(word));
                }
            }
            if (language != Language.GERMAN) {
                NameSpans.capitalised(text).stream()
                        .filter(name -> !opens(text, name))
                        .forEach(name -> names.addAll(Words.of(name.text())));
            }
            numbers.removeAll(asked.words());
            names.removeAll(asked.words());
            names.removeIf(name -> numbers.contains(name) || language.isFunctionWord(name));
            words.removeAll(asked.stems());
        }

        private boolean isHeldBy(Evidence evidence) {
            return evidence.holds(numbers)
                    && (!isComparable(evidence) || (evidence.holds(names) && evidence.share(words) >= LEAST_HELD));
        }

        /** Returns true if a passage supports any part of it, or it cannot be checked. */
        private boolean isHeldAtAll() {
            return !isComparable(whole)
                    || words.size() + numbers.size() < LEAST_TO_TELL
                    || (!words.isEmpty() && whole.share(words) > 0)
                    || numbers.stream().anyMatch(number -> whole.holds(Set.of(number)));
        }

        private boolean isComparable(Evidence evidence) {
            return language != Language.OTHER
                    && language == evidence.language()
                    && words.stream().allMatch(evidence::couldHold);
        }
    }

    /** Returns true if a name is the first word, which has its capital for its position. */
    private static boolean opens(String text, NameSpans.Span name) {
        return text.substring(0, name.start()).codePoints().noneMatch(Character::isLetterOrDigit)
                && Words.of(name.text()).size() == 1;
    }
}
