package dev.tern.query;

import dev.tern.graph.EntityName;
import dev.tern.graph.Scored;
import dev.tern.query.recognise.Recognition;
import dev.tern.query.rerank.LocalRanker.Titled;
import dev.tern.query.seed.Seeds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the names of a question stand for, once it is known which entities are near to them. */
final class Named {
    private Named() {}

    /**
     * The entities that the question names, by id, with how sure that is. A name that the graph does not know stands for
     * those near to it of which it is a short form, or which are one of it.
     */
    static Map<String, Double> entities(Recognition recognition, Seeds seeds) {
        Map<String, Double> named = new LinkedHashMap<>();
        for (Recognition.Name name : recognition.names()) {
            if (name.entity().isPresent()) {
                named.merge(name.entity().get().value().id(), name.weight(), Math::max);
            } else {
                seeds.entities().stream()
                        .map(Scored::value)
                        .filter(entity -> EntityName.isAlias(name.text(), entity.name()))
                        .forEach(entity -> named.merge(entity.id(), name.weight(), Math::max));
            }
        }
        return named;
    }

    /** For each name that is only a title, the passages of that title. */
    static List<Titled> titles(Recognition recognition) {
        return recognition.names().stream()
                .filter(name -> name.entity().isEmpty() && !name.titled().isEmpty())
                .map(name -> new Titled(name.titled(), name.weight()))
                .toList();
    }
}
