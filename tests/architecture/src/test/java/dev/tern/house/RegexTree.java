package dev.tern.house;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The tree of a Java regular expression, with the parts needed to generate texts that it matches, completely or up to their
 * last characters.
 *
 * <p>Positive look-around is represented by the text that it requires; anchors, boundaries and negative look-around by nothing.
 */
sealed interface RegexTree {
    /** The number of repetitions from which the length of a text counts as unlimited. */
    int MANY = 1_000;

    /** Returns a text that the expression matches, or nearly. */
    String sample(Random random);

    /** A set of characters, by the one character, the escape or the class that names it. */
    record Characters(String source, List<String> members) implements RegexTree {
        private static final List<String> CANDIDATES = IntStream.concat(
                        IntStream.range(0x20, 0x7f),
                        "\t\n\r\f\0\u0085\u00a0\u00ad\u200b\u2028\ufeffäßÄéЯяא中の々カー・한٣²\u0301–—“”„«»‘’…「」『』"
                                .codePoints())
                .mapToObj(Character::toString)
                .toList();

        static Characters of(String source, int flags) {
            Pattern one = Pattern.compile(source, flags);
            List<String> members = CANDIDATES.stream()
                    .filter(candidate -> one.matcher(candidate).matches())
                    .toList();
            // One of the characters that the expression itself writes, where none of the usual ones is in the set.
            List<String> own = source.codePoints()
                    .mapToObj(Character::toString)
                    .filter(written -> one.matcher(written).matches())
                    .toList();
            return new Characters(source, members.isEmpty() ? own : members);
        }

        @Override
        public String sample(Random random) {
            return members.isEmpty() ? "" : members.get(random.nextInt(members.size()));
        }
    }

    /** A sequence of parts. */
    record Sequence(List<RegexTree> parts) implements RegexTree {
        @Override
        public String sample(Random random) {
            return parts.stream().map(part -> part.sample(random)).collect(Collectors.joining());
        }
    }

    /** A choice between several parts. */
    record Choice(List<RegexTree> ways) implements RegexTree {
        @Override
        public String sample(Random random) {
            return ways.get(random.nextInt(ways.size())).sample(random);
        }
    }

    /** A part with its quantifier. */
    record Repetition(RegexTree part, int least, int most) implements RegexTree {
        @Override
        public String sample(Random random) {
            int times = least + random.nextInt(Math.min(most - least, 2) + 1);
            return IntStream.range(0, times)
                    .mapToObj(time -> part.sample(random))
                    .collect(Collectors.joining());
        }
    }

    /** Reads an expression. */
    static RegexTree of(Pattern pattern) {
        Reader reader = new Reader(pattern.pattern(), pattern.flags());
        RegexTree tree = reader.choice();
        if (reader.at != reader.source.length()) {
            throw new IllegalArgumentException("cannot read " + pattern + " from character " + reader.at);
        }
        return tree;
    }

    /** Reads an expression, from its first character to its last. */
    final class Reader {
        private static final RegexTree NOTHING = new Sequence(List.of());
        private static final Pattern FLAGS = Pattern.compile("\\?[a-zA-Z]+[:)]");

        private final String source;
        private int flags;
        private int at;

        private Reader(String source, int flags) {
            this.source = source;
            this.flags = flags;
        }

        private RegexTree choice() {
            List<RegexTree> ways = new ArrayList<>();
            do {
                List<RegexTree> parts = new ArrayList<>();
                while (at < source.length() && source.charAt(at) != '|' && source.charAt(at) != ')') {
                    parts.add(quantified(part()));
                }
                ways.add(new Sequence(parts));
            } while (skips("|"));
            return ways.size() == 1 ? ways.getFirst() : new Choice(ways);
        }

        private boolean skips(String text) {
            boolean there = source.startsWith(text, at);
            at += there ? text.length() : 0;
            return there;
        }

        private RegexTree part() {
            char first = source.charAt(at);
            return switch (first) {
                case '^', '$' -> {
                    at++;
                    yield NOTHING;
                }
                case '(' -> group();
                case '[' -> characters(endOfClass(at));
                case '\\' -> escaped();
                default -> characters(at + Character.charCount(source.codePointAt(at)));
            };
        }

        private RegexTree characters(int end) {
            String one = source.substring(at, end);
            at = end;
            return Characters.of(one, flags);
        }

        /** Returns the index after the bracket that closes a class, which may contain others. */
        private int endOfClass(int start) {
            int depth = 0;
            for (int i = start; i < source.length(); i++) {
                switch (source.charAt(i)) {
                    case '\\' -> i++;
                    case '[' -> {
                        depth++;
                        // A bracket that closes is a character where it comes first.
                        i += source.startsWith("[^]", i) ? 2 : source.startsWith("[]", i) ? 1 : 0;
                    }
                    case ']' -> {
                        if (--depth == 0) {
                            return i + 1;
                        }
                    }
                    default -> {}
                }
            }
            throw new IllegalArgumentException("a class without an end: " + source.substring(start));
        }

        private RegexTree escaped() {
            char kind = source.charAt(at + 1);
            if (kind == 'Q') {
                int end = source.indexOf("\\E", at);
                String quoted = source.substring(at + 2, end);
                at = end + 2;
                return new Sequence(quoted.codePoints()
                        .<RegexTree>mapToObj(letter -> Characters.of(Pattern.quote(Character.toString(letter)), flags))
                        .toList());
            }
            if ("bBAzZG".indexOf(kind) >= 0) {
                at += 2;
                return NOTHING;
            }
            int end = at + 2;
            if (kind == 'p' || kind == 'P') {
                end = source.charAt(end) == '{' ? source.indexOf('}', end) + 1 : end + 1;
            } else if (kind == 'u') {
                end += 4;
            } else if (kind == 'x') {
                end += 2;
            }
            return characters(end);
        }

        private RegexTree group() {
            int before = flags;
            at++;
            boolean denied = skips("?!") || skips("?<!");
            if (!denied && !skips("?:") && !skips("?=") && !skips("?<=") && !skips("?>")) {
                setFlags();
                if (source.startsWith("?<", at)) {
                    at = source.indexOf('>', at) + 1;
                }
            }
            if (source.charAt(at - 1) == ')') {
                // Flags for all that is behind them.
                return NOTHING;
            }
            RegexTree inner = choice();
            at++;
            flags = before;
            return denied ? NOTHING : inner;
        }

        private void setFlags() {
            if (FLAGS.matcher(source).region(at, source.length()).lookingAt()) {
                while (source.charAt(++at) != ':' && source.charAt(at) != ')') {
                    flags |= switch (source.charAt(at)) {
                        case 'i' -> Pattern.CASE_INSENSITIVE;
                        case 'm' -> Pattern.MULTILINE;
                        case 's' -> Pattern.DOTALL;
                        case 'u' -> Pattern.UNICODE_CASE;
                        case 'x' -> Pattern.COMMENTS;
                        case 'U' -> Pattern.UNICODE_CHARACTER_CLASS;
                        default -> throw new IllegalArgumentException("flags of " + source);
                    };
                }
                at++;
            }
        }

        private RegexTree quantified(RegexTree part) {
            RegexTree all = part;
            int least = 1;
            int most = 1;
            if (skips("*")) {
                least = 0;
                most = Integer.MAX_VALUE;
            } else if (skips("+")) {
                most = Integer.MAX_VALUE;
            } else if (skips("?")) {
                least = 0;
            } else if (skips("{")) {
                int end = source.indexOf('}', at);
                String[] bounds = source.substring(at, end).split(",", -1);
                least = Integer.parseInt(bounds[0]);
                most = bounds.length == 1
                        ? least
                        : bounds[1].isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(bounds[1]);
                at = end + 1;
            } else {
                return all;
            }
            if (!skips("+")) {
                skips("?");
            }
            return new Repetition(part, least, most);
        }
    }
}
