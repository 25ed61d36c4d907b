package dev.tern.eval.poison;

import dev.tern.eval.questions.Query;
import java.util.List;

/**
 * A question that somebody wants a wrong answer to, and what they know about it: the question, what it names, how the passages
 * that answer it are titled, and what they would have people believe.
 *
 * @param query the question
 * @param names what it names, and the titles of its gold documents, each once; never empty
 * @param titles the titles of the gold documents that have one; where none has, the names
 * @param asked the question without its names
 * @param falsehoods false answers, {@value Poison#PASSAGES} of them
 */
record Target(Query query, List<String> names, List<String> titles, String asked, List<String> falsehoods) {
    Target {
        names = List.copyOf(names);
        titles = List.copyOf(titles);
        falsehoods = List.copyOf(falsehoods);
    }

    String name(int number) {
        return names.get(number % names.size());
    }

    String title(int number) {
        return titles.get(number % titles.size());
    }

    String falsehood(int number) {
        return falsehoods.get(number % falsehoods.size());
    }
}
