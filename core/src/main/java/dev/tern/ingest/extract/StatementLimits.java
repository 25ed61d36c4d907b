package dev.tern.ingest.extract;

import dev.tern.graph.EntityName;
import dev.tern.graph.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes statements from a model's reply; drops unusable, too long, forbidden and surplus ones. */
final class StatementLimits {
    static final int MAX_NAME = 256;

    /** The maximum number of characters of a predicate, and of a qualifier. */
    static final int MAX_PREDICATE = 512;

    private final Set<String> types;
    private final Set<String> predicates;
    private final int maxTriplets;

    StatementLimits(List<String> types, List<String> predicates, int maxTriplets) {
        this.types = keys(types);
        this.predicates = keys(predicates);
        this.maxTriplets = maxTriplets;
    }

    private static Set<String> keys(List<String> allowed) {
        return allowed.stream().map(StatementLimits::key).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns a type or a predicate, normalised: {@code BORN_IN} becomes "born in". */
    private static String key(String word) {
        return EntityName.normalise(word.replace('_', ' ')).toLowerCase(Locale.ROOT);
    }

    /** The distinct valid statements of a reply in order, with counts of kept and dropped ones. */
    record KeptStatements(List<Statement> statements, ExtractionCounts counts) {}

    KeptStatements keep(TripletReply reply, String passage) {
        Set<String> pronouns = NonEntities.pronouns(passage);
        Map<String, Statement> statements = new LinkedHashMap<>();
        int unusable = reply.malformed();
        int tooLong = 0;
        int notAllowed = 0;
        int tooMany = 0;
        for (TripletReply.WrittenTriplet item : reply.items()) {
            String subject = clean(item.subject());
            String predicate = clean(item.predicate());
            String object = clean(item.object());
            String qualifier = clean(item.qualifier());
            boolean loop = EntityName.normalise(subject).equals(EntityName.normalise(object));
            List<String> names = names(subject, object);
            if (subject.isEmpty()
                    || (predicate.isEmpty() && object.isEmpty())
                    || loop
                    || names.isEmpty()
                    || NonEntities.isPronoun(subject, pronouns)
                    || NonEntities.isPronoun(object, pronouns)
                    || NonEntities.areHeads(subject, predicate, object)) {
                unusable++;
            } else if (subject.length() > MAX_NAME
                    || object.length() > MAX_NAME
                    || predicate.length() > MAX_PREDICATE
                    || qualifier.length() > MAX_PREDICATE) {
                tooLong++;
            } else if (!isAllowed(item, predicate)) {
                notAllowed++;
            } else if (statements.size() >= maxTriplets) {
                tooMany++;
            } else {
                Statement statement = statement(List.of(subject, predicate, object, qualifier), names);
                statements.putIfAbsent(statement.relationKey(), statement);
            }
        }
        return new KeptStatements(
                List.copyOf(statements.values()),
                new ExtractionCounts(
                        0, statements.size(), unusable, tooLong, notAllowed, tooMany, reply.cut() ? 1 : 0));
    }

    private boolean isAllowed(TripletReply.WrittenTriplet item, String predicate) {
        return (predicates.isEmpty() || predicates.contains(key(predicate)))
                && (types.isEmpty()
                        || (types.contains(key(item.subjectType())) && types.contains(key(item.objectType()))));
    }

    private static List<String> names(String subject, String object) {
        return Stream.of(subject, object)
                .filter(part -> !part.isEmpty() && !NonEntities.isValue(part))
                .toList();
    }

    private static Statement statement(List<String> parts, List<String> names) {
        return new Statement(parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining(" ")), names);
    }

    /** Returns a part on one line, without control characters and marks of text direction. */
    private static String clean(String part) {
        StringBuilder clean = new StringBuilder(Math.min(part.length(), 64));
        boolean gap = false;
        // A part of twice the limit is dropped for its length anyway.
        int end = Math.min(part.length(), 2 * MAX_PREDICATE + 2);
        for (int i = 0; i < end; i++) {
            char c = part.charAt(i);
            boolean lone = Character.isSurrogate(c) && !isPaired(part, i);
            if (Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c)) {
                gap = !clean.isEmpty();
            } else if (!lone && !turnsDirection(c)) {
                if (gap) {
                    clean.append(' ');
                    gap = false;
                }
                clean.append(c);
            }
        }
        return EntityName.normalise(clean.toString()).isEmpty() ? "" : clean.toString();
    }

    private static boolean isPaired(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }

    private static boolean turnsDirection(char c) {
        return (c >= '\u202a' && c <= '\u202e') || (c >= '\u2066' && c <= '\u2069');
    }
}
