package dev.tern.query.cite;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.text.Clauses;
import dev.tern.text.TextTruncation;
import dev.tern.text.WhiteSpace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A sentence of a passage that states a relation which led to the passage.
 *
 * @param relation the key of the relation
 * @param passage the number of the passage, from 1
 * @param text the sentence in one line; the rest after 300 characters is replaced by three dots
 * @param names the names of the relation's entities that the text contains
 */
public record Lead(String relation, int passage, String text, List<String> names) {
    /** The maximum number of leads of an answer. */
    public static final int MAX = 5;

    private static final int MAX_CHARACTERS = 300;

    public Lead {
        names = List.copyOf(names);
    }

    /**
     * Returns at most {@value #MAX} leads to some passages, with distinct texts, in the order of
     * the relations. If the question has a known name, relations must connect such a name with a
     * name of the lead.
     *
     * @param passages numbered from 1 in this order
     * @param numbers the numbers of the passages that need leads; unknown ones are ignored
     * @param relations the relations, the most useful first
     */
    public static List<Lead> of(
            String question,
            List<Scored<Passage>> passages,
            Collection<Integer> numbers,
            List<Scored<Relation>> relations) {
        Predicate<String> joined = NamePath.joined(question, passages, relations);
        List<Lead> leads = new ArrayList<>();
        Set<String> sentences = new HashSet<>();
        for (Scored<Relation> relation : relations) {
            for (int number : numbers) {
                if (leads.size() < MAX && number >= 1 && number <= passages.size()) {
                    of(
                                    passages.get(number - 1).value(),
                                    number,
                                    relation.value().key())
                            .filter(lead -> lead.names().stream()
                                            .map(EntityName::normalise)
                                            .anyMatch(joined)
                                    && sentences.add(lead.text()))
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
                .flatMap(statement -> Clauses.of(passage.text(), field -> false).stream()
                        .filter(part -> !part.isHeading())
                        .flatMap(part -> of(passage, number, statement, part.text()).stream())
                        .findFirst());
    }

    /** Returns a lead if a sentence has a name, and all names outside the title, of a statement. */
    private static Optional<Lead> of(Passage passage, int number, Statement statement, String sentence) {
        String text = TextTruncation.withEllipsis(WhiteSpace.fold(sentence), MAX_CHARACTERS);
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
