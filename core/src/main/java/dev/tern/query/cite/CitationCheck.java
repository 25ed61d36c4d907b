package dev.tern.query.cite;

import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.store.SearchWords;
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
 * Checks an answer against its passages, sentence by sentence and without a model. A sentence is
 * unsupported if it has a number or a name that is neither in the cited passages nor in the
 * question, if these passages contain less than a third of its words, or if it cites only numbers
 * without a passage. A sentence without a citation is compared with all passages. Names are
 * compared by whole words, other words by their first {@value EvidenceWords#STEM} characters,
 * without function words and words of the question.
 *
 * <p>The check detects topics that a passage does not mention, but not "before" in place of
 * "after". Numbers are always compared; names and words only if answer and passages are in the same
 * known {@link Language}; names not in German, which capitalises every noun. A sentence without
 * comparable content counts as supported. Immutable.
 */
public final class CitationCheck {
    private static final double MIN_SUPPORTED_SHARE = 1.0 / 3;
    private static final Pattern CITED = Pattern.compile("\\s?\\[(\\d{1,3}+(?:\\s*+,\\s*+\\d{1,3}+)*+)]");
    private static final Pattern NUMBERS = Pattern.compile("(?<!\\s)\\s*+,\\s*+");

    private static final Pattern LIST_MARK = Pattern.compile("^(?:[-*\u2022]|\\d{1,3}[.)])\\s+");

    /** The minimum number of new words to reject a sentence; a shorter one may be inferred. */
    private static final int MIN_CLAIM_WORDS = 3;

    private final List<Claim> claims = new ArrayList<>();
    private final Language language;
    private final EvidenceWords asked;
    private final List<EvidenceWords> passages;
    private final EvidenceWords allEvidence;
    private final Map<Set<Integer>, EvidenceWords> byNumbers = new HashMap<>();
    private boolean isSupported;

    /**
     * Checks the citations of an answer.
     *
     * @param question the question, whose names and numbers need no support
     * @param answer the answer, with numbers of passages in brackets, like [1] or [1, 2]
     * @param passages numbered from 1 in this order
     */
    public CitationCheck(String question, String answer, List<Passage> passages) {
        asked = EvidenceWords.of(question);
        Language written =
                EvidenceWords.of(CITED.matcher(answer).replaceAll("")).language();
        // The language of a very short answer is unknown, so the question's is assumed.
        language = written == Language.OTHER ? asked.language() : written;
        this.passages = passages.stream()
                .map(passage -> EvidenceWords.of(passage.textToEmbed()))
                .toList();
        allEvidence = EvidenceWords.together(this.passages);
        for (CitedSentence sentence : sentences(answer)) {
            claims.add(claim(sentence, answer));
        }
        isSupported |= claims.isEmpty();
    }

    /** Returns the distinct numbers that an answer cites, in order, including unknown ones. */
    public static Set<Integer> numbers(String answer) {
        Set<Integer> numbers = new LinkedHashSet<>();
        CITED.matcher(answer)
                .results()
                .forEach(group -> NUMBERS.splitAsStream(group.group(1))
                        .map(Integer::valueOf)
                        .forEach(numbers::add));
        return numbers;
    }

    /** Returns the first line of an answer with a citation, or an empty text. */
    public static String firstCited(String answer) {
        return answer.lines()
                .filter(line -> !numbers(line).isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns the checked sentences of the answer, in order. */
    public List<Claim> claims() {
        return List.copyOf(claims);
    }

    /**
     * Returns false if no sentence cites a passage, and every sentence has at least three
     * comparable words or numbers beyond the question, none of which is in a passage.
     */
    public boolean isGrounded() {
        return isSupported;
    }

    /**
     * A sentence with its cited numbers. A number after a full stop belongs to the sentence before
     * it, a number at the start of a line to the sentence after it.
     */
    private static final class CitedSentence {
        private final int start;
        private int end;
        private final Set<Integer> cited = new LinkedHashSet<>();

        private CitedSentence(int start, int end) {
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

    private static List<CitedSentence> sentences(String answer) {
        String plain = CITED.matcher(answer)
                .replaceAll(group -> (group.group().startsWith("\n") ? "\n" : " ")
                        + " ".repeat(group.group().length() - 1));
        List<CitedSentence> sentences = new ArrayList<>();
        Sentences.forEach(plain, 0, plain.length(), (start, end) -> {
            if (plain.substring(start, end).codePoints().anyMatch(Character::isLetterOrDigit)) {
                sentences.add(new CitedSentence(start, end));
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
                        && startsLine(plain, group.end(), sentences.get(at + 1).start);
                sentences.get(leads ? at + 1 : at).cite(group.toMatchResult());
            }
        }
        return sentences;
    }

    /** Returns true if a number starts a line, and the next sentence is in the same line. */
    private static boolean startsLine(String plain, int end, int next) {
        int line = plain.lastIndexOf('\n', end - 1) + 1;
        int lineEnd = plain.indexOf('\n', end);
        return plain.substring(line, end).isBlank() && (lineEnd < 0 || next < lineEnd);
    }

    private Claim claim(CitedSentence sentence, String answer) {
        String written = answer.substring(sentence.start, sentence.end);
        String text = CITED.matcher(written).replaceAll("").strip();
        Set<Integer> cited = sentence.cited;
        List<EvidenceWords> found = cited.stream()
                .filter(number -> number >= 1 && number <= passages.size())
                .map(number -> passages.get(number - 1))
                .toList();
        EvidenceWords evidenceWords = cited.isEmpty()
                ? allEvidence
                : byNumbers.computeIfAbsent(Set.copyOf(cited), absent -> EvidenceWords.together(found));
        ClaimContent claimContent = new ClaimContent(LIST_MARK.matcher(text).replaceFirst(""));
        isSupported |= !found.isEmpty() || claimContent.isHeldAtAll();
        boolean supported = (cited.isEmpty() || !found.isEmpty()) && claimContent.isHeldBy(evidenceWords);
        return new ClaimRecord(sentence.start, sentence.end, text, List.copyOf(cited), supported);
    }

    /** The numbers, names and words of a sentence that the question lacks. */
    private final class ClaimContent {
        private final Set<String> numbers = new HashSet<>();
        private final Set<String> names = new HashSet<>();
        private final Set<String> words = new HashSet<>();

        private ClaimContent(String text) {
            for (String word : SearchWords.of(text)) {
                if (word.codePoints().anyMatch(Character::isDigit)) {
                    numbers.add(word);
                } else if (!language.isFunctionWord(word)) {
                    words.add(EvidenceWords.stem(word));
                }
            }
            if (language != Language.GERMAN) {
                NameSpans.capitalised(text).stream()
                        .filter(name -> !opens(text, name))
                        .forEach(name -> names.addAll(SearchWords.of(name.text())));
            }
            numbers.removeAll(asked.words());
            names.removeAll(asked.words());
            names.removeIf(name -> numbers.contains(name) || language.isFunctionWord(name));
            words.removeAll(asked.stems());
        }

        private boolean isHeldBy(EvidenceWords evidenceWords) {
            return evidenceWords.containsAll(numbers)
                    && (!isComparable(evidenceWords)
                            || (evidenceWords.containsAll(names) && evidenceWords.share(words) >= MIN_SUPPORTED_SHARE));
        }

        /** Returns true if a passage has some of the content, or it is short or not comparable. */
        private boolean isHeldAtAll() {
            return !isComparable(allEvidence)
                    || words.size() + numbers.size() < MIN_CLAIM_WORDS
                    || (!words.isEmpty() && allEvidence.share(words) > 0)
                    || numbers.stream().anyMatch(number -> allEvidence.containsAll(Set.of(number)));
        }

        private boolean isComparable(EvidenceWords evidenceWords) {
            return language != Language.OTHER
                    && language == evidenceWords.language()
                    && words.stream().allMatch(evidenceWords::couldHold);
        }
    }

    /** Returns true if a name is only the first word, which is capitalised anyway. */
    private static boolean opens(String text, NameSpans.Span name) {
        return text.substring(0, name.start()).codePoints().noneMatch(Character::isLetterOrDigit)
                && SearchWords.of(name.text()).size() == 1;
    }
}
