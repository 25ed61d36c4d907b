package dev.tern.query;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.overview.NearTheme;
import dev.tern.query.trace.Trace;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The values of a {@link Retrieval}. */
record RetrievalRecord(
        Question question,
        List<Scored<Passage>> passages,
        List<Scored<Relation>> relations,
        List<NearTheme> themes,
        Trace trace)
        implements Retrieval {
    RetrievalRecord {
        passages = List.copyOf(passages);
        relations = List.copyOf(relations);
        themes = List.copyOf(themes);
    }

    /** Returns a line for each passage, with its number in an answer. */
    @Override
    public String toString() {
        return IntStream.range(0, passages.size())
                .mapToObj(i -> "[" + (i + 1) + "] " + passages.get(i))
                .collect(Collectors.joining("\n"));
    }
}
