package dev.tern.ingest.split;

import dev.tern.ingest.split.TextUnit.BoundaryKind;
import dev.tern.text.Sentences;
import dev.tern.text.WhiteSpace;
import java.text.BreakIterator;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Splits a section into units: sentences; if a sentence is too long, its lines; if a line is too
 * long, its clauses; and if a clause is too long, parts of it between words or, without spaces,
 * between characters. For a single section.
 */
final class UnitSplitter {
    private static final String CLAUSE_STOPS = ",;:)]\u060c\u061b\u0387\u1363\u1364\u1365\u17d6";
    private static final String CLAUSE_STOPS_WITHOUT_SPACES = "\u3001\uff0c\uff1b\uff1a\uff64";

    /** The number of parts of a long clause that fill a passage; smaller parts fill it better. */
    private static final int PARTS_PER_PASSAGE = 8;

    /** The usual characters of a token, to estimate the length of a part. */
    private static final int CHARACTERS_PER_TOKEN = 4;

    private final TokenMeasure measure;
    private final String text;
    private final int budget;
    private final Consumer<TextUnit> units;
    private final int start;
    private final GraphemeClusters characters;
    /** The end of the previous unit. */
    private int done;
    /** The boundary before the next unit. */
    private BoundaryKind boundaryKind = BoundaryKind.PARAGRAPH;

    private UnitSplitter(TokenMeasure measure, int start, int budget, Consumer<TextUnit> units) {
        this.measure = measure;
        this.text = measure.text();
        this.characters = new GraphemeClusters(text);
        this.start = start;
        this.budget = budget;
        this.units = units;
        this.done = start;
    }

    /** Passes the units of a section, each of at most {@code budget} tokens, to a consumer. */
    static void of(TokenMeasure measure, SectionText sectionText, int budget, Consumer<TextUnit> units) {
        UnitSplitter cutting = new UnitSplitter(measure, sectionText.start(), budget, units);
        Sentences.forEach(measure.text(), sectionText.start(), sectionText.end(), cutting::sentence);
    }

    private void sentence(int from, int to) {
        boundaryKind = WhiteSpace.holdsEmptyLine(text, done, from) || from == start
                ? BoundaryKind.PARAGRAPH
                : BoundaryKind.SENTENCE;
        if (!tellWhole(from, to)) {
            parts(from, to, BoundaryKind.LINE);
        }
    }

    /** Emits a range in parts; {@code boundaryKind} keeps the boundary before the first of them. */
    private void parts(int from, int to, BoundaryKind at) {
        int begin = from;
        for (int i = from; i < to; i++) {
            if (at == BoundaryKind.LINE ? WhiteSpace.isLineBreak(text.charAt(i)) : endsClause(i, to)) {
                part(begin, i + 1, at);
                begin = i + 1;
            }
        }
        part(begin, to, at);
    }

    private void part(int from, int to, BoundaryKind at) {
        int begin = WhiteSpace.skip(text, from, to);
        int end = WhiteSpace.skipBack(text, begin, to);
        if (begin < end && !tellWhole(begin, end)) {
            if (at == BoundaryKind.LINE) {
                parts(begin, end, BoundaryKind.CLAUSE);
            } else {
                words(begin, end);
            }
        }
        if (done == end) {
            boundaryKind = at;
        }
    }

    private boolean endsClause(int at, int to) {
        int next = at + 1;
        if (next == to) {
            return false;
        }
        char c = text.charAt(at);
        return CLAUSE_STOPS_WITHOUT_SPACES.indexOf(c) >= 0
                ? !continues(next)
                : CLAUSE_STOPS.indexOf(c) >= 0 && WhiteSpace.isSpace(text.charAt(next));
    }

    private boolean continues(int at) {
        int type = Character.getType(text.charAt(at));
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT;
    }

    private void words(int from, int to) {
        int begin = from;
        while (begin < to) {
            int end = endOfPart(begin, to);
            emit(begin, end, measure.tokens(done, end));
            begin = WhiteSpace.skip(text, end, to);
            boundaryKind = begin > end ? BoundaryKind.WORD : BoundaryKind.CHARACTER;
        }
    }

    /** Returns the end of a part of about an eighth of the budget, after a word if possible. */
    private int endOfPart(int from, int to) {
        int max = Math.max(1, budget / PARTS_PER_PASSAGE);
        int[] ends = characters.ends(from, to, max * CHARACTERS_PER_TOKEN);
        if (!measure.fits(from, ends[0], budget)) {
            ends = characters.endsOfCodePoints(from, ends[0]);
        }
        int end = ends[lastFittingEnd(from, ends, max)];
        if (end < to && !WhiteSpace.isSpace(text.charAt(end))) {
            for (int at = end - 1; at > from; at--) {
                if (WhiteSpace.isSpace(text.charAt(at))) {
                    return WhiteSpace.skipBack(text, from, at);
                }
            }
        }
        return WhiteSpace.skipBack(text, from, end);
    }

    /** Returns the index of nearly the last end with at most {@code max} tokens; 0 if none. */
    private int lastFittingEnd(int from, int[] ends, int max) {
        int fits = 0;
        int fails = ends.length;
        int middle = fails - 1;
        while (fits < middle) {
            if (measure.tokens(from, ends[middle]) <= max) {
                fits = middle;
            } else {
                fails = middle;
            }
            // Stops when near enough: counting tokens again costs more than a few further
            // characters are worth.
            middle = fails - fits <= fits / PARTS_PER_PASSAGE ? fits : (fits + fails) >>> 1;
        }
        return fits;
    }

    /** Emits a range as one unit and returns true, if it fits. */
    private boolean tellWhole(int from, int to) {
        if ((long) to - from > (long) budget * TokenMeasure.CHARACTERS_PER_TOKEN) {
            return false;
        }
        int tokens = measure.tokens(done, to);
        boolean fits = tokens <= budget || (done < from && measure.fits(from, to, budget));
        if (fits) {
            emit(from, to, tokens);
        }
        return fits;
    }

    private void emit(int from, int to, int tokens) {
        units.accept(new TextUnit(from, to, Math.min(tokens, budget), boundaryKind));
        done = to;
    }

    /** Finds the ends of grapheme clusters, such as a letter with accents. Not thread-safe. */
    private static final class GraphemeClusters {
        /** The maximum length of a cluster, in UTF-16 units; Unicode's limit for accents is 30. */
        private static final int MAX_LENGTH = 64;

        private final String text;
        private final BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);

        GraphemeClusters(String text) {
            this.text = text;
        }

        /**
         * Returns the ends of consecutive clusters.
         *
         * @param from the start of a cluster
         * @param to the maximum end of the last cluster
         * @param units approximate number of UTF-16 units to scan
         * @return at least one end; the ends of code points if the first cluster is longer than the
         *     scanned part, which has at least {@value #MAX_LENGTH} units
         */
        int[] ends(int from, int to, int units) {
            int window = (int) Math.min(to, (long) from + Math.max(MAX_LENGTH, units));
            // The next code point shows if a character at the end of the window is complete.
            characters.setText(text.substring(from, Math.min(to, window + 2)));
            int[] ends = IntStream.generate(characters::next)
                    .takeWhile(end -> end != BreakIterator.DONE && from + end <= window)
                    .map(end -> from + end)
                    .toArray();
            return ends.length > 0 ? ends : endsOfCodePoints(from, window);
        }

        int[] endsOfCodePoints(int from, int to) {
            return IntStream.iterate(from, at -> at < to, at -> text.offsetByCodePoints(at, 1))
                    .map(at -> text.offsetByCodePoints(at, 1))
                    .toArray();
        }
    }
}
