package dev.tern.query.cite;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.text.Beginning;
import dev.tern.text.Sentences;
import dev.tern.text.Spaces;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A sentence of a passage that states a relation which led to the passage.
 *
 * @param relation the key of the relation
 * @param passage the number of the passage, from 1
 * @param text the sentence, in one line
 * @param names the names of the relation in the sentence
 */
public record Lead(String relation, int passage, String text, List<String> names) {
    /** The maximum number of leads of an answer. */
    public static final int MAX = 5;

    private static final int MAX_CHARACTERS = 300;

    public Lead {
        names = List.copyOf(names);
    }

    /**
     * Returns the leads to some passages, the most useful first.
     *
     * @param passages numbered from 1 in this order
     * @param numbers the numbers of the passages
     * @param relations the most useful first
     */
    public static List<Lead> of(
            List<Scored<Passage>> passages, Collection<Integer> numbers, List<Scored<Relation>> relations) {
        List<Lead> leads = new ArrayList<>();
        Set<String> sentences = new HashSet<>();
        for (Scored<Relation> relation : relations) {
            for (int number : numbers) {
                if (leads.size() < MAX && number >= 1 && number <= passages.size()) {
                    of(
                                    passages.get(number - 1).value(),
                                    number,
                                    relation.value().key())
                            .filter(lead -> sentences.add(lead.text()))
                            .ifPresent(leads::add);
                }
            }
        }
        return leads;
    }

    private static Optional<Lead> of(Passage passage, int number, String key) {
        return passage.statements().stream()
                .filter(statement ->
                        !statement.namesOnly() && statement.relationKey().equals(key))
                .findFirst()
                .flatMap(statement -> Sentences.of(passage.text()).stream()
                        .flatMap(sentence -> of(passage, number, statement, sentence).stream())
                        .findFirst());
    }

    /** Returns a sentence with all names of a statement, except for the passage's title. */
    private static Optional<Lead> of(Passage passage, int number, Statement statement, String sentence) {
        String text = Beginning.shown(Spaces.fold(sentence), MAX_CHARACTERS);
        String title = EntityName.normalise(passage.title());
        String normalised = EntityName.normalise(text);
        List<String> names = statement.entities().stream()
                .filter(name -> normalised.contains(EntityName.normalise(name)))
                .toList();
        boolean whole = statement.entities().stream()
                .allMatch(name -> names.contains(name) || title.contains(EntityName.normalise(name)));
        return whole && !names.isEmpty()
                ? Optional.of(new Lead(statement.relationKey(), number, text, names))
                : Optional.empty();
    }
}
