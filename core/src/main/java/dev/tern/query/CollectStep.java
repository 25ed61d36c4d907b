package dev.tern.query;

import dev.tern.graph.Relation;
import dev.tern.note.Notes;
import dev.tern.query.choose.ModelChoice;
import dev.tern.query.collect.CollectedPassages;
import dev.tern.query.collect.Collector;
import dev.tern.query.collect.SourceOrder;
import dev.tern.query.overview.SpreadPassages;
import dev.tern.query.rank.Ranking;
import dev.tern.query.trace.LazyList;
import dev.tern.query.trace.Trace.Item;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import java.util.List;

/**
 * Collects the passages to answer from, as the rules about their sources allow, and the relations
 * that explain them. Not thread-safe.
 */
final class CollectStep {
    /** The factor of the number of passages in overview mode. */
    private static final int OVERVIEW_FACTOR = 3;

    private static final int MAX_PASSAGES = 1_000;

    private final SourceOrder sources;
    private final Collector collector;
    private final Tracer tracer;

    /**
     * Creates the step of a question.
     *
     * @param notes the notes of the graph
     */
    CollectStep(Question question, Notes notes, Tracer tracer) {
        this.sources = new SourceOrder(ViewOpening.rules(notes, question), passageCount(question));
        this.collector = new Collector(sources);
        this.tracer = tracer;
    }

    /** Returns the number of passages to collect, which is larger in overview mode. */
    private static int passageCount(Question question) {
        int usual = question.parameters().get(Parameter.FINAL_TOP_K);
        return question.mode() == Mode.OVERVIEW ? Math.min(MAX_PASSAGES, OVERVIEW_FACTOR * usual) : usual;
    }

    /** Returns the number of passages to rank. */
    int rankedCount() {
        return sources.rankedCount();
    }

    /** Returns a ranking with passages of less trusted sources moved back. */
    Ranking trusted(Ranking ranking) {
        return sources.trusted(ranking);
    }

    CollectedPassages collect(Ranking ranking) {
        return tracer.step("collect", tracer.items(ranking), () -> collector.collect(ranking));
    }

    CollectedPassages collect(SpreadPassages spread) {
        return tracer.step(
                "collect", tracer.items(spread), () -> collector.collect(spread.ranking(), spread.relations()));
    }

    CollectedPassages collect(RetrievedRanking walked, ModelChoice choice) {
        List<Relation> followed = choice.followed();
        return tracer.step(
                "collect",
                followed.isEmpty() ? tracer.items(walked.ranking()) : new LazyList<>(() -> Item.numbered(followed)),
                () -> collector.collect(walked.ranking(), choice, walked.seeds(), walked.reached()));
    }
}
