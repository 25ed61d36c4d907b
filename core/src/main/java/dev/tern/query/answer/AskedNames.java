package dev.tern.query.answer;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.NameSpans.Span;
import dev.tern.text.GermanNouns;
import dev.tern.text.Language;
import dev.tern.text.NonNames;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The names in a question in a script with capitals, and their use in other texts. */
final class AskedNames {
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}]+");
    private static final Pattern CLAUSE =
            Pattern.compile("[,;:()]|\\h[–—]\\h|(?iu)\\h(?:and|where|while|und|wo|y|donde|dan)\\h");

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
        spans = NameSpans.capitalised(question).stream()
                .filter(name -> language != Language.GERMAN
                        || !(noName.test(name) || GermanNouns.isNounOfGerman(question, name.start(), name.end())))
                .map(this::withoutOpening)
                .filter(name -> !name.text().isEmpty())
                .toList();
        names = spans.stream().map(name -> words(name.text())).toList();
    }

    /** Returns a name without the first word of the question, which has a capital for its place. */
    private Span withoutOpening(Span name) {
        boolean opens = question.substring(0, name.start()).codePoints().noneMatch(Character::isLetterOrDigit);
        int start = opens ? Math.min(name.end(), name.start() + (name.text() + " ").indexOf(' ') + 1) : name.start();
        return new Span(start, name.end(), question.substring(start, name.end()));
    }

    private static List<String> words(String name) {
        return WORD.matcher(EntityName.normalise(name))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    /** Returns the start of a name's word, with the function words before it: "Los Tres Olivos". */
    Optional<Integer> start(MatchResult word) {
        return spans.stream()
                .filter(name -> name.start() <= word.start() && word.end() <= name.end())
                .map(name -> words(question.substring(name.start(), word.start())).stream()
                                .allMatch(language::isFunctionWord)
                        ? name.start()
                        : word.start())
                .findFirst();
    }

    /** Returns true if a text has a name of the question, maybe shorter, or longer by a title. */
    boolean areIn(String text) {
        return NameSpans.capitalised(text).stream()
                .map(name -> words(name.text()).stream()
                        .filter(word -> !NonNames.isTitle(word))
                        .toList())
                .anyMatch(own ->
                        !own.isEmpty() && names.stream().anyMatch(name -> isWithin(own, name) || isWithin(name, own)));
    }

    private boolean isWithin(List<String> some, List<String> others) {
        return some.stream()
                .allMatch(one -> others.stream().anyMatch(other -> SharedRoots.share(language, one, other)));
    }

    /**
     * Returns true if a quote says a word of a name of the question: in a clause with the name; in
     * another or later one, without other names before the word unless a person is asked for; or
     * only around its sentences, in the title, headings or relations.
     */
    boolean areSubjects(String sentences, String around, boolean isPerson, Predicate<String> isWord) {
        boolean said = false;
        boolean named = around.lines().limit(2).anyMatch(this::areIn);
        for (String sentence : sentences.split("\n", -1)) {
            named |= areIn(sentence);
            for (String clause : CLAUSE.split(sentence, -1)) {
                Optional<MatchResult> word = WORD.matcher(clause)
                        .results()
                        .filter(each -> isWord.test(each.group()))
                        .findFirst();
                said |= word.isPresent();
                boolean alone = named
                        && word.filter(each -> isPerson
                                        || AnswerKind.names(clause.substring(0, each.start()))
                                                .findAny()
                                                .isEmpty())
                                .isPresent();
                if (alone || (word.isPresent() && areIn(clause))) {
                    return true;
                }
            }
        }
        return !said && areIn(around);
    }

    boolean isEmpty() {
        return spans.isEmpty();
    }
}
