package dev.tern.ingest.extract;

import dev.tern.graph.NameSpans;
import dev.tern.graph.NameSpans.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names of a sentence in a script with capitals, by their looks: runs of capitalised words, without the function words
 * and usual sentence openers (of English) that such a run may begin with.
 */
final class CasedNames {
    private static final int MAX_WORDS = 10;
    private static final int MAX_ABBREVIATION = 3;
    private static final int MAX_GAP = 3;

    /** A sentence opens within so many characters: a quote or a bracket may stand before its first word. */
    private static final int OPENING = 3;

    private static final Set<String> OPENERS = Arrays.stream(
                    ("however although though while despite following later also because among like unlike during"
                        + " meanwhile additionally furthermore moreover therefore thus hence today currently"
                        + " originally initially eventually finally subsequently recently previously formerly"
                        + " according along around besides beyond due early every first given her including instead"
                        + " its last late many much near nearly not now often once one others part several similarly"
                        + " since some sometimes soon still two three there together towards under upon usually"
                        + " various well what whereas whether with")
                            .split(" "))
            .collect(Collectors.toUnmodifiableSet());

    /** Pronouns, articles and prepositions that open sentences in other languages; alone they are no name. */
    private static final Set<String> OTHER_OPENERS = Arrays.stream(
                    ("он она оно они его её ее их это эта этот в во на с со по из и но а за для при после до от к у о"
                        + " він вона вони der die das den dem er sie es ein eine einer im am um von zu bei nach aus"
                        + " mit für auf und seine seiner ihr ihre dort als le la les il elle ils elles un une des du"
                        + " de en dans au aux ce cette ces son sa ses leur et el los las ella ellos su sus lo uno una"
                        + " con por para gli di da nel nella è o os um uma ele ela seu sua em het een hij zij hun w z"
                        + " on ona oni jego jej han hon hun den det ο η το οι τα αυτός αυτή στο στη στην")
                            .split(" "))
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> BEFORE_TIMES = Set.of(
            "in", "since", "by", "of", "until", "from", "on", "after", "before", "around", "about", "circa", "and");

    private CasedNames() {}

    private record Word(int start, int end, boolean capital, boolean number) {}

    /** The names by place, none overlapping. */
    static List<Span> in(String sentence) {
        List<Word> words = words(sentence);
        List<Span> names = new ArrayList<>();
        int i = 0;
        while (i < words.size()) {
            if (!opensName(sentence, words, i)) {
                i++;
                continue;
            }
            int last = last(sentence, words, i);
            int first = i;
            while (first <= last && isOpener(sentence, words.get(first))) {
                first++;
            }
            if (first <= last && !(first == last && isOtherOpener(sentence, words.get(first)))) {
                int start = words.get(first).start;
                int end = words.get(last).end;
                names.add(new Span(start, end, sentence.substring(start, end)));
            }
            i = last + 1;
        }
        return names;
    }

    /** A capital does, and a number before one ("1960 Summer Olympics") that is not the time ("in 1741 Euler"). */
    private static boolean opensName(String sentence, List<Word> words, int i) {
        Word word = words.get(i);
        return word.capital
                || (word.number
                        && i + 1 < words.size()
                        && words.get(i + 1).capital
                        && gap(sentence, word, words.get(i + 1)).equals(" ")
                        && !(i > 0 && BEFORE_TIMES.contains(lower(sentence, words.get(i - 1)))));
    }

    private static boolean isOpener(String sentence, Word word) {
        String text = lower(sentence, word);
        // "IT" and "US" are no pronouns.
        boolean initials = word.end - word.start > 1 && Character.isUpperCase(sentence.charAt(word.start + 1));
        return word.capital
                && !initials
                && (NameSpans.isFunctionWord(text) || (word.start < OPENING && OPENERS.contains(text)));
    }

    private static String lower(String sentence, Word word) {
        return sentence.substring(word.start, word.end).toLowerCase(Locale.ROOT);
    }

    private static boolean isOtherOpener(String sentence, Word word) {
        return word.start < OPENING && OTHER_OPENERS.contains(lower(sentence, word));
    }

    private static int last(String sentence, List<Word> words, int first) {
        int last = first;
        while (last + 1 < words.size()
                && last - first < MAX_WORDS - 1
                && words.get(last + 1).capital
                && touches(sentence, words.get(last), words.get(last + 1))) {
            last++;
        }
        return last;
    }

    private static boolean touches(String sentence, Word left, Word right) {
        String gap = gap(sentence, left, right);
        return switch (gap) {
            case " ", "-", "–", "'", "’", "&", " & ", "." -> true;
            case ". " -> left.end - left.start <= MAX_ABBREVIATION;
            default -> false;
        };
    }

    private static String gap(String sentence, Word left, Word right) {
        return right.start - left.end > MAX_GAP ? "..." : sentence.substring(left.end, right.start);
    }

    private static List<Word> words(String sentence) {
        List<Word> words = new ArrayList<>();
        int i = 0;
        while (i < sentence.length()) {
            int c = sentence.codePointAt(i);
            int end = i + Character.charCount(c);
            if (isWordPart(c)) {
                while (end < sentence.length() && isWordPart(sentence.codePointAt(end))) {
                    end += Character.charCount(sentence.codePointAt(end));
                }
                boolean capital = Character.isUpperCase(c) || Character.isTitleCase(c);
                words.add(new Word(i, end, capital, Character.isDigit(c)));
            }
            i = end;
        }
        return words;
    }

    private static boolean isWordPart(int c) {
        return Character.isLetterOrDigit(c)
                || Character.getType(c) == Character.NON_SPACING_MARK
                || c == '+'
                || c == '#';
    }
}
