package dev.tern.query.cite;

import dev.tern.graph.NameDoubt;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.text.Clauses;
import dev.tern.text.TextTruncation;
import dev.tern.text.WhiteSpace;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A sentence of a passage that links names on the way from the question to the answer. Only Tern
 * implements it: later versions can add values.
 */
public sealed interface Lead permits LeadRecord {
    /** The maximum number of leads of an answer. */
    int MAX = 5;

    /** Returns the key of a relation that led to the passage. */
    String relation();

    /** Returns the number of the passage, from 1. */
    int passage();

    /**
     * Returns the sentence in one line; the rest after {@value LeadRecord#MAX_CHARACTERS}
     * characters is replaced by three dots.
     */
    String text();

    /** Returns the names on the way that the sentence contains. */
    List<String> names();

    /**
     * Returns at most {@value #MAX} leads in the order of the paths of names from the question to a
     * text: each has a step of such a path. Without a path there are none.
     *
     * @param told the answer, or the found texts
     * @param passages numbered from 1 in this order
     * @param numbers the numbers of the passages that need leads; unknown ones are ignored
     * @param relations the relations, the most useful first
     */
    static List<Lead> of(
            String question,
            String told,
            List<Scored<Passage>> passages,
            Collection<Integer> numbers,
            List<Scored<Relation>> relations) {
        List<LeadRecord> sentences = sentences(passages, numbers, relations);
        Set<String> keys =
                relations.stream().map(relation -> relation.value().key()).collect(Collectors.toSet());
        List<List<String>> names = Stream.concat(
                        sentences.stream().map(Lead::names),
                        numbers.stream()
                                .filter(number -> number >= 1 && number <= passages.size())
                                .flatMap(number -> passages.get(number - 1).value().statements().stream())
                                .filter(statement -> !statement.namesOnly() && keys.contains(statement.relationKey()))
                                .map(Statement::entities))
                .toList();
        Map<LeadRecord, Set<String>> leads = new LinkedHashMap<>();
        for (List<String> step : NamePath.steps(question, told, names)) {
            sentences.stream()
                    .filter(lead -> lead.spellings(step).size() == step.size())
                    .findFirst()
                    .ifPresent(lead -> leads.computeIfAbsent(lead, absent -> new LinkedHashSet<>())
                            .addAll(lead.spellings(step)));
        }
        return leads.entrySet().stream()
                .limit(MAX)
                .<Lead>map(lead -> lead.getKey().withNames(List.copyOf(lead.getValue())))
                .toList();
    }

    /** Returns the numbers of passages, from 1. */
    static List<Integer> numbers(List<Scored<Passage>> passages) {
        return IntStream.rangeClosed(1, passages.size()).boxed().toList();
    }

    /** Returns the names in each sentence of the passages that may state one of the relations. */
    static List<List<String>> names(List<Scored<Passage>> passages, List<Scored<Relation>> relations) {
        return sentences(passages, numbers(passages), relations).stream()
                .map(Lead::names)
                .toList();
    }

    /** Returns the sentences that contain several entities of relations, ordered by relation. */
    private static List<LeadRecord> sentences(
            List<Scored<Passage>> passages, Collection<Integer> numbers, List<Scored<Relation>> relations) {
        List<String> keys =
                relations.stream().map(relation -> relation.value().key()).toList();
        return numbers.stream()
                .filter(number -> number >= 1 && number <= passages.size())
                .flatMap(number -> sentences(passages.get(number - 1).value(), number, keys))
                .sorted(Comparator.comparingInt(lead -> keys.indexOf(lead.relation())))
                .toList();
    }

    private static Stream<LeadRecord> sentences(Passage passage, int number, List<String> keys) {
        List<Stated> statements = passage.statements().stream()
                .filter(statement -> !statement.namesOnly())
                .map(statement -> new Stated(statement.relationKey(), statement.entities()))
                .filter(statement -> keys.contains(statement.key()))
                .sorted(Comparator.comparingInt(statement -> keys.indexOf(statement.key())))
                .toList();
        Map<String, String> wordsOfName = new LinkedHashMap<>();
        statements.stream()
                .flatMap(statement -> statement.names().stream())
                .filter(name -> NameDoubt.of(name).isEmpty())
                .forEach(name -> wordsOfName.computeIfAbsent(name, NamePath::words));
        return Clauses.of(passage.text(), field -> false).stream()
                .filter(part -> !part.isHeading() && !part.text().equals(passage.title()))
                .map(part -> TextTruncation.withEllipsis(WhiteSpace.fold(part.text()), LeadRecord.MAX_CHARACTERS))
                .flatMap(text -> sentence(text, passage.title(), number, statements, wordsOfName).stream());
    }

    /** Returns a sentence with its names; empty if it has one or none. */
    private static Optional<LeadRecord> sentence(
            String text, String title, int number, List<Stated> statements, Map<String, String> wordsOfName) {
        String words = NamePath.words(text);
        List<String> names = wordsOfName.entrySet().stream()
                .filter(name -> words.contains(name.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        return statements.stream()
                .filter(statement -> names.size() > 1
                        && statement.names().stream().anyMatch(name -> names.contains(name) && !name.equals(title)))
                .findFirst()
                .map(statement -> new LeadRecord(statement.key(), number, text, names));
    }

    /** The names of a statement, by the key of its relation. */
    record Stated(String key, List<String> names) {}
}
