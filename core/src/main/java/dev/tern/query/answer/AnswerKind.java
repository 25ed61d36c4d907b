package dev.tern.query.answer;

import dev.tern.graph.NameSpans;
import dev.tern.note.Notes;
import dev.tern.text.Language;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The kind of answer that a question asks for by its first question word: a person, a place, a
 * time, an amount or a reason. Finds such answers in sentences of any {@link Language}.
 */
public final class AnswerKind {
    private static final int MAX_WORDS = 3;

    /** The number at the start of a clause, which is no amount. */
    private static final Pattern LABEL = Pattern.compile("^(?:§\\h?)?\\d{1,3}(?:(?:\\.\\d{1,3}){1,5}+[.)]?|[.)])\\h");

    private static final Pattern QUOTATION = Pattern.compile("^“|”?\\h?\\[\\d{1,9}]$");

    private static final String DATE = anyOf("dates");
    private static final String NUMBER = anyOf("numbers");
    private static final Pattern TIME = Pattern.compile("(?<![\\p{L}\\d])(?:(?:\\d{1,2}\\.?\\h(?:de\\h)?)?" + DATE
            + "(?!\\p{L})(?:\\h(?:de\\h)?\\d{1,4})?|[12]\\d{3}|\\d{1,2}[:.h]\\d{2})(?!\\d)"
            + "|[\\d〇一二三四五六七八九十]{1,9}[年月日時]");
    private static final Pattern AMOUNT = Pattern.compile("(?iu)(?<![\\p{L}\\d-])(?:\\d(?:[.,]?\\d){0,20}+|" + NUMBER
            + "(?:-\\p{L}++)?(?!\\p{L}))(?:\\h\\p{L}++)?|[〇一二三四五六七八九十百千万\\d]{1,9}[人個本冊円点枚歳名回\\p{IsKatakana}]");
    private static final Pattern CAUSE = Pattern.compile("(?iu)(?<!\\p{L})" + anyOf("causes") + "(?!\\p{L})|ため|から");
    private static final Pattern PLACE = Pattern.compile("(?iu)(?<!\\p{L})" + anyOf("places") + "\\h$");
    private static final Pattern ASKING = Pattern.compile(
            "[?？][\\p{Pe}\\p{Pf}\"']{0,9}+$|か。$|ください|(?iu)(?<!\\p{L})" + anyOf("requests") + "(?!\\p{L})");
    private static final Pattern UNSPACED_NAME = Pattern.compile("[\\p{IsHan}\\p{IsKatakana}々ー・]{2,}+");
    private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]++");

    private final ContentWords asked;
    private final String kind;
    private final Function<String, Stream<String>> answers;

    AnswerKind(String question, ContentWords asked) {
        this.asked = asked;
        boolean spaced = Language.of(question) != Language.JAPANESE;
        AnswerWords words = AnswerWords.of(Language.of(question));
        String text = spaced
                ? " " + NO_LETTERS.matcher(question.toLowerCase(Locale.ROOT)).replaceAll(" ") + " "
                : question;
        ToIntFunction<String> place = key -> words.phrases(key).stream()
                .mapToInt(phrase -> text.indexOf(spaced ? " " + phrase + " " : phrase))
                .filter(index -> index >= 0)
                .min()
                .orElse(Integer.MAX_VALUE);
        kind = Stream.of("amount", "when", "where", "who", "why", "what")
                .filter(each -> place.applyAsInt(each) < Integer.MAX_VALUE)
                .min(Comparator.comparingInt(place))
                .orElse("");
        answers = switch (kind) {
            case "amount" -> sentence -> matches(AMOUNT, sentence).filter(this::isNew);
            case "when" -> sentence -> matches(TIME, sentence).filter(this::isNew);
            case "where" -> sentence -> placeNames(sentence).filter(this::isNew);
            case "who" -> sentence -> names(sentence).filter(this::isNew);
            case "why" -> sentence -> matches(CAUSE, sentence);
            default -> sentence -> Stream.empty();
        };
    }

    /**
     * Returns the first phrases of a text that are of the kind a question asks for, such as dates
     * for "when" or "because" for "why": at most three, distinct, none if the question asks for no
     * such kind. Except for "why", omits a phrase if all its content words are in the question.
     *
     * @param text a sentence, or a quote as in an answer, in quotation marks and with its number
     */
    public static List<String> answerWords(String question, String text) {
        return new AnswerKind(question, new ContentWords(question, Notes.NONE.rules()))
                .in(QUOTATION.matcher(text).replaceAll(""))
                .distinct()
                .limit(MAX_WORDS)
                .toList();
    }

    /** Returns true for a question of "what" or an amount, or without a known question word. */
    boolean isOfThing() {
        return kind.isEmpty() || kind.equals("what") || kind.equals("amount");
    }

    /** Returns true if the question asks for a person. */
    boolean isOfPerson() {
        return kind.equals("who");
    }

    /** Returns true if {@link #isIn} recognises answers of the asked kind. */
    boolean isKnown() {
        return !kind.isEmpty() && !kind.equals("what");
    }

    /** Returns true if a sentence is a question or a request. */
    static boolean asks(String sentence) {
        return ASKING.matcher(sentence).find();
    }

    private static String anyOf(String key) {
        return AnswerWords.ofAll(key).stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .collect(Collectors.joining("|", "(?:", ")"));
    }

    /** Returns true if a sentence has an answer of the asked kind. */
    boolean isIn(String sentence) {
        return in(sentence).findAny().isPresent();
    }

    private Stream<String> in(String sentence) {
        return answers.apply(LABEL.matcher(sentence).replaceFirst(""));
    }

    private static Stream<String> matches(Pattern pattern, String sentence) {
        return pattern.matcher(sentence).results().map(MatchResult::group);
    }

    /** Returns the names in a sentence, without the column names of a table row. */
    private static Stream<String> names(String sentence) {
        // German capitalises every noun, so that a single word may be no name.
        boolean german = Language.of(sentence) == Language.GERMAN;
        return Stream.concat(
                NameSpans.capitalised(sentence).stream()
                        .filter(name -> !isHead(sentence, name.end()))
                        .map(NameSpans.Span::text)
                        .filter(name -> !german || name.indexOf(' ') > 0),
                matches(UNSPACED_NAME, sentence));
    }

    /** Returns true if the name before an index is a column name, as in "Site: Ulm; Power: 45". */
    private static boolean isHead(String sentence, int end) {
        int colon = sentence.indexOf(':', end);
        int semicolon = sentence.indexOf("; ", end);
        return colon >= 0 && (semicolon < 0 ? sentence.lastIndexOf("; ", end) >= 0 : colon < semicolon);
    }

    private Stream<String> placeNames(String sentence) {
        return Stream.concat(
                NameSpans.capitalised(sentence).stream()
                        .filter(name -> PLACE.matcher(sentence.substring(0, name.start()))
                                .find())
                        .map(NameSpans.Span::text),
                matches(UNSPACED_NAME, sentence).filter(name -> sentence.contains(name + "で")));
    }

    /** Returns false if an answer has content words, and the question has all of them. */
    private boolean isNew(String answer) {
        Set<String> own = asked.of(answer);
        return own.isEmpty() || asked.presentIn(own).size() < own.size();
    }
}
