package dev.tern.query;

import dev.tern.query.choose.CandidateChoice;
import dev.tern.query.choose.CandidateList;
import dev.tern.query.choose.ModelChoice;
import dev.tern.query.collect.CollectedPassages;
import dev.tern.query.overview.NearTheme;
import dev.tern.query.overview.SpreadPassages;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs one question, from recognition to the answer:
 *
 * <pre>
 *   understand  rewrites a follow-up question so that it can be asked by itself
 *   recognise   the names in the question
 *   seed        the entities, relations and passages nearest to the names and the question
 *   expand      the relations that {@code degree} hops reach from the seeds
 *   rank        the passages around all of this, in order
 *   choose      the relevant relations of the first passages, by a chat model in graph mode
 *   collect     the passages to answer from, and the relations that explain them
 *   answer      from these passages and nothing else
 * </pre>
 *
 * <p>Local mode omits choose. Overview mode is local mode with two steps before collect,
 * {@linkplain RetrievalSteps#spread themes and spread}. Naive mode replaces recognise to choose by one
 * step, which ranks the nearest passages. Each step takes the results of the steps before it, and
 * is recorded in the {@linkplain dev.tern.query.trace.Trace trace}. Not thread-safe.
 */
final class Querying {
    private final Question question;
    private final QuestionModels models;
    private final RetrievalSteps walk;
    private final ChooseStep choosing;
    private final CollectStep collecting;
    private final AnswerStep answering;
    private final Tracer tracer;

    /**
     * Creates the query of a question from its steps.
     *
     * @param question standalone
     */
    Querying(
            Question question,
            QuestionModels models,
            RetrievalSteps walk,
            ChooseStep choosing,
            CollectStep collecting,
            AnswerStep answering,
            Tracer tracer) {
        this.question = question;
        this.models = models;
        this.walk = walk;
        this.choosing = choosing;
        this.collecting = collecting;
        this.answering = answering;
        this.tracer = tracer;
    }

    /** Returns the question, which is standalone. */
    Question question() {
        return question;
    }

    Retrieval retrieve() {
        return switch (question.mode()) {
            case NAIVE -> retrieved(collecting.collect(walk.nearest(question.text())), List.of());
            case LOCAL -> retrieved(collecting.collect(runSteps(), ModelChoice.NONE), List.of());
            case GRAPH -> {
                RetrievedRanking walked = runStepsForModel();
                yield retrieved(collecting.collect(walked, choosing.choose(walked)), List.of());
            }
            case OVERVIEW -> {
                SpreadPassages spread = walk.spread(question.text(), this::runSteps);
                CollectedPassages collected = collecting.collect(spread);
                yield retrieved(collected, spread.themesOf(collected.passages()));
            }
        };
    }

    private RetrievedRanking runSteps() {
        return walk.from(question.text(), models.recogniser(question), 0);
    }

    /** Runs the steps, and reads the relations of the first passages for a chat model. */
    private RetrievedRanking runStepsForModel() {
        return walk.from(question.text(), models.recogniser(question), CandidateChoice.PASSAGES);
    }

    /** Returns the relations that graph mode would show the chat model. */
    CandidateList candidates() {
        return choosing.candidates(runStepsForModel());
    }

    private Retrieval retrieved(CollectedPassages collected, List<NearTheme> themes) {
        return Retrieval.builder(question)
                .passages(collected.passages())
                .relations(collected.relations())
                .themes(themes)
                .trace(tracer.trace(question.mode()))
                .build();
    }

    /** Answers from retrieved passages, as {@link AnswerStep#answer} does. */
    Answer answer(Retrieval retrieval, Consumer<String> words) {
        return answering.answer(retrieval, words);
    }
}
