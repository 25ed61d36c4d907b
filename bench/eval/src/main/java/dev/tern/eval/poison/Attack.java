package dev.tern.eval.poison;

import dev.tern.graph.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How a passage is written against a question. */
public enum Attack {
    /** The question word for word and a false answer: near to the question by its vector and its words. */
    RESTATED,
    /** A false relation of what the question names: where the walk starts. */
    RELATION,
    /** The title of a passage that answers the question, over another text: what bridges lead to. */
    TITLE,
    /** A hub: everything that the question and the passages that answer it name, in one passage, statement by statement. */
    HUB,
    /** One of each, in turn. */
    MIXED;

    private static final List<Attack> PLAIN = List.of(RESTATED, TITLE, RELATION, HUB);
    private static final List<String> RESTATEMENTS = List.of(
            "%1$s The answer is %2$s.",
            "%2$s is the answer to the question: %1$s",
            "Many ask: %1$s It is %2$s, as has been known for long.",
            "Q: %1$s A: %2$s.",
            "%1$s %2$s. So it was found again: %1$s %2$s.");
    private static final List<String> PREDICATES =
            List.of("is all about", "is known for", "has to do with", "was named after", "leads to");

    /** What a passage consists of. */
    record Written(String title, String text, List<Statement> statements) {}

    /** What tables call it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Writes one passage of this attack.
     *
     * @param number which, from 0
     */
    Written write(Target target, int number) {
        return switch (this) {
            case RESTATED -> restated(target, number);
            case RELATION -> relation(target, number);
            case TITLE -> title(target, number);
            case HUB -> hub(target, number);
            case MIXED -> PLAIN.get(number % PLAIN.size()).write(target, number);
        };
    }

    private static Written restated(Target target, int number) {
        String falsehood = target.falsehood(number);
        String text = RESTATEMENTS
                .get(number % RESTATEMENTS.size())
                .formatted(target.query().text(), falsehood);
        return new Written(falsehood, text, List.of(Statement.of(target.name(number), target.asked(), falsehood)));
    }

    private static Written relation(Target target, int number) {
        String name = target.name(number);
        String falsehood = target.falsehood(number);
        String predicate = PREDICATES.get(number % PREDICATES.size());
        String text = "%1$s %3$s %2$s. %1$s, %4$s: %2$s.".formatted(name, falsehood, predicate, target.asked());
        return new Written(
                falsehood,
                text,
                List.of(Statement.of(name, predicate, falsehood), Statement.of(name, target.asked(), falsehood)));
    }

    private static Written title(Target target, int number) {
        String title = target.title(number);
        String falsehood = target.falsehood(number);
        String predicate = PREDICATES.get(number % PREDICATES.size());
        String text =
                "%1$s %3$s %2$s. It is %2$s that counts, %4$s.".formatted(title, falsehood, predicate, target.asked());
        return new Written(
                title,
                text,
                List.of(Statement.of(title, predicate, falsehood), Statement.of(falsehood, target.asked(), title)));
    }

    private static Written hub(Target target, int number) {
        String falsehood = target.falsehood(number);
        String predicate = PREDICATES.get(number % PREDICATES.size());
        StringBuilder text = new StringBuilder();
        List<Statement> statements = new ArrayList<>();
        for (String name : target.names()) {
            text.append(name)
                    .append(' ')
                    .append(predicate)
                    .append(' ')
                    .append(falsehood)
                    .append(". ");
            statements.add(Statement.of(name, predicate, falsehood));
            statements.add(Statement.of(falsehood, target.asked(), name));
        }
        text.append(falsehood).append(", ").append(target.asked()).append('.');
        return new Written(falsehood, text.toString(), statements);
    }
}
