package dev.tern.documents;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A path pattern with git's wildcards. Matching tracks all reachable positions of the pattern for
 * each character, so that it takes at most pattern length times path length steps. Immutable.
 */
final class PathPattern {
    /** The maximum length of a pattern. */
    static final int MAX_CHARACTERS = 1_000;

    private static final int ANY = -1;
    private static final int STAR = -2;
    private static final int ALL = -3;
    private static final int FOLDERS = -4;
    private static final int IN_FOLDER = -5;
    private static final int FIRST_SET = -6;

    /** Code points, or one of the constants above; lower values index the sets. */
    private final int[] steps;

    private final List<Characters> sets;

    private PathPattern(int[] steps, List<Characters> sets) {
        this.steps = steps;
        this.sets = sets;
    }

    /**
     * Compiles a pattern: {@code *} and {@code ?} stay within a name, {@code **} as a whole name
     * matches any number of folders, and at the end all contents of a folder.
     *
     * @param through true if {@code **} as part of a name crosses folders too
     * @return empty for an unclosed bracket, an unknown class or a trailing backslash
     */
    static Optional<PathPattern> of(String pattern, boolean through) {
        Compiler compiler = new Compiler(pattern.codePoints().toArray(), through);
        return compiler.compile() ? Optional.of(compiler.compiled()) : Optional.empty();
    }

    /** Returns a path with slashes, on every system. */
    static String slashed(Path path) {
        return path.toString().replace(path.getFileSystem().getSeparator(), "/");
    }

    /** Returns true if the whole of a path with slashes matches. */
    boolean fits(String path) {
        boolean[] now = new boolean[steps.length + 1];
        boolean[] next = new boolean[steps.length + 1];
        int low = 0;
        int high = enter(now, 0);
        for (PrimitiveIterator.OfInt signs = path.codePoints().iterator(); signs.hasNext(); ) {
            int sign = signs.nextInt();
            int nextLow = steps.length;
            int nextHigh = -1;
            for (int i = low; i <= high; i++) {
                int to = now[i] && i < steps.length ? after(i, sign) : -1;
                now[i] = false;
                if (to >= 0) {
                    nextHigh = Math.max(nextHigh, enter(next, to));
                    nextLow = Math.min(nextLow, to);
                }
            }
            if (nextHigh < 0) {
                return false;
            }
            low = nextLow;
            high = nextHigh;
            boolean[] empty = now;
            now = next;
            next = empty;
        }
        return now[steps.length];
    }

    /** Marks a position and all positions reachable without a character; returns the last one. */
    private int enter(boolean[] places, int from) {
        int place = from;
        places[place] = true;
        while (place < steps.length && steps[place] <= STAR && steps[place] >= FOLDERS) {
            if (steps[place] == FOLDERS) {
                places[++place] = true;
            }
            places[++place] = true;
        }
        return place;
    }

    /** Returns the position after a character, or -1. */
    private int after(int place, int sign) {
        int step = steps[place];
        return switch (step) {
            case ANY -> sign == '/' ? -1 : place + 1;
            case STAR -> sign == '/' ? -1 : place;
            case ALL -> place;
            case FOLDERS -> -1;
            case IN_FOLDER -> sign == '/' ? place - 1 : place;
            default -> {
                boolean fits = step >= 0
                        ? step == sign
                        : sign != '/' && sets.get(FIRST_SET - step).contain(sign);
                yield fits ? place + 1 : -1;
            }
        };
    }

    /** The characters of a bracket expression. */
    private record Characters(BitSet ascii, List<int[]> ranges, boolean others) {
        boolean contain(int sign) {
            return others
                    != (ascii.get(sign) || ranges.stream().anyMatch(range -> range[0] <= sign && sign <= range[1]));
        }
    }

    private static final class Compiler {
        private static final int ASCII = 128;

        /** The JDK's names of the classes of ASCII characters in POSIX. */
        private static final Set<String> CLASSES = Set.of(
                "Alnum", "Alpha", "Blank", "Cntrl", "Digit", "Graph", "Lower", "Print", "Punct", "Space", "Upper",
                "XDigit");

        private final int[] signs;
        private final boolean through;
        private final List<Characters> sets = new ArrayList<>();
        private final int[] steps;
        private int count;
        private int at;

        private Compiler(int[] signs, boolean through) {
            this.signs = signs;
            this.through = through;
            this.steps = new int[signs.length];
        }

        private PathPattern compiled() {
            return new PathPattern(Arrays.copyOf(steps, count), List.copyOf(sets));
        }

        private int sign(int place) {
            return place < signs.length ? signs[place] : -1;
        }

        private boolean compile() {
            while (at < signs.length) {
                switch (signs[at]) {
                    case '*' -> stars();
                    case '?' -> add(ANY);
                    case '[' -> {
                        at++;
                        if (!brackets()) {
                            return false;
                        }
                    }
                    case '\\' -> {
                        if (sign(++at) < 0) {
                            return false;
                        }
                        add(signs[at]);
                    }
                    default -> add(signs[at]);
                }
            }
            return true;
        }

        private void add(int step) {
            steps[count++] = step;
            at++;
        }

        private void stars() {
            int begin = at;
            while (sign(at) == '*') {
                at++;
            }
            boolean slash = sign(at) == '/' || (sign(at) == '\\' && sign(at + 1) == '/');
            boolean wholeName = (begin == 0 || signs[begin - 1] == '/') && (slash || at == signs.length);
            if (at - begin == 1 || !(wholeName || through)) {
                steps[count++] = STAR;
            } else if (wholeName && sign(at) == '/') {
                at++;
                if (count == 0 || steps[count - 1] != IN_FOLDER) {
                    steps[count++] = FOLDERS;
                    steps[count++] = IN_FOLDER;
                }
            } else {
                steps[count++] = ALL;
            }
        }

        /** Parses a bracket expression; returns false if it is unclosed or has an unknown class. */
        private boolean brackets() {
            boolean others = sign(at) == '!' || sign(at) == '^';
            at += others ? 1 : 0;
            BitSet ascii = new BitSet(ASCII);
            List<int[]> ranges = new ArrayList<>();
            int before = -1;
            do {
                int sign = sign(at);
                if (sign == '-' && before >= 0 && sign(at + 1) >= 0 && sign(at + 1) != ']') {
                    at++;
                    OptionalInt end = literal();
                    if (end.isEmpty()) {
                        return false;
                    }
                    ranges.add(new int[] {before, end.getAsInt()});
                    before = -1;
                } else if (sign == '[' && sign(at + 1) == ':' && isClass()) {
                    if (!namedClass(ascii)) {
                        return false;
                    }
                    before = -1;
                } else {
                    OptionalInt literal = literal();
                    if (literal.isEmpty()) {
                        return false;
                    }
                    before = literal.getAsInt();
                    ranges.add(new int[] {before, before});
                }
            } while (sign(at) != ']');
            steps[count++] = FIRST_SET - sets.size();
            sets.add(new Characters(ascii, List.copyOf(ranges), others));
            at++;
            return true;
        }

        private OptionalInt literal() {
            at += sign(at) == '\\' ? 1 : 0;
            int sign = sign(at++);
            return sign < 0 ? OptionalInt.empty() : OptionalInt.of(sign);
        }

        private int endOfClass() {
            int end = at + 2;
            while (sign(end) >= 0 && sign(end) != ']') {
                end++;
            }
            return end;
        }

        /** Returns true if the next closing bracket follows a colon, as in [:a:], or is missing. */
        private boolean isClass() {
            int end = endOfClass();
            return sign(end) < 0 || (end > at + 2 && sign(end - 1) == ':');
        }

        private boolean namedClass(BitSet ascii) {
            int end = endOfClass();
            int length = end - 1 - (at + 2);
            String name = sign(end) < 0 || length < 0 ? "" : new String(signs, at + 2, length);
            Optional<String> known = CLASSES.stream()
                    .filter(one -> one.toLowerCase(Locale.ROOT).equals(name))
                    .findFirst();
            if (known.isEmpty()) {
                return false;
            }
            Predicate<String> fits = Pattern.compile("\\p{" + known.get() + "}").asMatchPredicate();
            IntStream.range(0, ASCII)
                    .filter(sign -> fits.test(Character.toString(sign)))
                    .forEach(ascii::set);
            at = end + 1;
            return true;
        }
    }
}
