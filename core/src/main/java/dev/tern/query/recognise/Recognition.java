package dev.tern.query.recognise;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The names found in a question.
 *
 * @param names the distinct names
 * @param residual the question without the names (the offline recogniser removes only names that
 *     the graph has), or the whole question if no letter or digit is left
 * @param ownRemarks remarks of the recogniser for the trace
 */
public record Recognition(List<RecognisedName> names, String residual, List<String> ownRemarks)
        implements TracedResult {
    public Recognition {
        names = List.copyOf(names);
        ownRemarks = List.copyOf(ownRemarks);
    }

    Recognition(List<RecognisedName> names, String residual) {
        this(names, residual, List.of());
    }

    Recognition withRemarks(List<String> others) {
        return new Recognition(names, residual, others);
    }

    @Override
    public List<Item> items() {
        return names.stream().map(name -> Item.of(Item.Kind.NAME, name.text())).toList();
    }

    @Override
    public List<String> remarks() {
        Stream<String> byRules = names.stream()
                .flatMap(name -> name.entity().stream()
                        .map(entity -> entity.value().name())
                        .filter(shown -> !EntityName.normalise(shown).equals(EntityName.normalise(name.text())))
                        .map(shown -> "by an edit, \"" + name.text() + "\" is looked up as \"" + shown + "\""));
        return Stream.concat(ownRemarks.stream(), byRules).toList();
    }

    /** Returns the entities that the question names, with their vectors. */
    public List<Embedded<Entity>> entities() {
        return names.stream().flatMap(name -> name.entity().stream()).toList();
    }

    /** Returns the names without an entity, including names that are only titles. */
    public List<String> unknown() {
        return names.stream()
                .filter(name -> name.entity().isEmpty())
                .map(RecognisedName::text)
                .toList();
    }

    /**
     * A name in the question.
     *
     * @param text the name as the question spells it
     * @param entity the entity of the name, by the naming rules, if the graph has it
     * @param titled the passages with the name, or another name of its entity, as title
     * @param weight the confidence that a name is meant, above 0 and at most 1
     */
    public record RecognisedName(
            String text, Optional<Embedded<Entity>> entity, List<Embedded<Passage>> titled, double weight) {
        public RecognisedName {
            titled = List.copyOf(titled);
        }

        /** Returns a name without an entity or a title. */
        static RecognisedName unknown(String text) {
            return new RecognisedName(text, Optional.empty(), List.of(), 1);
        }

        RecognisedName withWeight(double other) {
            return new RecognisedName(text, entity, titled, other);
        }
    }
}
