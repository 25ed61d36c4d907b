package dev.tern.eval.questions;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A question with its gold documents and answers.
 *
 * @param id the question's id in the set
 * @param titles the titles of the documents to find, by id; at least one, but a title may be empty
 * @param answers the accepted spellings of the answer; empty if the set has none
 * @param type the kind of question; empty if the set does not say
 * @param hops the number of passages involved, in the set's words; empty if the set does not say
 */
public record GoldQuestion(
        String id, String text, SortedMap<String, String> titles, List<String> answers, String type, String hops) {
    public GoldQuestion {
        titles = Collections.unmodifiableSortedMap(new TreeMap<>(titles));
        answers = List.copyOf(answers);
    }

    /** Returns the ids of the documents to find. */
    public Set<String> gold() {
        return titles.keySet();
    }

    /** Returns this question with new ids of gold documents; ids without a new one stay. */
    GoldQuestion renamed(Map<String, String> newIds) {
        SortedMap<String, String> renamed = new TreeMap<>();
        titles.forEach((document, title) -> renamed.put(newIds.getOrDefault(document, document), title));
        return new GoldQuestion(id, text, renamed, answers, type, hops);
    }
}
