package dev.tern.theme;

import dev.tern.query.overview.Spreading;
import dev.tern.store.GraphView;

/** Spreads passages over the themes of a graph. */
public final class ThemeSpreading implements Spreading {
    @Override
    public void require(GraphView graph) {
        Themes.required(graph);
    }

    @Override
    public Steps over(GraphView graph, float[] asked, boolean ofTheWhole) {
        return new Overview(graph, Themes.required(graph), asked, ofTheWhole);
    }
}
