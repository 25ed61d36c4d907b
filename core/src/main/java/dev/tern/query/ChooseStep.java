package dev.tern.query;

import dev.tern.query.choose.CandidateChoice;
import dev.tern.query.choose.CandidateList;
import dev.tern.query.choose.ChatChooser;
import dev.tern.query.choose.ModelChoice;
import dev.tern.settings.Parameter;
import java.util.List;

/** Lets a chat model choose the relevant relations of the first passages. Not thread-safe. */
final class ChooseStep {
    private final Question question;
    private final QuestionModels models;
    private final CollectStep collecting;
    private final Tracer tracer;

    ChooseStep(Question question, QuestionModels models, CollectStep collecting, Tracer tracer) {
        this.question = question;
        this.models = models;
        this.collecting = collecting;
        this.tracer = tracer;
    }

    /** Returns the relations that the model is shown. */
    CandidateList candidates(RetrievedRanking walked) {
        return CandidateChoice.list(
                walked.seeds(),
                collecting.trusted(walked.ranking()),
                walked.reached(),
                question.parameters().get(Parameter.CANDIDATE_TOKENS));
    }

    /** Returns the model's choice; an empty one if the model fails. */
    ModelChoice choose(RetrievedRanking walked) {
        ChatChooser chooser = models.chooser();
        ModelFallback fallback = models.fallback();
        CandidateList candidates = candidates(walked);
        return tracer.step(
                "choose",
                tracer.items(candidates),
                () -> fallback.or(
                        () -> chooser.choose(question.text(), candidates),
                        () -> new ModelChoice(List.of(), "", true, fallback.remarks("the local order is used"))));
    }
}
