package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.query.overview.NearThemes;
import dev.tern.query.overview.Overview;
import dev.tern.query.overview.SpreadPassages;
import dev.tern.query.trace.Trace.Item;
import dev.tern.store.GraphView;
import dev.tern.theme.Themes;
import java.util.List;

/**
 * The steps of overview mode between a walk and collect:
 *
 * <pre>
 *   themes      the themes of the graph nearest to the question
 *   spread      the passages that tell most of each of them for the question, in turn with those of the walk
 * </pre>
 *
 * <p>For one thread.
 */
final class ThemeSteps {
    private final GraphView graph;
    private final Themes themes;
    private final Tracer tracer;

    /**
     * Steps over the themes of a graph.
     *
     * @throws TernException a conflict, if themes were never looked for in it
     */
    ThemeSteps(GraphView graph, Tracer tracer) {
        this.graph = graph;
        this.themes = Themes.required(graph);
        this.tracer = tracer;
    }

    /** The passages of themes and of a walk from the same question. */
    SpreadPassages spread(String question, WalkResult walked) {
        Overview overview = new Overview(
                graph, walked.seeds().asked(), walked.names().names().isEmpty());
        NearThemes near = tracer.step("themes", List.of(Item.question(question)), () -> overview.nearest(themes));
        return tracer.step("spread", tracer.items(near), () -> overview.spread(near, walked.ranking()));
    }
}
