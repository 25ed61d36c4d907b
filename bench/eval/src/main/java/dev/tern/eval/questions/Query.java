package dev.tern.eval.questions;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A question with what is known about it.
 *
 * @param id its id in the set
 * @param text what is asked
 * @param titles the titles of the documents that have to be found, by id; never empty, and a title may be
 * @param answers every spelling of the answer; empty where the set does not say
 * @param type what kind of question it is; empty where the set does not say
 * @param hops over how many passages it goes, in the set's words; empty where the set does not say
 */
public record Query(
        String id, String text, SortedMap<String, String> titles, List<String> answers, String type, String hops) {
    public Query {
        titles = Collections.unmodifiableSortedMap(new TreeMap<>(titles));
        answers = List.copyOf(answers);
    }

    /** The ids of the documents that have to be found. */
    public Set<String> gold() {
        return titles.keySet();
    }

    /** This question, its documents under other ids; one that is not named keeps its own. */
    Query renamed(Map<String, String> newIds) {
        SortedMap<String, String> renamed = new TreeMap<>();
        titles.forEach((document, title) -> renamed.put(newIds.getOrDefault(document, document), title));
        return new Query(id, text, renamed, answers, type, hops);
    }
}
