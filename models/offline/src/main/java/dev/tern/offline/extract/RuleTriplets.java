package dev.tern.offline.extract;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans.Span;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Creates triplets by rule from the names of each sentence, in order, if the passage has a topic.
 * The object is a name, and the predicate the words before it. The subject is the topic or, for
 * every second name from the third on, the previous name. This is crude, but the ranking finds
 * about the same passages as with a language model's triplets. Without a topic, or without other
 * names, creates {@link ProseStatements}.
 *
 * <p>A predicate has at most {@value #MAX_WORDS} words and {@value #MAX_CHARACTERS} characters.
 * Names without words between them become a {@linkplain Statement#namesOnly list}.
 */
final class RuleTriplets {
    static final int MAX_STATEMENTS = 64;

    private static final int MAX_WORDS = 6;
    private static final int MAX_CHARACTERS = 60;

    private RuleTriplets() {}

    static List<Statement> statements(Passage passage, PassageNames names) {
        Map<String, Statement> statements = new LinkedHashMap<>();
        if (!names.title().isEmpty()) {
            collect(passage, sentence -> aboutTitle(sentence, names), statements);
        }
        if (statements.isEmpty()) {
            collect(passage, sentence -> ProseStatements.of(sentence, names.in(sentence)), statements);
        }
        return List.copyOf(statements.values());
    }

    private static void collect(
            Passage passage, Function<String, List<Statement>> rule, Map<String, Statement> statements) {
        for (String sentence : BoundedSentences.of(passage.text())) {
            for (Statement statement : rule.apply(sentence)) {
                if (statements.size() < MAX_STATEMENTS) {
                    statements.putIfAbsent(statement.text(), statement);
                }
            }
        }
    }

    private static List<Statement> aboutTitle(String sentence, PassageNames names) {
        List<Statement> statements = new ArrayList<>();
        String before = "";
        int end = 0;
        boolean turn = true;
        for (Span name : names.in(sentence)) {
            boolean first = before.isEmpty();
            String subject = first || turn ? names.title() : before;
            if (first && names.isTitle(name.text())) {
                end = name.end();
                continue;
            }
            add(statements, subject, lastWords(sentence.substring(end, name.start())), name.text());
            turn = first || !turn;
            before = name.text();
            end = name.end();
        }
        return statements;
    }

    private static void add(List<Statement> statements, String subject, String predicate, String object) {
        if (!EntityName.normalise(subject).equals(EntityName.normalise(object))) {
            statements.add(
                    predicate.isEmpty()
                            ? Statement.ofNames(List.of(subject, object))
                            : Statement.of(subject, predicate, object));
        }
    }

    /** Returns the last words of a text, without signs around them; empty if there are none. */
    private static String lastWords(String text) {
        int end = text.length();
        while (end > 0 && !isOfWord(text.codePointBefore(end))) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        int start = end;
        int words = 0;
        while (start > 0 && end - start < MAX_CHARACTERS) {
            int c = text.codePointBefore(start);
            if (Character.isWhitespace(c) && ++words == MAX_WORDS) {
                break;
            }
            start -= Character.charCount(c);
        }
        while (start < end && !isOfWord(text.codePointAt(start))) {
            start += Character.charCount(text.codePointAt(start));
        }
        return text.substring(start, end);
    }

    /** Returns true for letters, digits, and the vowel marks of many scripts. */
    private static boolean isOfWord(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> Character.isLetterOrDigit(c);
        };
    }
}
