package dev.tern.offline.extract;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans.Span;
import dev.tern.graph.Statement;
import dev.tern.text.EnglishVerbs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Creates the statements of a prose sentence in the words of the sentence: one for each clause with
 * names, about all its names. Clauses end at a semicolon, a colon, a dash, dots, or an exclamation
 * or question mark; a long clause is shortened around its names. If a clause states nothing about
 * its names, the statement only {@linkplain Statement#namesOnly lists} them.
 */
final class ProseStatements {
    private static final int MAX_WORDS = 30;

    /** The maximum length of a shortened clause, in UTF-16 units. */
    private static final int MAX_CHARACTERS = 240;

    /** The minimum number of words of a clause that is a statement without a known verb. */
    private static final int MIN_STATEMENT_WORDS = 5;

    private static final Pattern BREAK =
            Pattern.compile("(?<!\\s)\\s*+(?:[;:—]|--++|\\.\\.++|…|(?<![?!])[?!]++(?=[\"”’»]?\\s))\\s*+");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}'’-]*");
    private static final Pattern QUOTATION_MARKS = Pattern.compile("[\"\u201c\u201d]");
    private static final Pattern BEFORE =
            Pattern.compile("^(?:[\\s\\p{Punct}“”‘’«»„–&&[^(]]|\\[\\d+\\]|\\w{1,12}\\])++");
    private static final Pattern BEHIND = Pattern.compile("(?<![\\s_\"“”‘’«»„–,;:(\\[*-])[\\s_\"“”‘’«»„–,;:(\\[*-]++$");

    private ProseStatements() {}

    /** Returns the statements of a sentence, given its names in order. */
    static List<Statement> of(String sentence, List<Span> names) {
        List<Statement> statements = new ArrayList<>();
        Matcher breaks = BREAK.matcher(sentence).region(endOfLabel(sentence, names), sentence.length());
        int start = 0;
        while (breaks.find()) {
            part(sentence, start, breaks.start(), names, statements);
            start = breaks.end();
        }
        part(sentence, start, sentence.length(), names, statements);
        return statements;
    }

    /** Returns the end of a speaker's name, which stays with the speech: "Anna: come". */
    private static int endOfLabel(String sentence, List<Span> names) {
        boolean label = !names.isEmpty()
                && names.getFirst().start() == 0
                && sentence.startsWith(":", names.getFirst().end());
        return label ? names.getFirst().end() + 1 : 0;
    }

    private static void part(String sentence, int start, int end, List<Span> names, List<Statement> statements) {
        List<Span> named = names.stream()
                .filter(name -> name.start() >= start && name.end() <= end)
                .limit(Statement.MAX_ENTITIES)
                .toList();
        if (named.isEmpty()) {
            return;
        }
        Map<String, String> entities = new LinkedHashMap<>();
        named.forEach(name -> entities.putIfAbsent(EntityName.normalise(name.text()), name.text()));
        String text = bounded(sentence, start, end, named).replace("_", "");
        text = BEHIND.matcher(BEFORE.matcher(text).replaceAll("")).replaceAll("");
        text = withoutHalfQuotations(text);
        List<String> all = List.copyOf(entities.values());
        boolean says = !EntityName.normalise(text).isEmpty() && says(sentence.substring(start, end), start, named);
        statements.add(says ? new Statement(text, all) : Statement.ofNames(all));
    }

    /** Returns a text without double quotation marks if one of them is unpaired. */
    private static String withoutHalfQuotations(String text) {
        boolean half = text.chars().filter(c -> c == '"').count() % 2 == 1
                || text.chars().filter(c -> c == '\u201c').count()
                        != text.chars().filter(c -> c == '\u201d').count();
        return half ? QUOTATION_MARKS.matcher(text).replaceAll("") : text;
    }

    /** Returns true if a clause is a statement about its names: it has a verb, or enough words. */
    private static boolean says(String part, int start, List<Span> names) {
        int words = 0;
        Matcher matcher = WORD.matcher(part);
        while (matcher.find()) {
            int at = matcher.start() + start;
            if (names.stream().anyMatch(name -> name.start() <= at && at < name.end())) {
                continue;
            }
            String word = matcher.group();
            if (UncasedNames.isUncased(word.codePointAt(0))) {
                words += word.length();
            } else if (Character.isLowerCase(word.codePointAt(0)) || matcher.start() == 0) {
                words++;
                if (isEnglishVerb(word.toLowerCase(Locale.ROOT))) {
                    return true;
                }
            }
        }
        return words >= MIN_STATEMENT_WORDS;
    }

    /** Returns true for a common form, or a word in -ed, -ing, n't or 'll; in lower case. */
    private static boolean isEnglishVerb(String word) {
        return EnglishVerbs.isCommonForm(word)
                || (word.length() > 4 && (word.endsWith("ed") || word.endsWith("ing")))
                || word.endsWith("n't")
                || word.endsWith("n’t")
                || word.endsWith("'ll")
                || word.endsWith("’ll");
    }

    /** Shortens a clause to MAX_WORDS, as far as the names allow, and then to MAX_CHARACTERS. */
    private static String bounded(String sentence, int start, int end, List<Span> names) {
        int first = names.getFirst().start();
        int last = names.getLast().end();
        List<int[]> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(sentence).region(start, end);
        while (matcher.find()) {
            words.add(new int[] {matcher.start(), matcher.end()});
        }
        int low = 0;
        int high = words.size();
        while (high - low > MAX_WORDS && (words.get(high - 1)[0] >= last || words.get(low)[1] <= first)) {
            if (words.get(high - 1)[0] >= last) {
                high--;
            } else {
                low++;
            }
        }
        int from = low > 0 ? words.get(low)[0] : start;
        int to = high < words.size() ? words.get(high - 1)[1] : end;
        if (to - from > MAX_CHARACTERS) {
            from = Math.max(from, Math.min(first, last - MAX_CHARACTERS));
            from += isWithinPair(sentence, from) ? 1 : 0;
            to = Math.min(to, from + MAX_CHARACTERS);
            to -= isWithinPair(sentence, to) ? 1 : 0;
        }
        return sentence.substring(from, to);
    }

    private static boolean isWithinPair(String text, int at) {
        return at > 0 && at < text.length() && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
    }
}
