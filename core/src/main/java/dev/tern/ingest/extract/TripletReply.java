package dev.tern.ingest.extract;

import dev.tern.graph.EntityName;
import dev.tern.ingest.extract.LenientJson.Container;
import dev.tern.ingest.extract.LenientJson.Scalar;
import dev.tern.ingest.extract.LenientJson.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The reply of a chat model to a request for triplets. The parser accepts JSON as requested, and
 * JSON in a code fence, in prose, after the model's reasoning, or truncated. It accepts a bare
 * array, a single triplet, and several values in a row; triplets as arrays, or as JSON objects with
 * other keys; numbers as parts; and a list in place of the object of a triplet.
 *
 * <p>Three parts become subject, predicate and object. Of four parts, the last qualifies the others
 * (when, where). Of two parts, the second is a predicate if it starts in lower case, otherwise an
 * object. Five parts are a triplet with the types of subject and object. Never throws, and takes
 * time linear in the reply's length.
 *
 * @param items the triplets in order
 * @param malformed number of values that are not triplets
 * @param none true if the reply has an empty list
 * @param cut true if the reply ends before the end of its JSON
 */
record TripletReply(List<WrittenTriplet> items, int malformed, boolean none, boolean cut) {
    /** The maximum number of characters read of a reply. */
    static final int MAX_CHARACTERS = 1_000_000;

    /** The maximum number of triplets read. */
    static final int MAX_ITEMS = 4096;

    private static final int MAX_ALTERNATIVES = 32;
    /** The end of a model's reasoning, in the markup of several families. */
    private static final Pattern END_OF_THOUGHT = Pattern.compile(
            "(?i)</(?:seed:)?(?:think(?:ing)?|thought|reason(?:ing)?)>|\\[/THINK]|<\\|channel\\|>final<\\|message\\|>"
                    + "|<\\|end_of_thought\\|>|◁/think▷|<channel\\|>|(?<=\\S)assistantfinal(?=[{\\[`\\s])");

    private static final Pattern END_OF_SENTENCE = Pattern.compile("[.!?\u3002\uff01\uff1f\u061f\u06d4\u0964]$");
    private static final Pattern SENTENCE =
            Pattern.compile("^\\S+\\s+\\S+\\s+\\S|[.!?\u3002\uff01\uff1f\u061f\u06d4\u0964]$"
                    + "|^[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}]{6}|^[\\p{Lo}\\p{M}]{12}");
    private static final Pattern SHORT_SENTENCE = Pattern.compile("^[^\\p{Ll}\\s]\\S*\\s+\\S");
    private static final Pattern NUMBER = Pattern.compile("^[\\d.]++$");

    private static final Set<String> SUBJECTS =
            Set.of("subject", "subj", "s", "head", "source", "from", "entity1", "entity_1", "subject_entity", "arg1");
    private static final Set<String> PREDICATES =
            Set.of("predicate pred p relation rel relationship relation_type verb edge type label".split(" "));
    private static final Set<String> OBJECTS = Set.of(
            "object", "obj", "o", "tail", "target", "to", "entity2", "entity_2", "object_entity", "arg2", "value");
    private static final Set<String> QUALIFIERS = Set.of("qualifier", "context", "time", "date", "when", "where");
    private static final Set<String> SUBJECT_TYPES = Set.of("subject_type", "subjecttype", "head_type", "source_type");
    private static final Set<String> OBJECT_TYPES = Set.of("object_type", "objecttype", "tail_type", "target_type");
    private static final Set<String> NAMES = Set.of("name", "text", "value", "label", "id", "entity", "title");

    TripletReply {
        items = List.copyOf(items);
    }

    /** A triplet as the model wrote it; the qualifier is a fourth part; missing parts are empty. */
    record WrittenTriplet(
            String subject, String predicate, String object, String qualifier, String subjectType, String objectType) {}

    /** Returns true if the reply has triplets, or is complete and has only empty lists. */
    boolean usable() {
        return !items.isEmpty() || (none && malformed == 0 && !cut);
    }

    static TripletReply of(String reply) {
        String text = reply.length() <= MAX_CHARACTERS ? reply : reply.substring(0, MAX_CHARACTERS);
        int thought = END_OF_THOUGHT
                .matcher(text)
                .results()
                .mapToInt(MatchResult::end)
                .max()
                .orElse(0);
        List<Container> values = LenientJson.in(text.substring(thought));
        boolean lines = areLines(values);
        ReplyTraversal reading = new ReplyTraversal();
        values.forEach(value -> reading.read(value, lines));
        return new TripletReply(reading.items, reading.malformed, reading.none, reading.cut);
    }

    /** Returns true if several values are the lines of one list: all have the same keys. */
    private static boolean areLines(List<Container> values) {
        return values.size() > 1
                && values.stream()
                        .allMatch(value -> value.object() == values.getFirst().object()
                                && value.keys().equals(values.getFirst().keys()));
    }

    private static final class ReplyTraversal {
        private final List<WrittenTriplet> items = new ArrayList<>();
        private int malformed;
        private boolean none;
        private boolean cut;

        void read(Container value, boolean listed) {
            cut |= !value.closed();
            if (items.size() >= MAX_ITEMS) {
                return;
            }
            boolean fields = value.object() && (isItem(value) || (listed && isThreeFields(value)));
            boolean tuple = !value.object() && isTuple(value) && !isSentences(value, listed);
            if (fields || tuple) {
                // A truncated triplet may have continued differently.
                if (value.closed()) {
                    addParts(fields && isItem(value) ? fields(value) : tuple(value));
                }
                return;
            }
            if (value.values().isEmpty()) {
                none |= value.closed() && !value.object();
                return;
            }
            boolean containers = false;
            for (Value inner : value.values()) {
                if (inner instanceof Container container) {
                    containers = true;
                    read(container, !value.object());
                }
            }
            if (!containers && value.closed()) {
                malformed++;
            }
        }

        private void addParts(TripletParts parts) {
            boolean taken = false;
            int left = MAX_ALTERNATIVES;
            for (String subject : parts.subjects) {
                for (String object : parts.objects.isEmpty() ? List.of("") : parts.objects) {
                    if (left-- > 0) {
                        taken |= addParts(parts, subject, object);
                    }
                }
            }
            malformed += taken ? 0 : 1;
        }

        private boolean addParts(TripletParts parts, String subject, String object) {
            boolean enough = !isBlank(subject) && !(isBlank(parts.predicate) && isBlank(object));
            if (enough) {
                items.add(new WrittenTriplet(
                        subject, parts.predicate, object, parts.qualifier, parts.subjectType, parts.objectType));
            }
            return enough;
        }
    }

    /** The parts of an item, which may have several subjects or objects. */
    private record TripletParts(
            List<String> subjects,
            String predicate,
            List<String> objects,
            String qualifier,
            String subjectType,
            String objectType) {}

    private static boolean isItem(Container object) {
        boolean subject = false;
        boolean more = false;
        for (String key : object.keys()) {
            String known = key.strip().toLowerCase(Locale.ROOT);
            subject |= SUBJECTS.contains(known);
            more |= PREDICATES.contains(known) || OBJECTS.contains(known);
        }
        return subject && more;
    }

    /** Returns true for an object of three values: in a list, a triplet with unknown keys. */
    private static boolean isThreeFields(Container object) {
        return object.values().size() == 3
                && object.values().stream().allMatch(Scalar.class::isInstance)
                && object.values().stream()
                                .filter(value -> matches(NUMBER, value))
                                .count()
                        < 2;
    }

    /** Returns true for an array of two texts and up to three more texts or lists of texts. */
    private static boolean isTuple(Container array) {
        int size = array.values().size();
        return size >= 2
                && size <= 5
                && array.values().stream().limit(2).allMatch(Scalar.class::isInstance)
                && array.values().stream().allMatch(value -> value instanceof Scalar || isList(value));
    }

    /**
     * Returns true for a list of sentences: all parts end like sentences. Outside a list, parts of
     * three words, or of two that start with a capital, count as sentences too. So does a pair
     * there, unless its second part starts in lower case, as a predicate.
     */
    private static boolean isSentences(Container array, boolean listed) {
        Stream<Pattern> kinds = listed ? Stream.of(END_OF_SENTENCE) : Stream.of(SENTENCE, SHORT_SENTENCE);
        List<Value> values = array.values();
        return kinds.anyMatch(kind -> values.stream().allMatch(value -> matches(kind, value)))
                || (!listed && values.size() == 2 && !startsInLowerCase(texts(values.get(1))));
    }

    private static boolean matches(Pattern pattern, Value value) {
        return value instanceof Scalar scalar
                && pattern.matcher(scalar.text().strip()).find();
    }

    private static boolean isList(Value value) {
        return value instanceof Container container
                && !container.object()
                && container.values().stream().allMatch(Scalar.class::isInstance);
    }

    private static TripletParts tuple(Container array) {
        List<Value> values = array.values();
        List<String> subject = texts(values.getFirst());
        List<String> second = texts(values.get(1));
        return switch (values.size()) {
            case 2 ->
                startsInLowerCase(second)
                        ? new TripletParts(subject, String.join(", ", second), List.of(), "", "", "")
                        : new TripletParts(subject, "", second, "", "", "");
            case 3, 4 -> {
                String more = values.size() == 3 ? "" : String.join(", ", texts(values.get(3)));
                yield new TripletParts(subject, String.join(", ", second), texts(values.get(2)), more, "", "");
            }
            // Five parts include the types: [subject, its type, predicate, object, its type].
            default ->
                new TripletParts(
                        subject,
                        String.join(", ", texts(values.get(2))),
                        texts(values.get(3)),
                        "",
                        String.join(", ", second),
                        String.join(", ", texts(values.get(4))));
        };
    }

    private static boolean startsInLowerCase(List<String> texts) {
        return !texts.isEmpty()
                && !texts.getFirst().isEmpty()
                && Character.isLowerCase(texts.getFirst().codePointAt(0));
    }

    private static TripletParts fields(Container object) {
        Value subject = value(object, SUBJECTS);
        Value objects = value(object, OBJECTS);
        return new TripletParts(
                texts(subject),
                String.join(", ", texts(value(object, PREDICATES))),
                texts(objects),
                String.join(", ", texts(value(object, QUALIFIERS))),
                type(object, SUBJECT_TYPES, subject),
                type(object, OBJECT_TYPES, objects));
    }

    private static String type(Container object, Set<String> keys, Value part) {
        String type = String.join(", ", texts(value(object, keys)));
        if (type.isEmpty() && part instanceof Container inner && inner.object()) {
            return String.join(", ", texts(value(inner, Set.of("type"))));
        }
        return type;
    }

    /** Returns the value of the first key of an object that is in a set; if none, an empty text. */
    private static Value value(Container object, Set<String> keys) {
        for (int i = 0; i < object.keys().size(); i++) {
            if (keys.contains(object.keys().get(i).strip().toLowerCase(Locale.ROOT))) {
                return object.values().get(i);
            }
        }
        return new Scalar("");
    }

    private static List<String> texts(Value value) {
        List<String> texts = new ArrayList<>();
        switch (value) {
            case Scalar scalar -> {
                if (!isBlank(scalar.text()) && !scalar.text().equals("null")) {
                    texts.add(scalar.text());
                }
            }
            case Container container
            when container.object() -> {
                if (value(container, NAMES) instanceof Scalar name && !isBlank(name.text())) {
                    texts.add(name.text());
                }
            }
            case Container container -> {
                for (Value inner : container.values()) {
                    if (inner instanceof Scalar scalar && !isBlank(scalar.text()) && texts.size() < MAX_ALTERNATIVES) {
                        texts.add(scalar.text());
                    }
                }
            }
        }
        return texts;
    }

    private static boolean isBlank(String text) {
        return EntityName.normalise(text).isEmpty();
    }
}
