package dev.tern.eval.baseline;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import java.util.ArrayList;
import java.util.List;

/** Ranks all passages of a graph. */
final class PassageRankings {
    private PassageRankings() {}

    /** Returns the cosine of each passage with a vector, in the order of the graph's passages. */
    static double[] cosines(PassageGraph graph, float[] vector) {
        double[] cosines = new double[graph.passages().size()];
        for (int place = 0; place < cosines.length; place++) {
            cosines[place] = graph.passages().get(place).cosine(vector);
        }
        return cosines;
    }

    /** Returns the passages by descending first score; ties by descending second, then by id. */
    static List<Scored<Passage>> best(PassageGraph graph, double[] first, double[] second, int limit) {
        List<Integer> places = new ArrayList<>(first.length);
        for (int place = 0; place < first.length; place++) {
            places.add(place);
        }
        places.sort((a, b) -> {
            int byFirst = Double.compare(first[b], first[a]);
            int bySecond = Double.compare(second[b], second[a]);
            return byFirst != 0 ? byFirst : bySecond != 0 ? bySecond : Integer.compare(a, b);
        });
        List<Scored<Passage>> best = new ArrayList<>();
        for (int place : places.subList(0, Math.min(limit, places.size()))) {
            Embedded<Passage> passage = graph.passages().get(place);
            best.add(new Scored<>(passage.value(), first[place]));
        }
        return best;
    }
}
