package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.settings.Parameters;
import java.util.List;
import java.util.Optional;

/**
 * What is asked, and how.
 *
 * @param text the question, never blank, at most {@value #MAX_LENGTH} characters
 * @param mode how passages are found
 * @param entities the names in the question, if the caller knows them; otherwise they are recognised
 * @param parameters the knobs
 * @param filter which passages may be seen; everything that a query finds, shows and cites is what these say
 */
public record Question(String text, Mode mode, Optional<List<String>> entities, Parameters parameters, Filter filter) {
    /** The most characters of a question. */
    public static final int MAX_LENGTH = 8192;

    /**
     * Trims and checks.
     *
     * @throws TernException if the text is blank or too long
     */
    public Question {
        text = text.strip();
        if (text.isEmpty()) {
            throw TernException.user("the question is blank");
        }
        if (text.length() > MAX_LENGTH) {
            throw TernException.user("the question has " + text.length() + " characters; the limit is " + MAX_LENGTH);
        }
        entities = entities.map(List::copyOf);
    }

    /** A question in a mode, with the default parameters. */
    public static Question of(String text, Mode mode) {
        return new Question(text, mode, Optional.empty(), Parameters.DEFAULT, Filter.everything());
    }

    /** This question in other words. */
    public Question withText(String newText) {
        return new Question(newText, mode, entities, parameters, filter);
    }

    /** This question in another mode. */
    public Question withMode(Mode newMode) {
        return new Question(text, newMode, entities, parameters, filter);
    }

    /** This question with other parameters. */
    public Question withParameters(Parameters newParameters) {
        return new Question(text, mode, entities, newParameters, filter);
    }

    /** This question with its names given. */
    public Question withEntities(List<String> names) {
        return new Question(text, mode, Optional.of(names), parameters, filter);
    }

    /** This question with another filter. */
    public Question withFilter(Filter newFilter) {
        return new Question(text, mode, entities, parameters, newFilter);
    }
}
