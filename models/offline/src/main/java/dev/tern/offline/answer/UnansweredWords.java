package dev.tern.offline.answer;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.model.TextEmbedder;
import dev.tern.text.GermanNouns;
import dev.tern.text.Language;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the words of a question that its quotes lack: "IBAN" in "What is the IBAN of Corvina
 * Cheese?".
 *
 * <ul>
 *   <li>A word is present if a word of a quote, its title, headings or relations {@linkplain
 *       SharedRoots shares its root}, or is of the same group ("leave", "left"); a name also if a
 *       cited passage has it.
 *   <li>A word after "how many" is present only in a quote with an amount. An attribute such as
 *       "cost", words before "of" and a name, or the only word outside names, are present only in a
 *       clause about the names. Of table rows, only those with the name count, if there is one.
 *   <li>The wanted thing ("the IBAN"), words that distinguish found words ("almond milk") and names
 *       are reported if missing.
 *   <li>So is every missing run of Han, Katakana or Latin letters in Japanese. Any other missing
 *       word is omitted if a quote with all present words has an answer of the asked kind and no
 *       definite article precedes the word, or if the question without the word is no nearer to the
 *       quotes.
 *   <li>Words that ask for a kind of answer ("year", "high") are ignored, and so are a noun and a
 *       verb that together ask for any deed: "What contribution did Euler make?".
 *   <li>If no quote about the asked names is in the language of the question, only acronyms,
 *       words after "how many" without an amount, and words are reported that {@link AnswerWords}
 *       knows in both languages ("age"); none if the language of the question is unknown.
 * </ul>
 */
final class UnansweredWords {
    private static final Pattern VERB = Pattern.compile("di|ter|ber|me");
    /** A word that is the same in all languages: "IBAN". */
    private static final Pattern ACRONYM = Pattern.compile("\\p{Lu}{2,}");

    private static final Pattern IN_NAME =
            Pattern.compile("\\h*+(?:[&'’-]|of(?: the)?+|and|de(?:l| la)?+|von|und|y)?+\\h*+");
    /** A Japanese noun; a single Han character only if it is an attribute, as in "の妻は". */
    private static final Pattern NOUN = Pattern.compile(
            AnswerKind.HAN_NAME
                    + "|[\\p{IsHan}々ヶ]{2,}|[\\p{IsKatakana}ー]{2,}|[\\p{IsLatin}\\p{N}]+|生まれ|亡くな|(?<=の)[\\p{IsHan}&&[^方中時間前後際上下物者何誰所他]]さ?(?=[はがをの])");

    private final String question;
    private final ContentWords asked;
    private final AnswerKind kind;
    private final TextEmbedder embedder;
    private final Language language;
    private final AnswerWords known;
    private final Set<String> names = new HashSet<>();
    private final IdentityHashMap<Evidence, String> normalised = new IdentityHashMap<>();
    private final AskedNames fullNames;
    private final List<QuestionWord> present = new ArrayList<>();
    private final List<QuestionWord> missing = new ArrayList<>();
    private @Nullable QuestionWord head;
    private boolean hasName;
    private boolean nameFound;
    private boolean allMissing;

    /** A word of the question; its range includes the function words of a name: "Los Tres". */
    private record QuestionWord(int start, int end, String text, boolean isName) {}

    /**
     * A quote as evidence of words.
     *
     * @param text the sentences of the quote
     * @param around the title, headings and relations of its passage
     * @param opening the first sentence of its passage
     * @param language the language of its passage; OTHER for a table row that seems English
     * @param stems the stems of its sentences, headings and statements, by {@link ContentWords}
     */
    record Evidence(String text, String around, String opening, Language language, Set<String> stems) {
        String all() {
            return text + "\n" + around;
        }

        /** Returns the words outside names of several words. */
        Set<String> common() {
            String all = all();
            String common = all;
            for (NameSpans.Span name : NameSpans.capitalised(all)) {
                boolean isName = name.text().indexOf(' ') >= 0
                        && !all.startsWith(":", name.end())
                        && GermanNouns.nameStart(language, all, name.start(), name.end()) == name.start();
                common = isName ? common.replace(name.text(), "") : common;
            }
            return UnansweredWords.words(EntityName.normalise(common)).collect(Collectors.toSet());
        }
    }

    /**
     * Finds the missing words of a question.
     *
     * @param quotes the quotes, at least one, the answer first
     * @param cited the titles and texts of the quoted passages
     */
    UnansweredWords(String question, ContentWords asked, List<Evidence> quotes, String cited, TextEmbedder embedder) {
        this.question = question;
        this.asked = asked;
        this.embedder = embedder;
        kind = new AnswerKind(question, asked);
        language = Language.ofQuestion(question);
        known = AnswerWords.of(language);
        fullNames = new AskedNames(question, language, name -> isCounted(name.start()));
        fullNames.addDefined(cited);
        if (language != Language.OTHER) {
            compare(withoutOtherRows(quotes), EntityName.normalise(cited));
        }
    }

    private static Stream<String> words(String normalised) {
        return AnswerKind.WORD.matcher(normalised).results().map(word -> word.group());
    }

    /** Returns the quotes, without rows of other things if one row is about an asked name. */
    private List<Evidence> withoutOtherRows(List<Evidence> quotes) {
        Predicate<Evidence> isRow = quote -> QuotablePart.isRow(quote.text());
        Predicate<Evidence> isNamed = quote -> fullNames.areInField(quote.text());
        boolean named = quotes.stream().anyMatch(isRow.and(isNamed));
        return quotes.stream()
                .filter(isNamed.or(isRow.negate()).or(quote -> !named))
                .toList();
    }

    private void compare(List<Evidence> quotes, String cited) {
        List<QuestionWord> content = content();
        content.stream().filter(QuestionWord::isName).forEach(word -> names.add(EntityName.normalise(word.text())));
        List<Evidence> named = quotes.stream()
                .filter(quote -> fullNames.areIn(quote.opening() + "\n" + quote.text())
                        || content.stream().anyMatch(word -> word.isName() && carries(quote, word)))
                .toList();
        List<Evidence> about = named.isEmpty() || language == Language.JAPANESE ? quotes : named;
        boolean foreign = about.stream().noneMatch(this::isOwn);
        head = content.stream().filter(word -> !word.isName()).findFirst().orElse(null);
        // A German noun before a name gives its kind, as in "die Fähre Lütje".
        boolean isOfName = content.stream()
                        .filter(word -> !word.isName()
                                && (Character.isLowerCase(word.text().charAt(0))
                                        || content.stream()
                                                .noneMatch(name -> name.isName() && word.end() + 1 == name.start())))
                        .count()
                == 1;
        boolean isChain = content.stream().anyMatch(word -> isBeforeName(word, content) && !isByName(word, content));
        Set<String> citedWords = words(cited).collect(Collectors.toSet());
        for (QuestionWord word : content) {
            boolean isAboutName =
                    !word.isName() && (isOfName || (!isChain && (isAttribute(word) || isBeforeName(word, content))));
            boolean quoted = (isAboutName ? about : quotes)
                    .stream()
                            .filter(quote -> !isAboutName || isOfName(quote, word, cited))
                            .filter(quote -> isOwn(quote)
                                    || content.stream().anyMatch(other -> !other.equals(word) && carries(quote, other)))
                            .anyMatch(quote -> (!word.isName() && isCounted(word.start()))
                                    ? AnswerKind.amounts(quote.text()).findAny().isPresent()
                                            && carries(alone(quote.text(), quote.language()), word)
                                    : carries(quote, word));
            hasName |= word.isName() && language != Language.JAPANESE;
            nameFound |= word.isName() && quoted;
            if (quoted || (word.isName() && citedWords.contains(EntityName.normalise(word.text())))) {
                present.add(word);
            } else if (!foreign
                    || ACRONYM.matcher(word.text()).matches()
                    || (isCounted(word.start())
                            && about.stream()
                                    .allMatch(quote -> AnswerKind.amounts(quote.text())
                                            .findAny()
                                            .isEmpty()))
                    || (!word.isName()
                            && about.stream()
                                    .noneMatch(quote -> same(quote, word).isEmpty()))) {
                missing.add(word);
            }
        }
        allMissing = !missing.isEmpty()
                && present.stream().noneMatch(word -> word.text().codePoints().anyMatch(Character::isLetter));
        if (!missing.isEmpty() && !foreign && language != Language.JAPANESE) {
            keepUnsaid(quotes);
        }
    }

    private boolean isOwn(Evidence quote) {
        return quote.language() == language || quote.language() == Language.OTHER;
    }

    private Set<String> same(Evidence quote, QuestionWord word) {
        return known.answering(EntityName.normalise(word.text()), quote.language());
    }

    /** Returns true if a quote has a word about an asked name, or another name of the entity. */
    private boolean isOfName(Evidence quote, QuestionWord word, String cited) {
        if (language == Language.JAPANESE) {
            return fullNames.isEmpty()
                    || kind.isOfPerson()
                    || fullNames.areTopics(quote.text(), quote.around(), cited, root(word.text()));
        }
        return fullNames.isEmpty()
                || (!fullNames.areIn(quote.all()) && names.stream().allMatch(name -> asked.hold(quote.stems(), name)))
                || fullNames.areSubjects(
                        quote.text(),
                        quote.around(),
                        quote.opening(),
                        kind.isOfPerson(),
                        other -> carries(alone(other, quote.language()), word));
    }

    private boolean carries(Evidence quote, QuestionWord word) {
        String text = EntityName.normalise(word.text());
        Set<String> others = word.isName() ? Set.of() : names;
        if (others.stream().noneMatch(name -> SharedRoots.share(language, text, name))
                && asked.hold(quote.stems(), word.text())) {
            return true;
        }
        String all = normalised.computeIfAbsent(quote, whole -> EntityName.normalise(whole.all()));
        Set<String> same = same(quote, word);
        boolean unspaced = language == Language.JAPANESE;
        return (unspaced && all.contains(word.isName() ? text : root(text)))
                || same.stream().anyMatch(other -> NameSpans.isUnspaced(other.codePointAt(0)) && all.contains(other))
                || words(all)
                        .filter(other -> !others.contains(other))
                        .filter(other -> !language.isFunctionWord(other)
                                && !quote.language().isFunctionWord(other))
                        .anyMatch(other -> (!unspaced && SharedRoots.share(language, text, other))
                                || (same.contains(other) && quote.common().contains(other)));
    }

    /** Returns a Japanese noun without an ending for a day, person or place: 休館 of 休館日. */
    private static String root(String noun) {
        return noun.replaceFirst("(?<=..)[日者地]$", "");
    }

    /** Returns true for the word that names the wanted thing, such as "IBAN". */
    private boolean isHead(QuestionWord word) {
        return !word.isName()
                && (isAttribute(word)
                        || isCounted(word.start())
                        || (!isType(word)
                                && (asked.hasQuestionFocus(asked.of(word.text()))
                                        || (word.equals(head) && !kind.isKnown() && isDefinite(word)))
                                && (kind.isOfThing()
                                        || (kind.isOfPerson()
                                                && known.set("articles").contains(before(word))))));
    }

    /** Returns true for "firm" in "Which firm built it?": an answer names a firm without the word. */
    private boolean isType(QuestionWord word) {
        // A deed may imply the kind of thing, but "is" and "has" do not.
        String next = words(question.substring(word.end()).toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
        return known.phrases("what").contains(before(word))
                && (!language.isFunctionWord(next) || known.set("deed").contains(next))
                && present.stream().anyMatch(other -> !other.isName() && other.start() > word.end());
    }

    /** Returns true for "monthly" and "fee" in "the monthly fee of Corvina Cheese". */
    private boolean isBeforeName(QuestionWord word, List<QuestionWord> content) {
        int next = content.indexOf(word) + 1;
        if (word.isName() || next == content.size()) {
            return false;
        }
        String between =
                question.substring(word.end(), content.get(next).start()).toLowerCase(Locale.ROOT);
        return content.get(next).isName()
                ? words(between).limit(1).anyMatch(known.set("of")::contains)
                : between.isBlank() && isBeforeName(content.get(next), content);
    }

    /** Returns false for "captain", which is not beside the name, in "the captain of the ship of Polarvind". */
    private boolean isByName(QuestionWord word, List<QuestionWord> content) {
        int name = content.indexOf(word) + 1;
        while (!content.get(name).isName()) {
            name++;
        }
        String between = question.substring(
                content.get(name - 1).end(), content.get(name).start());
        return words(between.toLowerCase(Locale.ROOT)).allMatch(language::isFunctionWord);
    }

    private boolean isAttribute(QuestionWord word) {
        return known.set("attributes").contains(word.text().toLowerCase(Locale.ROOT));
    }

    /** Returns true for an index of the question directly after "how many". */
    private boolean isCounted(int place) {
        String start = question.substring(0, place).strip().toLowerCase(Locale.ROOT);
        return known.phrases("many").stream().anyMatch(start::endsWith);
    }

    private Evidence alone(String text, Language textLanguage) {
        return new Evidence(text, "", "", textLanguage, asked.of(text));
    }

    private boolean isDefinite(QuestionWord word) {
        return known.set("definite").contains(before(word));
    }

    /** Returns the previous word in lower case, or an empty text. */
    private String before(QuestionWord word) {
        return words(question.substring(0, word.start()).toLowerCase(Locale.ROOT))
                .reduce("", (one, other) -> other);
    }

    private List<QuestionWord> content() {
        Set<String> light = new HashSet<>(known.set("light"));
        if (!kind.isKnown()) {
            Set<String> all = words(question.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
            light.addAll(known.deeds(language == Language.JAPANESE ? question::contains : all::contains));
        }
        return (language == Language.JAPANESE ? NOUN : AnswerKind.WORD)
                .matcher(question)
                .results()
                .filter(word -> {
                    String small = word.group().toLowerCase(Locale.ROOT);
                    return !language.isFunctionWord(small)
                            && (small.length() > 1 || !question.startsWith(".", word.end()))
                            && (!light.contains(small) || known.set("measures").contains(small));
                })
                .map(word -> {
                    Optional<Integer> name = fullNames.start(word);
                    return new QuestionWord(name.orElse(word.start()), word.end(), word.group(), name.isPresent());
                })
                .toList();
    }

    /** Returns the found words, with words of one name joined: "Kogel & Sohn". */
    private List<String> found() {
        List<String> found = new ArrayList<>();
        int from = 0;
        int nameEnd = -1;
        for (QuestionWord word : present) {
            boolean goesOn = word.isName()
                    && nameEnd >= 0
                    && IN_NAME.matcher(question.substring(nameEnd, word.start()))
                            .matches();
            from = goesOn ? from : word.start();
            if (goesOn) {
                found.removeLast();
            }
            found.add(question.substring(from, word.end()));
            nameEnd = word.isName() || Character.isDigit(word.text().charAt(0)) ? word.end() : -1;
        }
        return found;
    }

    /**
     * Removes the missing words that the quotes may express in other words, with at most one call
     * of the embedding model.
     */
    private void keepUnsaid(List<Evidence> quotes) {
        List<QuestionWord> unsaid = missing.stream()
                .filter(word -> !word.isName() && !isHead(word) && !tellsApart(word))
                .toList();
        if (quotes.stream().anyMatch(quote -> answers(quote, unsaid.size()))) {
            missing.removeIf(word -> unsaid.contains(word) && !isDefinite(word));
        }
        List<QuestionWord> doubtful = missing.stream()
                .filter(word -> unsaid.contains(word) && !isType(word))
                .toList();
        if (doubtful.isEmpty() || found().size() < 2) {
            return;
        }
        String text = quotes.stream().map(quote -> quote.text()).collect(Collectors.joining("\n"));
        List<String> texts = new ArrayList<>(List.of(question, text));
        doubtful.forEach(word -> texts.add(without(word)));
        Map<String, float[]> vectors = embedder.embed(texts, () -> {});
        double whole = SentenceNearness.cosine(vectors, question, text);
        missing.removeIf(
                word -> doubtful.contains(word) && SentenceNearness.cosine(vectors, without(word), text) <= whole);
    }

    /**
     * Returns true if a quote has every found word and an answer of the asked kind, if that kind
     * {@linkplain AnswerKind#isKnown is recognised}. At least as many words as {@code doubtful}
     * must be found, and at least two; the words of a name count as one. Instead of two, one is
     * enough for a recognised kind if it is no name, or if the quote is a row and a person is asked
     * for: a row has several amounts.
     */
    private boolean answers(Evidence quote, int doubtful) {
        String text = quote.text();
        boolean isEnough = kind.isKnown()
                && ((QuotablePart.isRow(text) && kind.isOfPerson())
                        || present.stream().anyMatch(word -> !word.isName()));
        return found().size() >= Math.max(isEnough ? 1 : 2, doubtful)
                && present.stream().allMatch(word -> carries(quote, word))
                && (!kind.isKnown() || kind.isIn(text));
    }

    /** Returns true for a number, and for a word that tells found ones apart: "almond milk". */
    private boolean tellsApart(QuestionWord word) {
        return Character.isDigit(word.text().charAt(0))
                || (!kind.isOfPerson()
                        && present.stream().filter(other -> !other.isName()).anyMatch(other -> switch (language) {
                            case ENGLISH, GERMAN -> isGap(word.end(), other.start(), " ");
                            case SPANISH -> isGap(other.end(), word.start(), " de ");
                            default ->
                                isGap(other.end(), word.start(), " ")
                                        && !VERB.matcher(word.text()).lookingAt();
                        }));
    }

    private boolean isGap(int from, int to, String gap) {
        return from + gap.length() == to && question.startsWith(gap, from);
    }

    private String without(QuestionWord word) {
        return question.substring(0, word.start()) + question.substring(word.end());
    }

    /** Returns true if the quotes lack all words but numbers, or a word and all names. */
    boolean isAll() {
        return allMissing || (!missing.isEmpty() && hasName && !nameFound);
    }

    /** Returns the quotes; if a word is missing, quotes that name only other things come last. */
    List<Quote> inOrder(List<Quote> quotes) {
        return missing.isEmpty()
                ? quotes
                : quotes.stream()
                        .sorted(Comparator.comparing(quote -> !fullNames.areIn(quote.text())
                                && AnswerKind.names(quote.text()).findAny().isPresent()))
                        .toList();
    }

    /** Returns the line to put before the quotes; empty if no word is missing. */
    String sentence() {
        String between = language == Language.JAPANESE ? "、" : ", ";
        return missing.isEmpty()
                ? ""
                : String.format(
                                known.text("found"),
                                String.join(between, found()),
                                missing.stream().map(QuestionWord::text).collect(Collectors.joining(between)))
                        + "\n";
    }
}
