package dev.tern.theme;

import dev.tern.query.overview.PassageSpreader;
import dev.tern.store.GraphView;

/** Spreads passages over the themes of a graph. */
public final class ThemePassageSpreader implements PassageSpreader {
    @Override
    public void require(GraphView graph) {
        Themes.required(graph);
    }

    @Override
    public OverviewSteps steps(GraphView graph, float[] asked, boolean ofTheWhole) {
        return new ThemeOverview(graph, Themes.required(graph), asked, ofTheWhole);
    }
}
