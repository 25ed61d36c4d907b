package dev.tern.eval.poison;

import dev.tern.eval.questions.Query;
import java.util.List;

/**
 * A question to which an attacker wants a wrong answer, with what the attacker knows: the question, what it names, the titles of
 * the passages that answer it, and the falsehood to be believed.
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
