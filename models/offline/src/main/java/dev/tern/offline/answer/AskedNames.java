package dev.tern.offline.answer;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.NameSpans.Span;
import dev.tern.text.GermanNouns;
import dev.tern.text.Language;
import dev.tern.text.NonNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The names in a question, and their use in other texts. */
final class AskedNames {
    private static final Pattern CLAUSE =
            Pattern.compile("[,;:()]|\\h[–—]\\h|(?iu)\\h(?:and|where|while|und|wo|y|donde|dan)\\h");
    /** The start of a clause about the last name before it. */
    private static final Pattern RELATIVE = Pattern.compile("(?iu)^\\h*+" + AnswerKind.anyOf("relatives") + "\\h");

    private static final Pattern NUMBER = Pattern.compile("\\h\\p{L}?\\d[\\p{L}\\d]*|(?:\\.\\p{L}\\b){1,3}");

    /** A name that a contract defines for a party: (hereinafter the "Provider"). */
    private static final Pattern DEFINED =
            Pattern.compile("\\((?:\\p{Ll}[\\p{L}, ]{0,40}+)?[„“‚‘\"«]?(\\p{Lu}[\\p{L}-]{2,30})[”“’‘\"»]?\\)");

    private static final Pattern UNSPACED =
            Pattern.compile(AnswerKind.HAN_NAME + "|" + ContentWords.UNSPACED_NAME.pattern());

    private final String question;
    private final Language language;
    private final List<Span> spans;
    private final List<List<String>> names;

    /**
     * Finds the names of a question.
     *
     * @param noName returns true for a German noun that is no name
     */
    AskedNames(String question, Language language, Predicate<Span> noName) {
        this.question = question;
        this.language = language;
        Stream<Span> capitalised = NameSpans.capitalised(question).stream()
                .filter(name -> name.start() == 0 || question.charAt(name.start() - 1) != '.')
                .filter(name -> language != Language.GERMAN || !noName.test(name))
                .map(this::withoutOpening)
                .map(this::withNumber);
        // Takes only the first match, since a later one such as "電話番号" is no name.
        Stream<Span> unspaced = UNSPACED.matcher(question)
                .results()
                .limit(1)
                .map(name -> new Span(name.start(), name.end(), name.group()));
        spans = Stream.concat(capitalised, unspaced)
                .filter(name -> !name.text().isEmpty())
                .toList();
        names = new ArrayList<>(spans.stream().map(name -> words(name.text())).toList());
    }

    /** Adds names that a text defines for names of the question: "Ada Ltd (the Provider)". */
    void addDefined(String text) {
        for (String line : text.split("\n", -1)) {
            Matcher defined = DEFINED.matcher(line);
            int from = 0;
            while (defined.find()) {
                if (areIn(line.substring(from, defined.start()))) {
                    names.add(words(defined.group(1)));
                }
                from = defined.end();
            }
        }
    }

    /** Returns a name without an opening word of the question or a German noun: "Fähre Lütje". */
    private Span withoutOpening(Span name) {
        boolean opens = question.substring(0, name.start()).codePoints().noneMatch(Character::isLetterOrDigit);
        int opened = opens ? Math.min(name.end(), name.start() + (name.text() + " ").indexOf(' ') + 1) : name.start();
        int start = opened == name.end() ? opened : GermanNouns.nameStart(language, question, opened, name.end());
        return new Span(start, name.end(), question.substring(start, name.end()));
    }

    /** Returns a name with the number, size or rest of a legal form after it: "Skarn Tent 3P". */
    private Span withNumber(Span name) {
        Matcher number = NUMBER.matcher(question).region(name.end(), question.length());
        int end = !name.text().isEmpty() && number.lookingAt() ? number.end() : name.end();
        return new Span(name.start(), end, question.substring(name.start(), end));
    }

    private static List<String> words(String name) {
        return AnswerKind.WORD
                .matcher(EntityName.normalise(name))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    /** Returns the start of a word in a name, with function words before it: "Los Olivos". */
    Optional<Integer> start(MatchResult word) {
        return spans.stream()
                .filter(name -> name.start() <= word.start() && word.end() <= name.end())
                .map(name -> words(question.substring(name.start(), word.start())).stream()
                                .allMatch(language::isFunctionWord)
                        ? name.start()
                        : word.start())
                .findFirst();
    }

    /** Returns true if a text has a name of the question, maybe shorter or with a title. */
    boolean areIn(String text) {
        return ContentWords.unspacedNames(AnswerKind.UNSPACED_NAME, text)
                        .map(MatchResult::group)
                        .anyMatch(word -> spans.stream()
                                .anyMatch(name -> word.contains(name.text())
                                        || name.text().startsWith(word)))
                || NameSpans.capitalised(text).stream()
                        .map(name -> words(name.text()).stream()
                                .filter(word -> word.length() > 1 && !NonNames.isTitle(word))
                                .toList())
                        .anyMatch(own -> !own.isEmpty()
                                && names.stream().anyMatch(name -> isWithin(own, name) || isWithin(name, own)));
    }

    /** Returns true if a field of a table row has all words of a name of the question. */
    boolean areInField(String row) {
        return Arrays.stream(row.split("; ", -1))
                .map(AskedNames::words)
                .anyMatch(field -> names.stream().anyMatch(name -> isWithin(name, field)));
    }

    private boolean isWithin(List<String> some, List<String> others) {
        return some.stream()
                .allMatch(one -> others.stream().anyMatch(other -> SharedRoots.share(language, one, other)));
    }

    /**
     * Returns true if a quote has a word about a name of the question: in a clause with the name;
     * in a later clause, or under a title, heading or opening with the name, with no other name
     * before the word unless a person is asked for; or in no sentence, but under such a heading, and
     * then not only in relations of others.
     *
     * @param around the title, the headings, and the relations of the passage, one a line
     * @param opening the first sentence of the passage, whose names count like those of a heading
     */
    boolean areSubjects(String sentences, String around, String opening, boolean isPerson, Predicate<String> isWord) {
        boolean said = false;
        boolean headed = around.lines().limit(2).anyMatch(this::areIn) || areIn(opening);
        boolean named = headed;
        for (String sentence : sentences.split("\n", -1)) {
            named |= areIn(sentence);
            Optional<Span> before = Optional.empty();
            for (String clause : CLAUSE.split(sentence, -1)) {
                Optional<MatchResult> word = AnswerKind.WORD
                        .matcher(clause)
                        .results()
                        .filter(each -> isWord.test(each.group()))
                        .findFirst();
                said |= word.isPresent();
                boolean isOfOther = RELATIVE.matcher(clause).find()
                        && before.filter(name -> !areIn(name.text())).isPresent();
                boolean alone = named
                        && !isOfOther
                        && word.filter(each -> isPerson
                                        || AnswerKind.names(clause.substring(0, each.start()))
                                                .findAny()
                                                .isEmpty())
                                .isPresent();
                if (alone || (word.isPresent() && areIn(clause))) {
                    return true;
                }
                before = AnswerKind.names(clause).reduce((one, last) -> last);
            }
        }
        List<String> relations = around.lines()
                .skip(2)
                .filter(line -> words(line).stream().anyMatch(isWord))
                .toList();
        return !said && headed && (relations.isEmpty() || relations.stream().anyMatch(this::areIn));
    }

    /**
     * Returns true if a Japanese quote has a word about a name of the question: in a sentence with
     * the name or without another name as topic, or in no sentence if the text around has the name.
     */
    boolean areTopics(String sentences, String around, String cited, String word) {
        return sentences.lines().anyMatch(line -> line.contains(word) && !hasOtherTopic(line, cited, word))
                || (!sentences.contains(word) && areIn(around));
    }

    private boolean hasOtherTopic(String sentence, String cited, String word) {
        String topic = AnswerKind.UNSPACED_NAME
                .matcher(sentence)
                .results()
                .filter(name -> sentence.startsWith("は", name.end()))
                .findFirst()
                .map(MatchResult::group)
                .orElse(word);
        return !areIn(sentence)
                && !question.contains(topic)
                && !topic.contains(word)
                && (topic.length() > 2
                        || UNSPACED.matcher(cited)
                                .results()
                                .anyMatch(name -> name.group().startsWith(topic)));
    }

    boolean isEmpty() {
        return spans.isEmpty();
    }
}
