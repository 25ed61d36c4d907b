package dev.tern.query.answer;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.model.TextEmbedder;
import dev.tern.text.GermanNouns;
import dev.tern.text.Language;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the words of a question that its quotes lack: "IBAN" in "What is the IBAN of Corvina
 * Cheese?".
 *
 * <ul>
 *   <li>A word is present if a word of a quote, its title, headings or relations begins with the
 *       same letters (four, and more than half of the longer word), shares a long part with it, or
 *       is of the same group ("leave", "left"); a name also if a cited passage has it.
 *   <li>Only a quote with an amount has a word after "how many". Only a quote about the names has
 *       the only other word, or an attribute such as "cost".
 *   <li>Required are the wanted thing ("the IBAN") and words before a relative clause; words of the
 *       clause only if none before it is present.
 *   <li>Other missing words are not reported if they follow no definite article and a quote with
 *       all present words answers the question's kind, or if the question's vector without them is
 *       no nearer to the quotes; names always are, and in Japanese every run of Han, Katakana or
 *       Latin letters.
 *   <li>Words that ask for a kind of answer ("year", "high") are ignored. Nothing is reported if
 *       the language of the question is unknown, or no quote about the asked names is in it.
 * </ul>
 */
final class UnansweredWords {
    private static final int SHARED = 4;
    private static final int SHORT = 7;
    private static final double MIN_SHARED_PART = 0.6;
    private static final int MAX_WORDS = 200;

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}]+");
    /** A Japanese noun; one of a single Han character only as an attribute, as in "の妻は". */
    private static final Pattern NOUN = Pattern.compile("[\\p{IsHan}々]{2,}|[\\p{IsKatakana}ー]{2,}|[\\p{IsLatin}\\p{N}]+"
            + "|(?<=の)[\\p{IsHan}&&[^方中時間前後際上下物者何誰所他]]さ?(?=[はがを])");

    private final String question;
    private final ContentWords asked;
    private final AnswerKind kind;
    private final TextEmbedder embedder;
    private final Language language;
    private final AnswerWords known;
    private final List<String> found = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final List<QuestionWord> present = new ArrayList<>();
    private final List<QuestionWord> missing = new ArrayList<>();
    private int nameEnd = -1;
    private boolean hasName;
    private boolean nameFound;
    private boolean allMissing;

    /** A word of the question with its range. */
    private record QuestionWord(int start, int end, String text, boolean isName) {}

    /**
     * A quote as evidence of words.
     *
     * @param text the sentences of the quote
     * @param around the title, headings and relations of its passage
     * @param language the language of its passage
     * @param stems the stems of its sentences, headings and statements, by {@link ContentWords}
     */
    record Evidence(String text, String around, Language language, Set<String> stems) {}

    /** A quote with its words; {@code common} has the words outside names of several words. */
    private record QuoteWords(Evidence quote, String normalised, List<String> words, Set<String> common) {}

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
        language = Language.of(question);
        known = AnswerWords.of(language);
        if (language != Language.OTHER) {
            compare(quotes.stream().map(this::wordsOf).toList(), EntityName.normalise(cited));
        }
    }

    private QuoteWords wordsOf(Evidence quote) {
        String normalised = EntityName.normalise(quote.text() + "\n" + quote.around());
        String common = quote.text() + "\n" + quote.around();
        for (NameSpans.Span name : NameSpans.capitalised(common)) {
            common = name.text().indexOf(' ') < 0 ? common : common.replace(name.text(), "");
        }
        return new QuoteWords(
                quote,
                normalised,
                words(normalised)
                        .distinct()
                        .filter(word -> !language.isFunctionWord(word))
                        .limit(MAX_WORDS)
                        .toList(),
                words(EntityName.normalise(common)).collect(Collectors.toSet()));
    }

    private static Stream<String> words(String normalised) {
        return WORD.matcher(normalised).results().map(word -> word.group());
    }

    private void compare(List<QuoteWords> quotes, String cited) {
        List<QuestionWord> content = content();
        content.stream().filter(QuestionWord::isName).forEach(word -> names.add(EntityName.normalise(word.text())));
        if (about(content, quotes).stream().noneMatch(quote -> quote.quote().language() == language)) {
            return;
        }
        boolean isOfName = content.stream().filter(word -> !word.isName()).count() == 1;
        List<QuoteWords> about = about(content, quotes);
        Set<String> citedWords = words(cited).collect(Collectors.toSet());
        for (QuestionWord word : content) {
            boolean isAboutName = !word.isName() && (isOfName || isAttribute(word));
            boolean quoted = (isAboutName ? about : quotes)
                    .stream()
                            .anyMatch(quote -> (!word.isName() && isCounted(word.start()))
                                    ? counts(quote, word)
                                    : carries(quote, word));
            hasName |= word.isName();
            nameFound |= word.isName() && quoted && !isSmall(quotes, word);
            if (quoted || (word.isName() && citedWords.contains(EntityName.normalise(word.text())))) {
                addFound(word);
            } else {
                missing.add(word);
            }
        }
        allMissing = !missing.isEmpty()
                && found.stream().noneMatch(word -> word.codePoints().anyMatch(Character::isLetter));
        if (!missing.isEmpty() && language != Language.JAPANESE) {
            missing.removeIf(word -> !word.isName() && !isHead(word) && isInClause(word));
            keepUnsaid(quotes);
        }
    }

    /**
     * Returns the quotes with an asked name, and the quotes that contain a name of several words
     * from one of these; all quotes if none has an asked name.
     */
    private List<QuoteWords> about(List<QuestionWord> content, List<QuoteWords> quotes) {
        List<QuoteWords> about = quotes.stream()
                .filter(quote -> content.stream().anyMatch(word -> word.isName() && carries(quote, word)))
                .toList();
        Set<String> led = about.stream()
                .flatMap(quote -> NameSpans.capitalised(quote.quote().text()).stream())
                .map(NameSpans.Span::text)
                .filter(name -> name.indexOf(' ') > 0)
                .collect(Collectors.toSet());
        return about.isEmpty()
                ? quotes
                : quotes.stream()
                        .filter(quote -> about.contains(quote)
                                || led.stream().anyMatch(quote.quote().text()::contains))
                        .toList();
    }

    private boolean carries(QuoteWords quote, QuestionWord word) {
        String text = EntityName.normalise(word.text());
        Set<String> others = word.isName() ? Set.of() : names;
        if (others.stream().noneMatch(name -> sharesRoot(text, name))
                && asked.hold(quote.quote().stems(), word.text())) {
            return true;
        }
        if (language == Language.JAPANESE) {
            return quote.normalised().contains(text);
        }
        Set<String> same = known.group(text);
        return quote.words().stream()
                .anyMatch(other -> !others.contains(other)
                        && (sharesRoot(text, other)
                                || (same.contains(other) && quote.common().contains(other))));
    }

    /** Returns true for the word that names the wanted thing, such as "IBAN". */
    private boolean isHead(QuestionWord word) {
        return !word.isName()
                && (isAttribute(word)
                        || isCounted(word.start())
                        || (asked.hasQuestionFocus(asked.of(word.text()))
                                && (kind.isOfThing()
                                        || (kind.isOfPerson()
                                                && known.set("articles").contains(before(word))))));
    }

    private boolean isAttribute(QuestionWord word) {
        return known.set("attributes").contains(word.text().toLowerCase(Locale.ROOT));
    }

    /** Returns true if quotes have an English name in lower case only: "tower" for "Tower". */
    private boolean isSmall(List<QuoteWords> quotes, QuestionWord name) {
        return language == Language.ENGLISH
                && quotes.stream().anyMatch(quote -> quote.words().contains(EntityName.normalise(name.text())))
                && quotes.stream()
                        .map(QuoteWords::quote)
                        .noneMatch(quote -> (quote.text() + quote.around()).contains(name.text()));
    }

    /** Returns true for an index of the question right after "how many". */
    private boolean isCounted(int place) {
        String start = question.substring(0, place).strip().toLowerCase(Locale.ROOT);
        return known.phrases("many").stream().anyMatch(start::endsWith);
    }

    /** Returns true if a quote's sentences have a word and an answer of the asked kind. */
    private boolean counts(QuoteWords quote, QuestionWord word) {
        String text = quote.quote().text();
        Evidence alone = new Evidence(text, "", quote.quote().language(), asked.of(text));
        return kind.isIn(text) && carries(wordsOf(alone), word);
    }

    /** Returns the previous word in lower case, or an empty text. */
    private String before(QuestionWord word) {
        return WORD.matcher(question.substring(0, word.start()))
                .results()
                .map(match -> match.group().toLowerCase(Locale.ROOT))
                .reduce("", (one, other) -> other);
    }

    private List<QuestionWord> content() {
        Set<String> light = known.set("light");
        List<NameSpans.Span> names = NameSpans.capitalised(question).stream()
                .filter(name -> language != Language.GERMAN
                        || !(isCounted(name.start()) || GermanNouns.isNounOfGerman(question, name.start(), name.end())))
                .toList();
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

    /** Adds a word that was found; adjacent words of names are joined by a space. */
    private void addFound(QuestionWord word) {
        boolean goesOn = word.isName()
                && nameEnd >= 0
                && question.substring(nameEnd, word.start()).isBlank();
        if (goesOn) {
            found.set(found.size() - 1, found.getLast() + " " + word.text());
        } else {
            found.add(word.text());
        }
        present.add(word);
        nameEnd = word.isName() ? word.end() : -1;
    }

    private boolean sharesRoot(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        int prefix = 0;
        while (prefix < shorter && one.charAt(prefix) == other.charAt(prefix)) {
            prefix++;
        }
        if ((prefix >= SHARED && 2 * prefix > Math.max(one.length(), other.length())) || one.equals(other)) {
            return true;
        }
        if (prefix == shorter && shorter == SHARED - 1 && Math.abs(one.length() - other.length()) <= 1) {
            return true;
        }
        String shared = longestCommon(one, other);
        String shortest = one.length() <= other.length() ? one : other;
        return shared.length() >= SHARED
                && (language == Language.ENGLISH
                        ? shortest.equals(shared) && shared.length() > SHARED
                        : shortest.startsWith(shared) || (language != Language.SPANISH && shortest.endsWith(shared)))
                && (shorter <= SHORT || shared.length() >= MIN_SHARED_PART * shorter);
    }

    private static String longestCommon(String one, String other) {
        String most = "";
        int[] before = new int[other.length() + 1];
        for (int i = 0; i < one.length(); i++) {
            int[] now = new int[other.length() + 1];
            for (int j = 0; j < other.length(); j++) {
                now[j + 1] = one.charAt(i) == other.charAt(j) ? before[j] + 1 : 0;
                if (now[j + 1] > most.length()) {
                    most = one.substring(i + 1 - now[j + 1], i + 1);
                }
            }
            before = now;
        }
        return most;
    }

    /**
     * Removes the missing words that the quotes may express in other words, with at most one call
     * of the embedding model.
     */
    private void keepUnsaid(List<QuoteWords> quotes) {
        List<QuestionWord> unsaid =
                missing.stream().filter(word -> !word.isName() && !isHead(word)).toList();
        if (quotes.stream().anyMatch(quote -> answers(quote, unsaid.size()))) {
            missing.removeIf(word -> unsaid.contains(word) && !isBeforeClause(word) && !isThing(word));
        }
        List<QuestionWord> doubtful = missing.stream()
                .filter(word -> unsaid.contains(word) && !isBeforeClause(word))
                .toList();
        if (doubtful.isEmpty() || found.size() < 2) {
            return;
        }
        String text = quotes.stream().map(quote -> quote.quote().text()).collect(Collectors.joining("\n"));
        List<String> texts = new ArrayList<>(List.of(question, text));
        doubtful.forEach(word -> texts.add(without(word)));
        Map<String, float[]> vectors = embedder.embed(texts, () -> {});
        double whole = SentenceNearness.cosine(vectors, question, text);
        missing.removeIf(
                word -> doubtful.contains(word) && SentenceNearness.cosine(vectors, without(word), text) <= whole);
    }

    /**
     * Returns true if a quote has all found words and, if such answers are recognised, an answer of
     * the asked kind. At least two words must be found, and as many as are doubtful. One is enough
     * if the kind is recognised, and the quote is a table row or a found word is no name.
     */
    private boolean answers(QuoteWords quote, int doubtful) {
        String text = quote.quote().text();
        boolean isEnough =
                kind.isKnown() && (QuotablePart.isRow(text) || present.stream().anyMatch(word -> !word.isName()));
        return found.size() >= Math.max(isEnough ? 1 : 2, doubtful)
                && present.stream().allMatch(word -> carries(quote, word))
                && (!kind.isKnown() || kind.isIn(text));
    }

    /** Returns true for a word before a relative clause: "insures" in "Who insures a firm that". */
    private boolean isBeforeClause(QuestionWord word) {
        return words(question.substring(word.end()).toLowerCase(Locale.ROOT))
                .anyMatch(known.set("relatives")::contains);
    }

    /** Returns true for a word after a definite article. */
    private boolean isThing(QuestionWord word) {
        return known.set("definite").contains(before(word));
    }

    /** Returns true for a word in a relative clause, if a word before the clause is present. */
    private boolean isInClause(QuestionWord word) {
        int clause = WORD.matcher(question)
                .results()
                .filter(match -> known.set("relatives").contains(match.group().toLowerCase(Locale.ROOT)))
                .mapToInt(match -> match.start())
                .filter(start -> start > 0 && start < word.start())
                .max()
                .orElse(-1);
        return present.stream().anyMatch(other -> !other.isName() && other.start() < clause);
    }

    private String without(QuestionWord word) {
        return question.substring(0, word.start()) + question.substring(word.end());
    }

    /** Returns true if the quotes lack all words but numbers, or a word and all names. */
    boolean isAll() {
        return allMissing || (!missing.isEmpty() && hasName && !nameFound);
    }

    /** Returns the line to put before the quotes; empty if no word is missing. */
    String sentence() {
        String between = language == Language.JAPANESE ? "、" : ", ";
        return missing.isEmpty()
                ? ""
                : String.format(
                                known.text("found"),
                                String.join(between, found),
                                missing.stream().map(QuestionWord::text).collect(Collectors.joining(between)))
                        + "\n";
    }
}
