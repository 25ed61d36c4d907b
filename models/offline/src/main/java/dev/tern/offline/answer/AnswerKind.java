package dev.tern.offline.answer;

import dev.tern.graph.NameDoubt;
import dev.tern.graph.NameSpans;
import dev.tern.graph.NameSpans.Span;
import dev.tern.note.Notes;
import dev.tern.text.Language;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The kind of answer that a question asks for by its first question word: a person, a place, a
 * time, an amount or a reason. Finds such answers in sentences of any {@link Language}.
 */
final class AnswerKind {
    private static final int MAX_WORDS = 3;

    /** Matches the number at the start of a clause, which is no amount. */
    private static final Pattern LABEL = Pattern.compile("^(?:§\\h?)?\\d{1,3}(?:(?:\\.\\d{1,3}){1,5}+[.)]?|[.)])\\h");

    private static final Pattern QUOTATION = Pattern.compile("^“|”?\\h?\\[\\d{1,9}]$");

    private static final String DATE = anyOf("dates");
    private static final String NUMBER = anyOf("numbers");
    private static final Pattern TIME = Pattern.compile(
            "(?<![\\p{L}\\d])(?:\\d{1,2}(?:[:.]\\d{2})?\\h(?:Uhr|[ap]\\.?m\\b)|(?:\\d{1,2}\\.?\\h(?:de\\h)?)?" + DATE
                    + "(?!\\p{L})(?:\\h(?:de\\h)?\\d{1,4})?|[12]\\d{3}|\\d{1,2}[:.h]\\d{2})(?!\\d)"
                    + "|[\\d〇一二三四五六七八九十]{1,9}[年月日時]");
    private static final String COUNT = "(?:\\d(?:[.,]?\\d){0,20}+|" + NUMBER + "(?:-\\p{L}++)?(?!\\p{L}))";
    private static final Pattern AMOUNT = Pattern.compile(
            "(?:\\b[A-Z]{3}\\h|[$€£¥]\\h?)" + COUNT + "(?:\\h" + NUMBER + ")?" + "|(?iu)(?<![\\p{L}\\d-])" + COUNT
                    + "(?:\\h?%|\\h\\p{L}++)?|[〇一二三四五六七八九十百千万\\d]{1,9}[人個本冊円点枚歳名回\\p{IsKatakana}]");
    /** A number that is no amount, such as a telephone number: "035772". */
    private static final Pattern CODE = Pattern.compile("0\\d");
    /** A capitalised word before a number, but no currency. */
    private static final Pattern NAMED =
            Pattern.compile("(?<!\\p{L})(?!(?:Euro|Rp|Rs|Fr)\\h)\\p{Lu}\\p{Ll}[\\p{L}-]*\\h$");

    private static final Pattern CAUSE =
            Pattern.compile("(?iu)(?<!\\p{L})" + anyOf("causes") + "(?!\\p{L})[^.;:]{0,100}+|[^、。]{0,100}(?:ため|から)");
    private static final Pattern PLACE = Pattern.compile("(?iu)(?<!\\p{L})" + anyOf("places") + "\\h$");
    private static final Pattern ASKING = Pattern.compile(
            "[?？][\\p{Pe}\\p{Pf}\"']{0,9}+$|か。$|ください|(?iu)(?<!\\p{L})" + anyOf("requests") + "(?!\\p{L})");
    /** A Japanese name that ends in Hiragana, as some given names do: 柏木みどり. */
    static final String HAN_NAME =
            "[\\p{IsHan}々]{2,}(?=[あえおこちつひふみむめゆわ]|ま(?![でしすせ])|さ[くやと]|か[おすな])\\p{IsHiragana}{2,4}?(?=[のはがをにでと、。])";

    static final Pattern UNSPACED_NAME = Pattern.compile(HAN_NAME + "|[\\p{IsHan}\\p{IsKatakana}々ー・]{2,}+");
    static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}]++");
    /** The text between two answers that are listed together. */
    private static final Pattern LISTED = Pattern.compile("\\h*+(?:[,、と&]\\h*+)?+(?:(?:and|und|y|dan)\\h*+)?+");
    /** The text before a person's name that makes it a part of another phrase: "the head of". */
    private static final Pattern OF = Pattern.compile("\\bof (?:the )?$");
    /** The particles after a Japanese name that is neither the subject nor the predicate. */
    private static final Pattern OTHER_CASE = Pattern.compile("[はにをへの]|から|で(?!あ|す)");

    private static final Pattern AT = Pattern.compile("で|に[移住位あ]");
    private static final Pattern SENTENCE_END = Pattern.compile("[.!?…]\\h+\\p{Lu}|。");
    /** The distance, in characters, added to answers that are less likely. */
    private static final int UNLIKELY = 50;
    /** The distance added to a place before a word of the question: "in Ulm, where he studied". */
    private static final int EARLY = 10;

    private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]++");

    private final ContentWords questionWords;
    private final Language language;
    private final String kind;
    private final String direction;
    private final Function<String, Stream<Span>> answers;

    AnswerKind(String question, ContentWords questionWords) {
        this.questionWords = questionWords;
        language = Language.ofQuestion(question);
        boolean spaced = language != Language.JAPANESE;
        AnswerWords words = AnswerWords.of(language);
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
        List<String> all = WORD.matcher(text).results().map(MatchResult::group).toList();
        direction = all.isEmpty() ? "" : all.getLast();
        answers = switch (kind) {
            case "amount" -> sentence -> amounts(sentence).filter(this::isNew);
            case "when" -> sentence -> matches(TIME, sentence).filter(this::isNew);
            case "where" -> sentence -> placeNames(sentence, direction).filter(this::isNew);
            case "who" -> sentence -> names(sentence).filter(this::isNew);
            case "why" -> sentence -> matches(CAUSE, sentence);
            default -> sentence -> Stream.empty();
        };
    }

    /**
     * Returns at most three distinct phrases of a text that answer a question by their kind, such
     * as a date for "when" or "because of ice" for "why"; none if the question asks for no such
     * kind. If text and question are in one language and share a word outside names, returns the
     * phrase nearest to it and the phrases listed with that, otherwise the first ones. Except for
     * "why", omits a phrase if all its content words are in the question.
     *
     * @param text a sentence, or a quote as in an answer, in quotation marks and with its number
     */
    static List<String> answerWords(String question, String text) {
        String quote = LABEL.matcher(QUOTATION.matcher(text).replaceAll("")).replaceFirst("");
        return new AnswerKind(question, new ContentWords(question, Notes.NONE.rules()))
                .nearest(quote)
                .map(Span::text)
                .distinct()
                .limit(MAX_WORDS)
                .toList();
    }

    /** Returns true if an answer begins with the words of the question that were not found. */
    static boolean lacksWords(String question, String answer) {
        String found = AnswerWords.of(Language.ofQuestion(question)).text("found");
        return answer.startsWith(found.substring(0, found.indexOf('%')));
    }

    /** Returns the answer nearest to a word of the question and its list, or else all answers. */
    private Stream<Span> nearest(String quote) {
        List<Span> found = answers.apply(quote)
                .sorted(Comparator.comparingInt(Span::start))
                .toList();
        boolean spaced = language != Language.JAPANESE;
        List<MatchResult> heads = (spaced ? WORD : UNSPACED_NAME)
                .matcher(quote)
                .results()
                .filter(word -> questionWords.isOfHead(word.group())
                        || (!spaced && !isNew(new Span(word.start(), word.end(), word.group()))))
                .toList();
        if (found.size() < 2 || heads.isEmpty() || Language.of(quote) != language) {
            return found.stream();
        }
        int first = IntStream.range(0, found.size())
                .boxed()
                .min(Comparator.comparingInt(index -> distance(quote, found.get(index), heads)))
                .orElseThrow();
        int last = first;
        while (first > 0 && areListed(quote, found.get(first - 1), found.get(first))) {
            first--;
        }
        while (last + 1 < found.size() && areListed(quote, found.get(last), found.get(last + 1))) {
            last++;
        }
        return found.subList(first, last + 1).stream();
    }

    private static boolean areListed(String quote, Span one, Span next) {
        return one.end() <= next.start()
                && LISTED.matcher(quote.substring(one.end(), next.start())).matches();
    }

    private int distance(String quote, Span answer, List<MatchResult> heads) {
        if (kind.equals("amount") && questionWords.hasQuestionFocus(questionWords.of(answer.text()))) {
            return -1;
        }
        boolean row = QuotablePart.isRow(quote);
        int early = row ? UNLIKELY : kind.equals("where") ? EARLY : 0;
        int nearest = heads.stream()
                .mapToInt(head -> head.end() <= answer.start()
                        ? apart(quote.substring(head.end(), answer.start()), row)
                        : apart(quote.substring(Math.min(answer.end(), head.start()), head.start()), row) + early)
                .min()
                .orElse(0);
        String before = quote.substring(0, answer.start());
        boolean unlikely = isOfPerson()
                && (language == Language.JAPANESE
                        ? OTHER_CASE.matcher(quote.substring(answer.end())).lookingAt()
                        : answer.text().indexOf(' ') < 0
                                || OF.matcher(before).find()
                                || PLACE.matcher(before).find());
        return nearest + (unlikely ? UNLIKELY : 0);
    }

    /** Returns the length of a text between two words, more if a sentence or a field ends in it. */
    private static int apart(String between, boolean row) {
        boolean ends =
                row ? between.contains("; ") : SENTENCE_END.matcher(between).find();
        return between.length() + (ends ? UNLIKELY : 0);
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

    static String anyOf(String key) {
        return AnswerWords.ofAll(key).stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .collect(Collectors.joining("|", "(?:", ")"));
    }

    /** Returns true if a sentence has an answer of the asked kind. */
    boolean isIn(String sentence) {
        return answers.apply(LABEL.matcher(sentence).replaceFirst("")).findAny().isPresent();
    }

    private static Stream<Span> matches(Pattern pattern, String sentence) {
        return pattern.matcher(sentence).results().map(match -> new Span(match.start(), match.end(), match.group()));
    }

    /** Returns the amounts in a sentence, without function words after them. */
    static Stream<Span> amounts(String sentence) {
        Language here = Language.of(sentence);
        return matches(AMOUNT, sentence)
                .filter(amount -> !isOfName(sentence, amount))
                .map(amount -> {
                    String text = amount.text();
                    int space = text.lastIndexOf(' ');
                    boolean longer = space > 0
                            && here.isFunctionWord(text.substring(space + 1).toLowerCase(Locale.ROOT));
                    return longer ? new Span(amount.start(), amount.start() + space, text.substring(0, space)) : amount;
                });
    }

    /** Returns true for a number after a name, as in "Mill Lane 14", and for a code: "02". */
    private static boolean isOfName(String sentence, Span amount) {
        return CODE.matcher(amount.text()).lookingAt()
                || (amount.text().chars().allMatch(Character::isDigit)
                        && NAMED.matcher(sentence.substring(0, amount.start())).find());
    }

    /**
     * Returns the main names in a quote, and the names of the question that the quote has.
     *
     * @param known names of entities; one replaces its beginning, as "Salt and Smoke" for "Salt"
     */
    static List<String> names(String question, String quote, Collection<String> known) {
        List<String> longer = known.stream()
                .filter(name -> name.indexOf(' ') > 0 && quote.contains(name) && NameDoubt.isMain(name))
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        Stream<String> spans = Stream.concat(names(question), names(quote)).map(Span::text);
        return Stream.concat(longer.stream().filter(question::contains), spans)
                .filter(name -> quote.contains(name)
                        && (name.codePoints().noneMatch(NameSpans::isUnspaced)
                                || ContentWords.UNSPACED_NAME.matcher(name).matches()))
                .map(name -> longer.stream()
                        .filter(whole -> whole.startsWith(name + " & ") || whole.startsWith(name + " and "))
                        .findFirst()
                        .orElse(name))
                .distinct()
                .toList();
    }

    /** Returns the main names in a sentence, without the column names of a table row. */
    static Stream<Span> names(String sentence) {
        // German capitalises every noun, so that a single word may be no name.
        Language here = Language.of(sentence);
        return Stream.concat(
                        NameSpans.capitalised(sentence).stream()
                                .filter(name -> !isHead(sentence, name.end()))
                                .filter(name -> here != Language.GERMAN
                                        || WORD.matcher(name.text())
                                                        .results()
                                                        .filter(word -> !here.isFunctionWord(
                                                                word.group().toLowerCase(Locale.ROOT)))
                                                        .count()
                                                > 1),
                        matches(UNSPACED_NAME, sentence))
                .filter(name -> NameDoubt.isMain(name.text()));
    }

    /** Returns true if the name before an index is a column name, as in "Site: Ulm; Power: 45". */
    private static boolean isHead(String sentence, int end) {
        int colon = sentence.indexOf(':', end);
        int semicolon = sentence.indexOf("; ", end);
        return colon >= 0 && (semicolon < 0 ? sentence.lastIndexOf("; ", end) >= 0 : colon < semicolon);
    }

    /** Returns places after the question's last word, as in "Where to?"; if there are none, all. */
    private static Stream<Span> placeNames(String sentence, String direction) {
        List<Span> places = Stream.concat(
                        NameSpans.capitalised(sentence).stream()
                                .filter(name -> PLACE.matcher(sentence.substring(0, name.start()))
                                        .find()),
                        matches(UNSPACED_NAME, sentence)
                                .filter(name -> AT.matcher(sentence.substring(name.end()))
                                        .lookingAt()))
                .filter(name -> NameDoubt.isMain(name.text()))
                .toList();
        List<Span> there = places.stream()
                .filter(place -> sentence.regionMatches(
                        true, place.start() - direction.length() - 1, direction, 0, direction.length()))
                .toList();
        return there.isEmpty() ? places.stream() : there.stream();
    }

    /** Returns false if an answer has content words, and the question has all of them. */
    private boolean isNew(Span answer) {
        Set<String> own = questionWords.of(answer.text());
        return own.isEmpty() || !questionWords.hasAll(own);
    }
}
