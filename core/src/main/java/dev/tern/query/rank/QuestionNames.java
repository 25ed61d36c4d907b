package dev.tern.query.rank;

import dev.tern.graph.Embedded;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.recognise.Recognition;
import dev.tern.query.seed.Seeds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The entities and titles meant by the names of a question, given the seeds.
 *
 * @param entities the entities by id, with a confidence above 0 and at most 1
 * @param titles for each name that is only a title, the passages of that title
 */
record QuestionNames(Map<String, Double> entities, List<TitledPassages> titles) {
    /**
     * The passages of a title in the question.
     *
     * @param passages at least one
     * @param weight the confidence that the title is meant, above 0 and at most 1
     */
    record TitledPassages(List<Embedded<Passage>> passages, double weight) {}

    /**
     * Returns the names of a question. A name without an entity means all seed entities whose names
     * are a short form of it, or the reverse.
     */
    static QuestionNames of(Recognition recognition, Seeds seeds) {
        Map<String, Double> entities = new LinkedHashMap<>();
        for (Recognition.RecognisedName name : recognition.names()) {
            if (name.entity().isPresent()) {
                entities.merge(name.entity().get().value().id(), name.weight(), Math::max);
            } else {
                seeds.entities().stream()
                        .map(Scored::value)
                        .filter(entity -> EntityName.isShortForm(name.text(), entity.name()))
                        .forEach(entity -> entities.merge(entity.id(), name.weight(), Math::max));
            }
        }
        List<TitledPassages> titles = recognition.names().stream()
                .filter(name -> name.entity().isEmpty() && !name.titled().isEmpty())
                .map(name -> new TitledPassages(name.titled(), name.weight()))
                .toList();
        return new QuestionNames(entities, titles);
    }
}
